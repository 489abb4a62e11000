import { annualDays, drivesPoles } from '../../calendar/annualDays.ts';
import type { ConfirmedDay } from '../../calendar/daySchemas.ts';
import type { HalfStaffDay } from '../../calendar/halfStaffDays.ts';
import type { Position } from '../../flags/live/position.ts';
import type { FlagLock } from '../../flags/lock.ts';
import type { Place } from '../../places/place.ts';
import { dayNumberOf } from '../../time/civilDate.ts';
import type { Order } from '../orders/order.ts';
import type { DailyRule } from './dailyRule.ts';
import type { Following } from './follows.ts';
import type { Hold } from './hold.ts';

/** The newest position request for a pole. */
export interface NewestRequest {
  /** Whether a user, rather than autopilot, requested the position. */
  byPerson: boolean;
  /** The requested position; null if the request was to stop. */
  to: Position | null;
  /**
   * The time when the position was requested, in epoch milliseconds of the half-staff engine's
   * clock.
   */
  at: number;
  /** Whether the pole has reported the requested position. */
  isConfirmed: boolean;
}

/**
 * A pole with all data that the half-staff rules use. The engine keeps no other state, so a restart
 * or a restored backup does not change its results.
 */
export interface Pole extends Following {
  companyId: string;
  locationId: string;
  /** Two-letter code of the location's state. */
  state: string;
  place: Place;
  dailyRule: DailyRule;
  /** Whether the pole's company follows orders and annual half-staff days (autoHalfMast). */
  optedIn: boolean;
  /**
   * The time when orders and annual half-staff days began to apply to the pole, in epoch
   * milliseconds: the latest of its creation, its last move to another location, and its company's
   * decision to follow orders. 0 if they have always applied.
   */
  concernedSince: number;
  /**
   * The time when half-staff stopped applying to the pole, in epoch milliseconds: when its company
   * stopped following orders, or the pole or its location left an order's scope. Null again once
   * the pole has left half-staff.
   */
  releasedAt: number | null;
  lock: FlagLock | null;
  /** The latest hold that no user has released, even if it has expired. */
  hold: Hold | null;
  /** The position that the pole reports; null if unknown. */
  reported: Position | null;
  /**
   * The position that the pole is moving to or, if no command is open, its current position. Null
   * if unknown.
   */
  position: Position | null;
  /** The pole's newest position request; null if there is none. */
  request: NewestRequest | null;
}

/**
 * The second approvals of one version of an order. Maps a company's ID to the time of its approval,
 * in epoch milliseconds of the half-staff engine's clock, or to null if the approval is still
 * missing. Companies that need no second approval have no entry.
 */
export type SecondApprovals = Readonly<Record<string, number | null>>;

/** An order's terms before an amendment or cancellation, and when they were in effect. */
export interface EarlierVersion
  extends Pick<Order, 'kind' | 'authority' | 'reason' | 'scope' | 'starts' | 'ends'> {
  /**
   * The time when the version took effect, in epoch milliseconds of the half-staff engine's clock;
   * `until` is the time of the amendment.
   */
  from: number;
  until: number;
  /** The revision of the order when this version was made. */
  revision?: number | undefined;
  secondApprovals?: SecondApprovals | undefined;
}

/** An approved order with its earlier versions. */
export interface OrderFacts extends Order {
  /**
   * Earlier versions of the order, oldest first; omitted or empty if the order was never amended.
   */
  earlier?: readonly EarlierVersion[] | undefined;
  /** The second approvals of the order's current version. */
  secondApprovals?: SecondApprovals | undefined;
}

/**
 * The orders and confirmed days, shared by all poles. Must not be modified in place. May leave out
 * orders that ended more than a year ago.
 */
export interface OrdersAndDays {
  orders: readonly OrderFacts[];
  confirmedDays: readonly DayConfirmation[];
  /** IDs of the companies that require a second approval of every order approved from now on. */
  twoApprovals?: readonly string[] | undefined;
}

/**
 * The date that a master confirmed for an annual half-staff day; `at` is when the master confirmed
 * it.
 */
export type DayConfirmation = Pick<ConfirmedDay, 'name' | 'year' | 'date'> &
  Partial<Pick<ConfirmedDay, 'at'>>;

/** An annual day that poles follow. */
export type DrivingDay = HalfStaffDay & {
  /** The date as the number of days since January 1, 1970. */
  number: number;
  /**
   * The time when the day's date was confirmed, in epoch milliseconds. Poles follow the day only
   * from then on. 0 if the date needs no confirmation.
   */
  since: number;
};

const years = new WeakMap<OrdersAndDays['confirmedDays'], Map<number, readonly DrivingDay[]>>();

/**
 * Returns the annual half-staff days that poles follow in a year, sorted by date. The result is
 * cached for each list of confirmed days.
 */
export function drivingDays({ confirmedDays }: OrdersAndDays, year: number): readonly DrivingDay[] {
  let known = years.get(confirmedDays);
  if (!known) {
    known = new Map();
    years.set(confirmedDays, known);
  }
  let days = known.get(year);
  if (!days) {
    days = annualDays(year, confirmedDays)
      .filter(drivesPoles)
      .map((day) => ({
        ...day,
        number: dayNumberOf(day.date),
        since: confirmedDays.find((c) => c.name === day.name && c.year === year)?.at ?? 0,
      }));
    known.set(year, days);
  }
  return days;
}
