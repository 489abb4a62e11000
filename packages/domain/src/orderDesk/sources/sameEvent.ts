import type { Authority, Order, OrderEnd, OrderStart } from '../../halfStaff/orders/order.ts';
import { dayNumberOf } from '../../time/civilDate.ts';
import type { OrderReading } from '../reader/reading.ts';

/** The terms that an order or a document states; null for each term that is not stated. */
export interface EventTerms {
  kind: Order['kind'] | null;
  authority: Authority | null;
  scope: Order['scope'] | null;
  starts: OrderStart | null;
  ends: OrderEnd | null;
  /** The order's reason, or the document's title if there is none. */
  reason: string;
}

/** The fields of an order that can differ between two documents about the same event. */
export const COMPARED_FIELDS = ['kind', 'scope', 'starts', 'ends'] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];

/** Returns the order terms that were read from a document. @param title the document's title */
export const termsOfReading = (reading: OrderReading, title: string): EventTerms => ({
  kind: reading.kind?.value ?? null,
  authority: reading.authority?.value ?? null,
  scope: reading.scope?.value ?? null,
  starts: reading.starts?.value ?? null,
  ends: reading.ends?.value ?? null,
  reason: reading.reason?.value ?? title,
});

/** Maximum number of days between the dates of two documents about the same event. */
const DAYS_APART = 60;
/**
 * Minimum share of names that the reasons of two documents about the same event have in common,
 * measured against the reason with fewer names.
 */
const COMMON_PART = 0.5;

/**
 * Whether two documents are about the same event: they have the same authority, similar dates, and
 * reasons that share names. Compares only terms that both documents state, so a user must confirm
 * the result.
 */
export function isSameEvent(one: EventTerms, other: EventTerms): boolean {
  if (one.authority === null || one.authority !== other.authority) return false;
  const [day, otherDay] = [dayOf(one), dayOf(other)];
  if (day !== null && otherDay !== null && Math.abs(day - otherDay) > DAYS_APART) return false;
  const [names, otherNames] = [namesIn(one.reason), namesIn(other.reason)];
  if (names.size === 0 || otherNames.size === 0) {
    return day !== null && differingFields(one, other).length === 0 && otherDay !== null;
  }
  const common = [...names].filter((name) => otherNames.has(name)).length;
  return common >= Math.min(names.size, otherNames.size) * COMMON_PART;
}

/** Returns the fields for which both documents state a value, but not the same one. */
export function differingFields(one: EventTerms, other: EventTerms): ComparedField[] {
  return COMPARED_FIELDS.filter((field) => {
    const [value, otherValue] = [one[field], other[field]];
    return value !== null && otherValue !== null && canonical(value) !== canonical(otherValue);
  });
}

function canonical(value: NonNullable<EventTerms[ComparedField]>): string {
  if (typeof value === 'string') return value;
  const sorted = value.kind === 'states' ? { ...value, states: [...value.states].sort() } : value;
  return JSON.stringify(Object.entries(sorted).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the last day of the event that a document is about, or the first day if no last day is
 * stated, as the number of days since 1970-01-01. Null if neither day is stated.
 */
function dayOf({ starts, ends }: EventTerms): number | null {
  if (ends && 'date' in ends) return dayNumberOf(ends.date);
  return starts && 'date' in starts ? dayNumberOf(starts.date) : null;
}

/** Capitalized words that are too common in reasons to show that two events are the same. */
const COMMON_WORDS = new Set(
  (
    'the and for with honor honoring memory remembrance death passing victims tragedy day order ' +
    'orders ordered proclamation flag flags half staff mast american united states america ' +
    'president vice governor mayor senator representative congressman congresswoman justice ' +
    'secretary former first lady honorable deputy officer trooper sergeant lieutenant captain ' +
    'corporal detective sheriff chief firefighter police fire department county city state ' +
    'office private specialist army navy marine corps air force national guard who his her their'
  ).split(' '),
);

/** Returns the capitalized words in a string, converted to lowercase, without common ones. */
function namesIn(text: string): Set<string> {
  const words = text.match(/\p{Lu}[\p{L}'’-]{2,}/gu) ?? [];
  const names = words.map((word) => word.toLowerCase().replace(/['’]s$/, ''));
  return new Set(names.filter((name) => !COMMON_WORDS.has(name)));
}
