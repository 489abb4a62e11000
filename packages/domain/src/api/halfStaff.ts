import { t } from '@halyard/messages';
import { z } from 'zod';
import { calendarDay, confirmedDay } from '../calendar/daySchemas.ts';
import { id, pathId, required, requiredLines } from '../fields.ts';
import { POSITIONS } from '../flags/live/position.ts';
import { COMPLIANCE_OUTCOMES } from '../halfStaff/complianceOutcome.ts';
import { DAILY_RULES } from '../halfStaff/facts/dailyRule.ts';
import { hold, holdExpiry } from '../halfStaff/facts/hold.ts';
import { order, orderDate, orderFields, orderTerms } from '../halfStaff/orders/order.ts';
import { UNREADY } from '../halfStaff/poleReadiness.ts';
import { orderReach, poleRef, reachedPoles } from '../halfStaff/preview/previewSchemas.ts';
import { SUN_MOMENTS } from '../halfStaff/rules/reasonText.ts';
import { shouldBeSchema, source, timelineSection } from '../halfStaff/rules/shouldBeSchema.ts';
import { WRONG_POSITION_KINDS } from '../halfStaff/wrongPosition.ts';
import { isTimeZone } from '../time/timeZone.ts';
import { listPage } from './lists.ts';
import { massMove } from './moves.ts';

const NOT_LATITUDE = t`Latitude must be -90 to 90`;
const NOT_LONGITUDE = t`Longitude must be -180 to 180`;

export const dailyRule = z.enum(DAILY_RULES, t`Unknown daily rule`);

/**
 * A location's coordinates, time zone and daily rule. If coordinates or time zone are null, they
 * are derived from the ZIP code or state (`placeOf`).
 */
export const placeFields = {
  latitude: z.number(NOT_LATITUDE).min(-90, NOT_LATITUDE).max(90, NOT_LATITUDE).nullable(),
  longitude: z.number(NOT_LONGITUDE).min(-180, NOT_LONGITUDE).max(180, NOT_LONGITUDE).nullable(),
  timeZone: z.string().max(64).refine(isTimeZone, t`Unknown time zone`).nullable(),
  dailyRule,
};

/** Whether the engine moves poles automatically. It is off until a master turns it on. */
export const engineState = z.object({
  isOn: z.boolean(),
  /**
   * Who last turned the engine on or off (username), and when (epoch milliseconds); null if it has
   * never been turned on.
   */
  by: z.string().nullable(),
  at: z.number().nullable(),
});
export type EngineState = z.infer<typeof engineState>;

/** The engine's state, and the rule changes that the caller has not dismissed. */
export const engineStatus = engineState.extend({
  /**
   * Descriptions of the rule changes, one sentence each. Empty if there are none, or if the caller
   * may not turn the engine on or off.
   */
  changedRules: z.array(z.string()),
});
export type EngineStatus = z.infer<typeof engineStatus>;

/**
 * Poles at which the same source, such as an order or a daily rule, calls for the same position.
 */
const polesUnderSource = z.object({
  source,
  position: z.enum(POSITIONS).nullable(),
  poles: z.number().int(),
  /**
   * The time at which the source first ends (or begins) at one of these poles, in epoch
   * milliseconds; null if unknown.
   */
  at: z.number().nullable(),
  /** The time zone of the pole at which the source ends or begins first; null if `at` is null. */
  timeZone: z.string().nullable(),
});

/**
 * Orders, exceptions and annual days in effect at the caller's poles. Times are epoch milliseconds.
 */
export const halfStaffNow = z.object({
  engineIsOn: z.boolean(),
  /** The current time of the half-staff clock, which may be simulated in the demo. */
  now: z.number(),
  /** The speed of the half-staff clock relative to the wall clock: 1, except in the demo. */
  speed: z.number(),
  /** The time of the next start, end or movement; null if nothing is scheduled. */
  changesAt: z.number().nullable(),
  inEffect: z.array(
    z.object({
      source,
      /** The position called for; null for flags that are down and stay down. */
      position: z.enum(POSITIONS).nullable(),
      poles: z.number().int(),
      /**
       * The time at which the source first ends at one of these poles, in epoch milliseconds; null
       * if open-ended.
       */
      until: z.number().nullable(),
      /**
       * Whether `until` is sunrise, noon or sunset at that pole; null if `until` is another time.
       */
      untilSun: z.enum(SUN_MOMENTS).nullable(),
      /** Whether the source ends later at some of the poles. */
      endsLater: z.boolean(),
      /** The time zone of the pole at which the source first ends. */
      timeZone: z.string(),
    }),
  ),
});
export type HalfStaffNow = z.infer<typeof halfStaffNow>;

