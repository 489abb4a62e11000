import { z } from 'zod';
import { hold, holdExpiry } from '../halfStaff/hold.ts';
import { order, orderDate, orderFields, orderTerms } from '../halfStaff/order.ts';
import { UNREADY } from '../halfStaff/readiness.ts';
import { SUN_MOMENTS } from '../halfStaff/reason.ts';
import { dailyRule, POSITIONS, shouldBeSchema, source, stretch } from '../halfStaff/should.ts';
import { isTimeZone } from '../places/timeZone.ts';
import { required } from './fields.ts';

const NOT_LATITUDE = 'Latitude must be -90 to 90';
const NOT_LONGITUDE = 'Longitude must be -180 to 180';

/** What a location says of sun and clock; null: by its state (`placeOf`). */
export const placeFields = {
  latitude: z.number(NOT_LATITUDE).min(-90, NOT_LATITUDE).max(90, NOT_LATITUDE).nullable(),
  longitude: z.number(NOT_LONGITUDE).min(-180, NOT_LONGITUDE).max(180, NOT_LONGITUDE).nullable(),
  timeZone: z.string().max(64).refine(isTimeZone, 'Time zone is unknown').nullable(),
  dailyRule,
};

/** A pole in a list of them: its row id, and what people call it. */
export const poleRef = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  company: z.string(),
  companyId: z.string(),
});
export type PoleRef = z.infer<typeof poleRef>;

/** Whether Halyard moves poles by itself; off until a master switches it on. */
export const engineState = z.object({
  isOn: z.boolean(),
  /** Username and epoch milliseconds of the latest switching; null where it never was on. */
  by: z.string().nullable(),
  at: z.number().nullable(),
});
export type EngineState = z.infer<typeof engineState>;

/** Poles at which the same should hold for the same reason. */
const polesUnderSource = z.object({
  source,
  position: z.enum(POSITIONS).nullable(),
  poles: z.number().int(),
  /** When it ends or begins by the clock at the earliest of them, epoch milliseconds. */
  at: z.number().nullable(),
  /** The time zone of that pole; null if `at` is. */
  timeZone: z.string().nullable(),
});

/** Orders, exceptions and annual days in effect at the caller's poles. Moments are epoch milliseconds. */
export const halfStaffNow = z.object({
  engineIsOn: z.boolean(),
  /** The clock that half-staff goes by; in the demo it may be simulated. */
  now: z.number(),
  /** How many times as fast as the wall clock it runs: 1, except in the demo. */
  speed: z.number(),
  /** Nothing begins, ends or moves before this moment; null: nothing is in sight. */
  changesAt: z.number().nullable(),
  inEffect: z.array(
    z.object({
      source,
      /** Null: flags that are down and stay down. */
      position: z.enum(POSITIONS).nullable(),
      poles: z.number().int(),
      /** When it ends at the earliest of them; null: open end. */
      until: z.number().nullable(),
      /** What that moment is at that pole; null: a clock time. */
      untilSun: z.enum(SUN_MOMENTS).nullable(),
      /** Whether it ends later at others. */
      endsLater: z.boolean(),
      /** The time zone of the earliest pole. */
      timeZone: z.string(),
    }),
  ),
});
export type HalfStaffNow = z.infer<typeof halfStaffNow>;

/** One day of the half-staff calendar. */
export const calendarDay = z.object({
  date: z.iso.date(),
  name: z.string(),
  /** `display`: a day on which to fly the flag fully up (4 U.S.C. 6(d)). */
  kind: z.enum(['half-staff', 'full-staff', 'display', 'holiday']),
  window: z.enum(['sunrise-sunset', 'sunrise-noon']).nullable(),
  /** The law that it rests on; null for days that poles do not follow. */
  basis: z.string().nullable(),
  /** Computed, not announced: no pole follows it until a master has confirmed its date. */
  projected: z.boolean(),
  notes: z.string().nullable(),
});
export type CalendarDay = z.infer<typeof calendarDay>;

/** What holds now and next for the caller's poles. Moments are epoch milliseconds. */
export const halfStaffOverview = z.object({
  engine: engineState,
  /** The clock that calendar, sun and engine go by; in the demo it may be simulated. */
  now: z.number(),
  holding: z.array(polesUnderSource),
  /** Orders and annual days that begin next. */
  next: z.array(polesUnderSource),
  /** Half-staff days of the coming 30 days whose date is to be confirmed. */
  projected: z.array(calendarDay),
  alarms: z.array(z.object({ pole: poleRef, at: z.number(), text: z.string() })),
  held: z.array(z.object({ pole: poleRef, hold })),
  notReady: z.array(z.object({ pole: poleRef, why: z.array(z.enum(UNREADY)) })),
});
export type HalfStaffOverview = z.infer<typeof halfStaffOverview>;

/** A projected day whose date a master has confirmed. */
export const confirmedDay = z.object({
  name: z.string(),
  year: z.number().int(),
  date: z.iso.date(),
  /** Username, epoch milliseconds. */
  by: z.string(),
  at: z.number(),
});
export type ConfirmedDay = z.infer<typeof confirmedDay>;

export const halfStaffCalendar = z.object({
  year: z.number().int(),
  days: z.array(calendarDay),
  confirmed: z.array(confirmedDay),
  /** Orders, drafts too, whose dates touch the year. */
  orders: z.array(order),
});
export type HalfStaffCalendar = z.infer<typeof halfStaffCalendar>;

