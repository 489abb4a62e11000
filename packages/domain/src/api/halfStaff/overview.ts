import { z } from 'zod';
import { calendarDay, confirmedDay } from '../../calendar/daySchemas.ts';
import { POSITIONS } from '../../flags/live/position.ts';
import { hold } from '../../halfStaff/facts/hold.ts';
import { order } from '../../halfStaff/orders/order.ts';
import { UNREADY } from '../../halfStaff/poleReadiness.ts';
import { orderReach, poleRef } from '../../halfStaff/preview/previewSchemas.ts';
import { SUN_MOMENTS } from '../../halfStaff/rules/reasonText.ts';
import { source } from '../../halfStaff/rules/shouldBeSchema.ts';
import { engineState } from './engine.ts';

/** Poles where the same order, half-staff day or rule calls for the same position. */
const polesUnderSource = z.object({
  source,
  position: z.enum(POSITIONS).nullable(),
  poles: z.number().int(),
  /**
   * When the order, day or rule ends or, if it is upcoming, when it begins, in epoch milliseconds;
   * null if unknown. If the time differs between its poles, the earliest time is given.
   */
  at: z.number().nullable(),
  /** The time zone of the pole where the time `at` applies; null if `at` is null. */
  timeZone: z.string().nullable(),
});

/**
 * Orders, exceptions and annual half-staff days in effect at the caller's poles. Times are epoch
 * milliseconds.
 */
export const halfStaffNow = z.object({
  engineIsOn: z.boolean(),
  /** The current time of the half-staff engine's clock, which may be simulated in the demo. */
  now: z.number(),
  /**
   * The speed of the half-staff engine's clock relative to the wall clock: 1, except in the demo.
   */
  speed: z.number(),
  /**
   * The next time when an order or half-staff day starts or ends, or a pole moves; null if nothing
   * is scheduled.
   */
  changesAt: z.number().nullable(),
  inEffect: z.array(
    z.object({
      source,
      /**
       * The position that the order, day or rule calls for; null for flags that are down and stay
       * down.
       */
      position: z.enum(POSITIONS).nullable(),
      poles: z.number().int(),
      /**
       * The earliest time when the order, day or rule ends at one of its poles, in epoch
       * milliseconds; null if open-ended.
       */
      until: z.number().nullable(),
      /** `sunrise`, `noon` or `sunset` if `until` is that moment at the pole; otherwise null. */
      untilSun: z.enum(SUN_MOMENTS).nullable(),
      /** Whether the order, day or rule ends later at some poles than at others. */
      endsLater: z.boolean(),
      /** The time zone of the pole where the time `until` applies. */
      timeZone: z.string(),
    }),
  ),
});
export type HalfStaffNow = z.infer<typeof halfStaffNow>;

/** An order, an exception or a half-staff day that is in effect or comes next. */
const todaySource = z.object({
  source,
  /** The position that the order or half-staff day calls for; `up` only for exceptions. */
  position: z.enum(POSITIONS),
  /**
   * Number of the caller's locations that have poles and are in the scope of the order or
   * half-staff day.
   */
  locations: z.number().int(),
  /** How many of the locations counted in `locations` belong to a company that follows orders. */
  following: z.number().int(),
  /**
   * The earliest time when the order or half-staff day ends at one of the caller's locations or, if
   * it is upcoming, the earliest time when it starts at one of them, in epoch milliseconds; null if
   * open-ended.
   */
  at: z.number().nullable(),
  /** `sunrise`, `noon` or `sunset` if `at` is that moment at its location; otherwise null. */
  atSun: z.enum(SUN_MOMENTS).nullable(),
  /**
   * Whether the order or half-staff day ends later than `at` at some locations (or starts later, if
   * it is upcoming).
   */
  isLaterElsewhere: z.boolean(),
  /** The time zone of the location where the time `at` applies. */
  timeZone: z.string(),
});
export type TodaySource = z.infer<typeof todaySource>;

/**
 * The position that the law and orders call for at the caller's locations, whether or not their
 * company follows orders. Times are epoch milliseconds of the half-staff engine's clock, which may
 * be simulated in the demo.
 */
export const halfStaffToday = z.object({
  now: z.number(),
  /**
   * The speed of the half-staff engine's clock relative to the wall clock: 1, except in the demo.
   */
  speed: z.number(),
  /**
   * The time when the next order or half-staff day starts or ends; null if nothing is scheduled.
   */
  changesAt: z.number().nullable(),
  /** The orders and days in effect now; empty if all flags should be at full staff. */
  inEffect: z.array(todaySource),
  /** The next order or half-staff day that begins within two weeks; null if there is none. */
  next: todaySource.nullable(),
});
export type HalfStaffToday = z.infer<typeof halfStaffToday>;

/** The maximum number of poles that the overview lists for each kind of problem. */
export const OVERVIEW_POLES = 20;

/** Poles with one kind of problem: their total number, and the first few of them. */
const problems = <Problem extends z.ZodType>(problem: Problem) =>
  z.object({ total: z.number().int(), first: z.array(problem) });

/**
 * What is in effect at the caller's poles now, and what is upcoming. Times are epoch milliseconds.
 */
export const halfStaffOverview = z.object({
  engine: engineState,
  /** The current time of the half-staff engine's clock, which may be simulated in the demo. */
  now: z.number(),
  /**
   * The orders, days and rules in effect, each with its number of poles. `reach` is null for daily
   * rules, and for entries that raise poles after half-staff has ended.
   */
  holding: z.array(polesUnderSource.extend({ reach: orderReach.nullable() })),
  /** Upcoming orders and annual days. */
  next: z.array(polesUnderSource),
  /** Half-staff days with an unconfirmed date in the next 30 days. */
  projected: z.array(calendarDay),
  /** Pole problems that the engine reports, newest first. `timeZone` is the pole's time zone. */
  alarms: problems(
    z.object({ pole: poleRef, at: z.number(), text: z.string(), timeZone: z.string() }),
  ),
  /**
   * Poles on hold, and poles that may be unable to follow an order, sorted by company, location and
   * name.
   */
  held: problems(z.object({ pole: poleRef, hold, timeZone: z.string() })),
  notReady: problems(z.object({ pole: poleRef, why: z.array(z.enum(UNREADY)) })),
});
export type HalfStaffOverview = z.infer<typeof halfStaffOverview>;

export const halfStaffCalendar = z.object({
  year: z.number().int(),
  days: z.array(calendarDay),
  confirmed: z.array(confirmedDay),
  /** Orders, including drafts, with dates in the requested year. */
  orders: z.array(order),
});
export type HalfStaffCalendar = z.infer<typeof halfStaffCalendar>;
