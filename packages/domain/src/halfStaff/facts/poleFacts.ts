import { annualDays, drivesPoles } from '../../calendar/annualDays.ts';
import type { ConfirmedDay } from '../../calendar/daySchemas.ts';
import type { HalfStaffDay } from '../../calendar/halfStaffDays.ts';
import type { Position } from '../../flags/live/position.ts';
import type { FlagLock } from '../../flags/lock.ts';
import type { Place } from '../../places/place.ts';
import { dayNumberOf } from '../../time/civilDate.ts';
import type { Order } from '../orders/order.ts';
import type { DailyRule } from './dailyRule.ts';
import type { Hold } from './hold.ts';

/** The newest request for a position of a pole. */
export interface NewestRequest {
  /** Whether a person gave it, and not autopilot. */
  byPerson: boolean;
  /** The position; null: to stop. */
  to: Position | null;
  /** Epoch milliseconds of the domain clock. */
  at: number;
  /** Whether the pole reported the position. */
  isConfirmed: boolean;
}

/**
 * One pole as the rules see it: only facts that can be read again at any time. Nothing here is
 * remembered by the engine, so a restart, a restored backup or a replaced device changes no answer.
 */
export interface Pole {
  companyId: string;
  locationId: string;
  /** Two letters. */
  state: string;
  place: Place;
  dailyRule: DailyRule;
  /** Whether its company follows orders and annual days (autoHalfMast). */
  optedIn: boolean;
  /**
   * Epoch milliseconds from which orders and annual days concern it: its creation, its last move to
   * another place, or its company's opting in, whichever was last. 0: always.
   */
  concernedSince: number;
  /**
   * Epoch milliseconds at which somebody took half-staff away from it: the company opted out, or the
   * pole or its location left an order's scope. Null once the pole was seen elsewhere than at half.
   */
  releasedAt: number | null;
  lock: FlagLock | null;
  /** The latest that nobody released, expired or not. */
  hold: Hold | null;
  /** Where it is, by its own report; null: not known. */
  reported: Position | null;
  /** Where it will be: where an open command sends it, else where it is. Null: not known. */
  position: Position | null;
  /** Null: nobody has asked for a position. */
  request: NewestRequest | null;
}

/** What an order said before it was amended or cancelled, and while it said so. */
export interface EarlierVersion
  extends Pick<Order, 'kind' | 'authority' | 'reason' | 'scope' | 'starts' | 'ends'> {
  /** Epoch milliseconds of the domain clock; `until` is the moment of the amendment. */
  from: number;
  until: number;
}

/** An approved order with what it said before. */
export interface OrderFacts extends Order {
  /** Earlier versions, the oldest first; none where it was never amended. */
  earlier?: readonly EarlierVersion[] | undefined;
}

/**
 * What is known of orders and days, the same for all poles; must not be changed in place. Orders that
 * ended more than a year ago may be left out.
 */
export interface Facts {
  orders: readonly OrderFacts[];
  confirmedDays: readonly DayConfirmation[];
}

/** That a projected day takes place on this date; `at` is when somebody confirmed it. */
export type DayConfirmation = Pick<ConfirmedDay, 'name' | 'year' | 'date'> &
  Partial<Pick<ConfirmedDay, 'at'>>;

/** An annual day that poles follow. */
export type DrivingDay = HalfStaffDay & {
  /** Its date as a number (`dayNumberOf`). */
  number: number;
  /** Epoch milliseconds from which poles follow it: the confirmation of a projected day. */
  since: number;
};

const years = new WeakMap<Facts['confirmedDays'], Map<number, readonly DrivingDay[]>>();

/** The annual days of a year that poles follow, in order; kept as long as the list of confirmed days. */
export function drivingDays({ confirmedDays }: Facts, year: number): readonly DrivingDay[] {
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