export const dayConfirm = z.object({
  name: required('Day is required'),
  date: orderDate,
});
export type DayConfirm = z.infer<typeof dayConfirm>;

const revision = z.number('Revision is required').int();

/** What changes of an order; an approved one is thereby amended. */
export const orderUpdate = orderFields.partial().extend({ revision });
export type OrderUpdate = z.infer<typeof orderUpdate>;

/** So that nobody approves what they have not seen. */
export const orderApprove = z.object({ revision });
export type OrderApprove = z.infer<typeof orderApprove>;

/** An order as it was approved, amended or cancelled at a moment. */
export const orderVersion = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  /** Username. */
  by: z.string(),
  order,
});
export type OrderVersion = z.infer<typeof orderVersion>;

/** An order's terms as they stand in a form; `orderId` where they are to amend a stored one. */
export const previewRequest = z.object({
  orderId: z.string().max(200).optional(),
  terms: orderTerms,
});
export type PreviewRequest = z.infer<typeof previewRequest>;

/** The poles of one time zone in a preview. Moments are epoch milliseconds. */
export const previewZone = z.object({
  timeZone: z.string(),
  poles: z.number().int(),
  from: z.object({ earliest: z.number(), latest: z.number() }),
  /** Null: open end. */
  until: z.object({ earliest: z.number(), latest: z.number() }).nullable(),
});
export type PreviewZone = z.infer<typeof previewZone>;

/** What an order would do if it were approved now. */
export const orderPreview = z.object({
  /** Poles in its scope. */
  inScope: z.number().int(),
  /** Of these, those of companies that have opted in: only they follow. */
  follow: z.number().int(),
  zones: z.array(previewZone),
  optedOut: z.array(poleRef),
  offline: z.array(poleRef),
  held: z.array(poleRef),
  locked: z.array(poleRef),
});
export type OrderPreview = z.infer<typeof orderPreview>;

export const orderCancel = z.object({ why: required('Reason is required', 500) });
export type OrderCancel = z.infer<typeof orderCancel>;

/** What the engine would do in the coming 30 days. */
export const dryRun = z.object({
  /** Of all that decides it: who switches the engine on sends it back. */
  digest: z.string(),
  from: z.number(),
  until: z.number(),
  poles: z.number().int(),
  /** By date and cause, first things first; movements count each change of a pole's position. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      source,
      poles: z.number().int(),
      movements: z.number().int(),
    }),
  ),
});
export type DryRun = z.infer<typeof dryRun>;

export const engineSwitch = z.object({
  isOn: z.boolean(),
  /** Of the dry run that the master has seen; needed to switch it on. */
  digest: z.string().max(200).optional(),
});
export type EngineSwitch = z.infer<typeof engineSwitch>;

export const holdCreate = z.object({
  reason: required('Reason is required', 500),
  expires: holdExpiry,
});
export type HoldCreate = z.infer<typeof holdCreate>;

export const LEDGER_KINDS = [
  'should-be',
  'commanded',
  'acknowledged',
  'reported',
  'deviation',
  'held',
  'released',
  'locked',
  'unlocked',
  'alarm',
  'order-approved',
  'order-amended',
  'order-cancelled',
  'day-confirmed',
  'engine-on',
  'engine-off',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One entry of the append-only ledger; its body holds what its kind needs. */
export const ledgerEntry = z.object({
  seq: z.number().int(),
  /** Epoch milliseconds. */
  at: z.number(),
  kind: z.enum(LEDGER_KINDS),
  flagId: z.string().nullable(),
  flagName: z.string().nullable(),
  companyId: z.string().nullable(),
  company: z.string().nullable(),
  sourceKey: z.string().nullable(),
  body: z.record(z.string(), z.json()),
  prevHash: z.string(),
  /** SHA-256 in hex over the entry and the hash before it. */
  hash: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** All that the engine thinks and did of one pole. */
export const poleHalfStaff = z.object({
  engine: engineState,
  now: z.number(),
  timeZone: z.string(),
  should: shouldBeSchema,
  /** Whole sentence: "Half-staff since 06:02, by order of the President, until sunset 20:19". */
  reason: z.string(),
  hold: hold.nullable(),
  coming: z.array(stretch),
  ledger: z.array(ledgerEntry),
});
export type PoleHalfStaff = z.infer<typeof poleHalfStaff>;

/** How well one pole kept to one order or day. Moments are epoch milliseconds. */
export const complianceRow = z.object({
  sourceKey: z.string(),
  /** The order's reason, or the name of the day. */
  title: z.string(),
  pole: poleRef,
  timeZone: z.string(),
  /** When it should have been at half-staff, and full again; null while it still runs. */
  from: z.number(),
  until: z.number().nullable(),
  /** When it reported half-staff, and another position after it; null: not (yet). */
  lowered: z.number().nullable(),
  raised: z.number().nullable(),
  /** Minutes within the window in which the pole was not where it should be. */
  deviationMinutes: z.number(),
  /** Who intervened and why. */
  interventions: z.array(z.object({ by: z.string(), why: z.string(), at: z.number() })),
});
export type ComplianceRow = z.infer<typeof complianceRow>;
export const compliance = z.array(complianceRow);
