import type { ConfirmedDay } from '../api/halfStaff.ts';
import { annualDays, drivesPoles } from '../calendar/annualDays.ts';
import { dayNumberOf } from '../calendar/civilDate.ts';
import type { HalfStaffDay } from '../calendar/halfStaffDays.ts';
import type { FlagLock } from '../flags/lock.ts';
import type { Place } from '../places/place.ts';
import type { Hold } from './hold.ts';
import type { Order } from './order.ts';
import type { DailyRule, Position } from './should.ts';

/** The position that a pole held before an order or day began, to go back to when it is over. */
export interface Before {
  /** Null: it was not known. */
  position: Position | null;
  /** Key of what began. */
  sourceKey: string;
}

/** One pole as the rules see it. */
export interface Pole {
  companyId: string;
  locationId: string;
  /** Two letters. */
  state: string;
  place: Place;
  dailyRule: DailyRule;
  /** Whether its company follows orders and annual days (autoHalfMast). */
  optedIn: boolean;
  lock: FlagLock | null;
  /** The latest that nobody released, expired or not. */
  hold: Hold | null;
  /** What the engine remembers (`remember`). */
  before: Before | null;
  /**
   * Where it is, or where it is on its way to, as far as known: while nothing has begun, where it
   * goes back to afterwards.
   */
  position: Position | null;
  /** It was commanded and has yet to say that it is there. */
  isUnderWay: boolean;
}

/**
 * What is known of orders and days, the same for all poles; not to be changed in place. Orders that are
 * over may be left out, once no hold or memory of a pole names them.
 */
export interface Facts {
  orders: readonly Order[];
  confirmedDays: readonly Pick<ConfirmedDay, 'name' | 'year' | 'date'>[];
}

/** An annual day that poles follow, its date also as a number (`dayNumberOf`). */
export type DrivingDay = HalfStaffDay & { number: number };

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
      .map((day) => ({ ...day, number: dayNumberOf(day.date) }));
    known.set(year, days);
  }
  return days;
}