/** An order, an exception or a half-staff day that is in effect or begins next. */
const todaySource = z.object({
  source,
  /** The position called for; `up` only for exceptions. */
  position: z.enum(POSITIONS),
  /** Number of the caller's locations that have poles and in which the source applies. */
  locations: z.number().int(),
  /** Number of these locations whose company follows orders. */
  following: z.number().int(),
  /**
   * The time at which the source first ends (or begins) at one of these locations, in epoch
   * milliseconds; null if open-ended.
   */
  at: z.number().nullable(),
  /** Whether `at` is sunrise, noon or sunset at that location; null if `at` is another time. */
  atSun: z.enum(SUN_MOMENTS).nullable(),
  /** Whether the source ends (or begins) later at some of the locations. */
  isLaterElsewhere: z.boolean(),
  /** The time zone of the location at which the source ends or begins first. */
  timeZone: z.string(),
});
export type TodaySource = z.infer<typeof todaySource>;

/**
 * The position that the law and orders call for at the caller's locations, whether or not their
 * company follows orders. Times are epoch milliseconds of the half-staff clock, which may be
 * simulated in the demo.
 */
export const halfStaffToday = z.object({
  now: z.number(),
  /** The speed of the half-staff clock relative to the wall clock: 1, except in the demo. */
  speed: z.number(),
  /** The time of the next start or end; null if nothing is scheduled. */
  changesAt: z.number().nullable(),
  /** The sources in effect now; empty if all flags should be at full staff. */
  inEffect: z.array(todaySource),
  /** The next source that begins within two weeks; null if there is none. */
  next: todaySource.nullable(),
});
export type HalfStaffToday = z.infer<typeof halfStaffToday>;

/** The maximum number of poles that the overview lists for each kind of problem. */
export const OVERVIEW_POLES = 20;

/** Poles with one kind of problem: how many there are, and the first of them. */
const problems = <Problem extends z.ZodType>(problem: Problem) =>
  z.object({ total: z.number().int(), first: z.array(problem) });

/**
 * The sources that are in effect at the caller's poles now, and the upcoming ones. Times are epoch
 * milliseconds.
 */
export const halfStaffOverview = z.object({
  engine: engineState,
  /**
   * Current time of the clock for the calendar, the sun and the engine, which may be simulated in
   * the demo.
   */
  now: z.number(),
  /**
   * The sources in effect, with the poles that they affect. `reach` is null for daily rules and for
   * poles that go up after half-staff.
   */
  holding: z.array(polesUnderSource.extend({ reach: orderReach.nullable() })),
  /** Upcoming orders and annual days. */
  next: z.array(polesUnderSource),
  /** Half-staff days in the next 30 days whose date has not been confirmed. */
  projected: z.array(calendarDay),
  /** Pole problems that the engine reports, newest first. `timeZone` is the pole's time zone. */
  alarms: problems(
    z.object({ pole: poleRef, at: z.number(), text: z.string(), timeZone: z.string() }),
  ),
  /** Poles on hold and poles that are not ready, sorted by company, location and name. */
  held: problems(z.object({ pole: poleRef, hold, timeZone: z.string() })),
  notReady: problems(z.object({ pole: poleRef, why: z.array(z.enum(UNREADY)) })),
});
export type HalfStaffOverview = z.infer<typeof halfStaffOverview>;

/** A flag in the wrong position. Times are epoch milliseconds of the half-staff clock. */
export const wrongPositionRow = z.object({
  pole: poleRef,
  kind: z.enum(WRONG_POSITION_KINDS),
  since: z.number(),
  timeZone: z.string(),
  /** The order, exception or half-staff day in effect; null if none. */
  source: source.nullable(),
  /**
   * Whether the pole is online. If it is offline, the position is the last one that it reported.
   */
  isOnline: z.boolean(),
  /** When the pole last reported, in epoch milliseconds of the wall clock; null if never. */
  lastHeardAt: z.number().nullable(),
  /** Who requested this position, and when; null if nobody did. */
  request: z.object({ by: z.string(), at: z.number() }).nullable(),
  isHeld: z.boolean(),
  isLocked: z.boolean(),
  /**
   * Whether autopilot may correct the position. False if a user moved or held the flag, or if the
   * pole is locked or offline.
   */
  isCorrectable: z.boolean(),
});
export type WrongPositionRow = z.infer<typeof wrongPositionRow>;

