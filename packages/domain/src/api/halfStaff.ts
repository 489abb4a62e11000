import { z } from 'zod';
import { calendarDay, confirmedDay } from '../calendar/daySchemas.ts';
import { pathId, required, requiredLines } from '../fields.ts';
import { POSITIONS } from '../flags/live/position.ts';
import { dailyRule } from '../halfStaff/facts/dailyRule.ts';
import { hold, holdExpiry } from '../halfStaff/facts/hold.ts';
import { order, orderDate, orderFields, orderTerms } from '../halfStaff/orders/order.ts';
import { UNREADY } from '../halfStaff/poleReadiness.ts';
import { orderReach, poleRef } from '../halfStaff/preview/previewSchemas.ts';
import { SUN_MOMENTS } from '../halfStaff/rules/reasonText.ts';
import { shouldBeSchema, source, stretch } from '../halfStaff/rules/shouldBeSchema.ts';
import { WRONG_POSITION_KINDS } from '../halfStaff/wrongPosition.ts';
import { isTimeZone } from '../time/timeZone.ts';

const NOT_LATITUDE = 'Latitude must be -90 to 90';
const NOT_LONGITUDE = 'Longitude must be -180 to 180';

/** What a location says of sun and clock; null: by its state (`placeOf`). */
export const placeFields = {
  latitude: z.number(NOT_LATITUDE).min(-90, NOT_LATITUDE).max(90, NOT_LATITUDE).nullable(),
  longitude: z.number(NOT_LONGITUDE).min(-180, NOT_LONGITUDE).max(180, NOT_LONGITUDE).nullable(),
  timeZone: z.string().max(64).refine(isTimeZone, 'Time zone is unknown').nullable(),
  dailyRule,
};

/** Whether Halyard moves poles by itself; off until a master switches it on. */
export const engineState = z.object({
  isOn: z.boolean(),
  /** Username and epoch milliseconds of the latest switching; null where it never was on. */
  by: z.string().nullable(),
  at: z.number().nullable(),
});
export type EngineState = z.infer<typeof engineState>;

/** The engine, and the rule changes that the caller has not dismissed. */
export const engineStatus = engineState.extend({
  /** One sentence each; empty where there is nothing new, or the caller may not switch it. */
  changedRules: z.array(z.string()),
});
export type EngineStatus = z.infer<typeof engineStatus>;

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

/** A place where an order, an exception or a half-staff day is in effect or begins. */
const todaySource = z.object({
  source,
  /** `up` only for exceptions. */
  position: z.enum(POSITIONS),
  /** Locations with poles of the caller's at which it is so. */
  locations: z.number().int(),
  /** Of these, those whose company follows orders. */
  following: z.number().int(),
  /** Epoch milliseconds at which it ends, or begins, at the first of them; null: open end. */
  at: z.number().nullable(),
  /** What that moment is there; null: a clock time. */
  atSun: z.enum(SUN_MOMENTS).nullable(),
  /** Whether that is later at others. */
  isLaterElsewhere: z.boolean(),
  /** The time zone of that place. */
  timeZone: z.string(),
});
export type TodaySource = z.infer<typeof todaySource>;

/**
 * What the flag should be at the caller's places, whether or not their company follows it: the law and the
 * orders are for everyone. Moments are epoch milliseconds of the clock that half-staff goes by.
 */
export const halfStaffToday = z.object({
  now: z.number(),
  /** How many times as fast as the wall clock it runs: 1, except in the demo. */
  speed: z.number(),
  /** Nothing begins or ends before this moment; null: nothing is in sight. */
  changesAt: z.number().nullable(),
  /** In effect now; empty: full staff everywhere. */
  inEffect: z.array(todaySource),
  /** What begins next, within two weeks; null: nothing. */
  next: todaySource.nullable(),
});
export type HalfStaffToday = z.infer<typeof halfStaffToday>;

/** What is in effect now and next for the caller's poles. Moments are epoch milliseconds. */
export const halfStaffOverview = z.object({
  engine: engineState,
  /** The clock that calendar, sun and engine go by; in the demo it may be simulated. */
  now: z.number(),
  /** `reach`: of orders and annual days; null for daily rules and what follows half-staff. */
  holding: z.array(polesUnderSource.extend({ reach: orderReach.nullable() })),
  /** Orders and annual days that begin next. */
  next: z.array(polesUnderSource),
  /** Half-staff days of the coming 30 days whose date is to be confirmed. */
  projected: z.array(calendarDay),
  /** `timeZone` is the pole's own. */
  alarms: z.array(
    z.object({ pole: poleRef, at: z.number(), text: z.string(), timeZone: z.string() }),
  ),
  held: z.array(z.object({ pole: poleRef, hold, timeZone: z.string() })),
  notReady: z.array(z.object({ pole: poleRef, why: z.array(z.enum(UNREADY)) })),
});
export type HalfStaffOverview = z.infer<typeof halfStaffOverview>;

/** A flag in the wrong position. Moments are epoch milliseconds of the domain clock. */
export const wrongPositionRow = z.object({
  pole: poleRef,
  kind: z.enum(WRONG_POSITION_KINDS),
  since: z.number(),
  timeZone: z.string(),
  /** The order, exception or day in effect; null where nothing is. */
  source: source.nullable(),
  /** For an offline pole, the position is only the last known one. */
  isOnline: z.boolean(),
  /** Epoch milliseconds of the wall clock; null where it was never heard. */
  lastHeardAt: z.number().nullable(),
  /** Who asked for this position, and when; null where nobody did. */
  request: z.object({ by: z.string(), at: z.number() }).nullable(),
  isHeld: z.boolean(),
  isLocked: z.boolean(),
  /** False for what a person moved or held, what is locked, and what is offline. */
  isCorrectable: z.boolean(),
});
export type WrongPositionRow = z.infer<typeof wrongPositionRow>;