export const wrongPositions = z.object({ now: z.number(), poles: z.array(wrongPositionRow) });
export type WrongPositions = z.infer<typeof wrongPositions>;

const wrongPositionCount = z.object({
  total: z.number().int(),
  offline: z.number().int(),
  /** The number of flags that `fixWrongPositions` would move. */
  correctable: z.number().int(),
});
export type WrongPositionCount = z.infer<typeof wrongPositionCount>;

export const wrongPositionPage = listPage(wrongPositionRow).extend({
  now: z.number(),
  /**
   * The number of flags in each kind of wrong position, in the requested company and location.
   * Ignores the search and the filter `kind`.
   */
  kinds: z.record(z.enum(WRONG_POSITION_KINDS), wrongPositionCount),
  /**
   * Number of the caller's flags that have not been checked yet. In a large fleet, there are some
   * for several seconds after a start or a change to the orders. These flags are missing from the
   * list, or have an outdated entry.
   */
  unchecked: z.number().int(),
});
export type WrongPositionPage = z.infer<typeof wrongPositionPage>;

/** Maximum number of flags that one call corrects. */
const FIX_MAX = 10_000;
/** Maximum size of a request body in bytes, enough for `FIX_MAX` IDs. */
export const MAX_FIX_BODY_BYTES = 512 * 1024;

export const wrongPositionFix = z
  .object({
    kind: z.enum(WRONG_POSITION_KINDS),
    /** IDs of the flags that were shown to the user. */
    ids: z.array(z.string().min(1).max(200)).min(1).max(FIX_MAX).optional(),
    /** The ID of the caller's own plan for `wrongPosition`, which can be confirmed once. */
    plan: z.string().min(1).max(200).optional(),
  })
  .refine(
    ({ ids, plan }) => (ids === undefined) !== (plan === undefined),
    t`Specify either ids or plan`,
  );
export type WrongPositionFix = z.infer<typeof wrongPositionFix>;

export const wrongPositionFixed = z.object({
  sent: z.number().int(),
  /**
   * Number of flags that were left out because they are no longer in a wrong position or must not
   * be corrected.
   */
  leftOut: z.number().int(),
  /** The mass move that corrects the flags, which can be undone; null if there is none. */
  move: massMove.nullable(),
});
export type WrongPositionFixed = z.infer<typeof wrongPositionFixed>;

export const halfStaffCalendar = z.object({
  year: z.number().int(),
  days: z.array(calendarDay),
  confirmed: z.array(confirmedDay),
  /** Orders, including drafts, with dates in the year. */
  orders: z.array(order),
});
export type HalfStaffCalendar = z.infer<typeof halfStaffCalendar>;

export const dayConfirm = z.object({
  name: required(t`Day is required`),
  date: orderDate,
});
export type DayConfirm = z.infer<typeof dayConfirm>;

const revision = z.number(t`Revision is required`).int();

/** The changed fields of an order. Changing an approved order amends it. */
export const orderUpdate = orderFields.partial().extend({ revision });
export type OrderUpdate = z.infer<typeof orderUpdate>;

/** The revision that the user saw. Prevents approving a version that the user has not seen. */
export const orderApprove = z.object({ revision });
export type OrderApprove = z.infer<typeof orderApprove>;

/**
 * A second approval, with the version and revision that the user saw. Skips companies that have it
 * already, so repeating the call is safe.
 */
export const secondApproval = z.object({
  version: z.number(t`Version is required`).int(),
  revision,
  companyIds: z.array(id).min(1, t`Choose at least one company.`).max(1000),
});
export type SecondApproval = z.infer<typeof secondApproval>;

/** An order within the caller's scope that needs a second approval. */
export const waitingOrder = z.object({
  order,
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Number of the company's poles that the order applies to. */
      poles: z.number().int(),
      /**
       * Whether the caller may give the second approval. False if the caller approved or amended
       * this version.
       */
      mayApprove: z.boolean(),
    }),
  ),
});
export type WaitingOrder = z.infer<typeof waitingOrder>;

/** An order as it was when a user approved, amended or canceled it. */
export const orderVersion = z.object({
  /** When the user approved, amended or canceled the order, in epoch milliseconds. */
  at: z.number(),
  /** Name of the user who approved, amended or canceled the order. */
  by: z.string(),
  order,
  /** The second approvals of this version, within the caller's scope. */
  secondApprovals: z.array(
    z.object({ companyId: z.string(), company: z.string(), by: z.string(), at: z.number() }),
  ),
});
export type OrderVersion = z.infer<typeof orderVersion>;

/**
 * A request to preview an order. `terms` come from a form; with `orderId`, they amend the stored
 * order. Without `terms`, the stored order is previewed. With `secondApprovalOf`, the preview shows
 * what the order would do if these companies gave their second approval now.
 */
export const previewRequest = z
  .object({
    orderId: z.string().max(200).optional(),
    terms: orderTerms.optional(),
    secondApprovalOf: z.array(id).min(1).max(1000).optional(),
  })
  .refine(({ orderId, terms }) => orderId !== undefined || terms !== undefined, {
    error: t`Choose an order, or fill in its fields.`,
  });
export type PreviewRequest = z.infer<typeof previewRequest>;

/**
 * The change that would end half-staff: either the company stops following orders, or the order is
 * canceled.
 */
export const releaseQuery = z
  .object({ companyId: pathId.optional(), orderId: pathId.optional() })
  .refine(({ companyId, orderId }) => (companyId === undefined) !== (orderId === undefined), {
    error: t`Specify a company or an order.`,
  });
export type ReleaseQuery = z.infer<typeof releaseQuery>;

/**
 * What autopilot would do now after a change that ends half-staff, or if the company began to
 * follow orders.
 */
export const halfStaffRelease = z.object({
  engineIsOn: z.boolean(),
  /**
   * Poles at half-staff that would go up because of the change. Offline poles go up when they
   * reconnect.
   */
  rising: reachedPoles,
  /**
   * The IDs of all poles in `rising`, so that a user can raise them while autopilot is off; null if
   * there are more than `RISING_LISTED`.
   */
  risingIds: z.array(z.string()).nullable(),
  /** Number of poles in `rising` that are offline. */
  offline: z.number().int(),
  /**
   * Number of poles that would go to half-staff because an exception ends, or because they begin to
   * follow an order or day.
   */
  lowering: z.number().int(),
});
export type HalfStaffRelease = z.infer<typeof halfStaffRelease>;

export const orderCancel = z.object({ why: requiredLines(t`Reason is required`, 500) });
export type OrderCancel = z.infer<typeof orderCancel>;

/** What the engine would do in the next 30 days if it were turned on. */
export const dryRun = z.object({
  /** A digest of all inputs of the dry run. Required to turn the engine on. */
  digest: z.string(),
  from: z.number(),
  until: z.number(),
  /** Number of poles that autopilot controls: those that follow orders or have a daily rule. */
  inScope: z.number().int(),
  /** Number of poles in scope that would move. */
  poles: z.number().int(),
  /** Number of poles that are currently offline or locked, and therefore not counted as moving. */
  offline: z.number().int(),
  locked: z.number().int(),
  /**
   * The movements by date and cause, earliest first. `movements` counts each change of a pole's
   * position.
   */
  days: z.array(
    z.object({
      date: z.iso.date(),
      source,
      poles: z.number().int(),
      movements: z.number().int(),
      /**
       * Number of poles that autopilot moves only after a user's hold ends. Not included in
       * `poles`.
       */
      held: z.number().int(),
    }),
  ),
});
export type DryRun = z.infer<typeof dryRun>;

export const engineSwitch = z.object({
  isOn: z.boolean(),
  /** The digest of the dry run that the master saw; required to turn the engine on. */
  digest: z.string().max(200).optional(),
});
export type EngineSwitch = z.infer<typeof engineSwitch>;