export const wrongPositions = z.object({ now: z.number(), poles: z.array(wrongPositionRow) });
export type WrongPositions = z.infer<typeof wrongPositions>;

/** Most flags that one call corrects. */
const FIX_MAX = 10_000;
/** Bytes: room for that many ids. */
export const MAX_FIX_BODY_BYTES = 512 * 1024;

export const wrongPositionFix = z.object({
  kind: z.enum(WRONG_POSITION_KINDS),
  /** Ids of the flags that a person was shown. */
  ids: z.array(z.string().min(1).max(200)).min(1).max(FIX_MAX),
});
export type WrongPositionFix = z.infer<typeof wrongPositionFix>;

export const wrongPositionFixed = z.object({
  sent: z.number().int(),
  /** Not wrong any more, or to be left alone. */
  leftOut: z.number().int(),
});
export type WrongPositionFixed = z.infer<typeof wrongPositionFixed>;

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

/** Of which end of half-staff: a company opts out, or an order is cancelled. */
export const releaseQuery = z
  .object({ companyId: pathId.optional(), orderId: pathId.optional() })
  .refine(({ companyId, orderId }) => (companyId === undefined) !== (orderId === undefined), {
    error: 'Name a company or an order.',
  });
export type ReleaseQuery = z.infer<typeof releaseQuery>;

/** What autopilot would do if half-staff were taken away now. */
export const halfStaffRelease = z.object({
  engineIsOn: z.boolean(),
  /** Poles at half-staff because of it that would go up; those offline go up when they are back. */
  rising: z.array(poleRef),
  /** Of these, those that are offline. */
  offline: z.number().int(),
  /** Poles that would go to half-staff, since an exception ends. */
  lowering: z.number().int(),
});
export type HalfStaffRelease = z.infer<typeof halfStaffRelease>;

export const orderCancel = z.object({ why: requiredLines('Reason is required', 500) });
export type OrderCancel = z.infer<typeof orderCancel>;

/** What the engine would do in the coming 30 days. */
export const dryRun = z.object({
  /** Of all that decides it: who switches the engine on sends it back. */
  digest: z.string(),
  from: z.number(),
  until: z.number(),
  /** Poles that autopilot looks after: their company follows orders, or they have a daily rule. */
  inScope: z.number().int(),
  /** Of these, those that would move. */
  poles: z.number().int(),
  /** Poles that are not counted as moving, since they are offline or locked now. */
  offline: z.number().int(),
  locked: z.number().int(),
  /** By date and cause, first things first; movements count each change of a pole's position. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      source,
      poles: z.number().int(),
      movements: z.number().int(),
      /** Poles that follow only when a person's hold ends; not among `poles`. */
      held: z.number().int(),
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
  reason: requiredLines('Reason is required', 500),
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
  /** The pole was last heard from, or heard from again, while something was in effect. */
  'offline',
  'online',
  /** Written once, by an upgrade: which deviations of before were none, and which lasted less long. */
  'corrected',
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
  /** The pole's next sunrise, epoch milliseconds. */
  sunrise: z.number(),
  should: shouldBeSchema,
  /** Whole sentence: "Half-staff since 06:02, by order of the President, until sunset 20:19". */
  reason: z.string(),
  hold: hold.nullable(),
  /** Epoch milliseconds of the pole's next sunset. */
  nextSunset: z.number(),
  coming: z.array(stretch),
  ledger: z.array(ledgerEntry),
});
export type PoleHalfStaff = z.infer<typeof poleHalfStaff>;

/**
 * How one pole kept to an order or day. `on-time`: it reported the position within 5 minutes and kept it.
 * `late`: it reported another one for longer. `held`, `locked`: a person kept it elsewhere, or worked
 * there. `offline`: nothing was heard in all that time. `not-known`: nothing was heard in a part of it.
 */
export const COMPLIANCE_OUTCOMES = [
  'on-time',
  'late',
  'held',
  'locked',
  'offline',
  'not-known',
] as const;
export type ComplianceOutcome = (typeof COMPLIANCE_OUTCOMES)[number];

/** Text in lists, reports and files. */
export const COMPLIANCE_LABELS: Record<ComplianceOutcome, string> = {
  'on-time': 'On time',
  late: 'Late',
  held: 'Held',
  locked: 'Locked',
  offline: 'Offline',
  'not-known': 'Not known',
};

/** The end of the ledger's chain, as it is printed everywhere: COUNT:HASH. */
export const ledgerHead = z.object({ head: z.string(), at: z.number() });
export type LedgerHeadText = z.infer<typeof ledgerHead>;

/** How one pole kept to one order or day. Moments are epoch milliseconds. */
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
  outcome: z.enum(COMPLIANCE_OUTCOMES),
  /** Minutes within the window in which it reported another position, and nobody held or locked it. */
  deviationMinutes: z.number(),
  /** Minutes in which it was offline, was elsewhere because a person held it, and was locked. */
  offlineMinutes: z.number(),
  heldMinutes: z.number(),
  lockedMinutes: z.number(),
  /** Deviations in the ledger that were none, as a later entry says: by their numbers. */
  leftOut: z.array(z.object({ entry: z.number().int(), minutes: z.number() })),
  /** Who intervened and why. */
  interventions: z.array(z.object({ by: z.string(), why: z.string(), at: z.number() })),
});
export type ComplianceRow = z.infer<typeof complianceRow>;
export const compliance = z.array(complianceRow);