export const holdCreate = z.object({
  reason: requiredLines(t`Reason is required`, 500),
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
  /**
   * A company gave its second approval of the order, or no longer requires one. In the second case,
   * `body.why` says so.
   */
  'order-second-approved',
  'order-amended',
  'order-cancelled',
  'day-confirmed',
  'engine-on',
  'engine-off',
  /** A pole went offline or came back online while an order, day or rule was in effect. */
  'offline',
  'online',
  /**
   * An upgrade wrote this entry once. It lists deviations in earlier entries that did not happen,
   * or that were shorter than recorded.
   */
  'corrected',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One entry of the append-only ledger. The fields of `body` depend on `kind`. */
export const ledgerEntry = z.object({
  seq: z.number().int(),
  /** The time of the entry, in epoch milliseconds. */
  at: z.number(),
  kind: z.enum(LEDGER_KINDS),
  flagId: z.string().nullable(),
  flagName: z.string().nullable(),
  companyId: z.string().nullable(),
  company: z.string().nullable(),
  sourceKey: z.string().nullable(),
  body: z.record(z.string(), z.json()),
  prevHash: z.string(),
  /** SHA-256, in hex, of this entry and the previous entry's hash. */
  hash: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** What the half-staff engine plans and does at one pole. */
export const poleHalfStaff = z.object({
  engine: engineState,
  now: z.number(),
  timeZone: z.string(),
  /** The pole's next sunrise, in epoch milliseconds. */
  sunrise: z.number(),
  should: shouldBeSchema,
  /** A sentence that says what is in effect at the pole and why. */
  reason: z.string(),
  hold: hold.nullable(),
  /** The pole's next sunset, in epoch milliseconds. */
  nextSunset: z.number(),
  coming: z.array(timelineSection),
  ledger: z.array(ledgerEntry),
});
export type PoleHalfStaff = z.infer<typeof poleHalfStaff>;

/** The latest hash of the ledger's chain, always printed as COUNT:HASH. */
export const ledgerHead = z.object({ head: z.string(), at: z.number() });
export type LedgerHeadText = z.infer<typeof ledgerHead>;

/** One pole's compliance with one order or day. Times are epoch milliseconds. */
export const complianceRow = z.object({
  sourceKey: z.string(),
  /** The order's reason, or the day's name. */
  title: z.string(),
  pole: poleRef,
  timeZone: z.string(),
  /**
   * When the flag should have gone to half-staff (`from`) and back up (`until`). `until` is null if
   * that time has not come yet.
   */
  from: z.number(),
  until: z.number().nullable(),
  /**
   * When the pole reported half-staff (`lowered`), and when it next reported a different position
   * (`raised`); null if it has not.
   */
  lowered: z.number().nullable(),
  raised: z.number().nullable(),
  outcome: z.enum(COMPLIANCE_OUTCOMES),
  /** Minutes in which the pole reported a different position without being held or locked. */
  deviationMinutes: z.number(),
  /** Minutes in which the pole was offline, held in a different position, or locked. */
  offlineMinutes: z.number(),
  heldMinutes: z.number(),
  lockedMinutes: z.number(),
  /**
   * Deviations that a later ledger entry corrected. `entry` is the number of the entry that
   * recorded the deviation.
   */
  leftOut: z.array(z.object({ entry: z.number().int(), minutes: z.number() })),
  /** The users who intervened, with the reasons. */
  interventions: z.array(z.object({ by: z.string(), why: z.string(), at: z.number() })),
});
export type ComplianceRow = z.infer<typeof complianceRow>;

/** One page of a compliance report. Times are epoch milliseconds. */
export const compliancePage = listPage(complianceRow).extend({
  /**
   * The order's reason or the day's name. Null in a report about a company, and if there are no
   * results.
   */
  title: z.string().nullable(),
  /**
   * The latest hash of the ledger's chain (COUNT:HASH), and the time for which the report was made.
   */
  head: z.string(),
  at: z.number(),
  /**
   * The number of results of each kind, in the requested company and location, regardless of the
   * search and of `outcome`.
   */
  outcomes: z.record(z.enum(COMPLIANCE_OUTCOMES), z.number().int()),
  /** The number of corrected deviations in the whole report, and the first of them. */
  leftOut: z.object({
    total: z.number().int(),
    first: z.array(z.object({ entry: z.number().int(), minutes: z.number(), pole: z.string() })),
  }),
});
export type CompliancePage = z.infer<typeof compliancePage>;
