import { addDays, dayNumberOf, localDate, type Order, type OrderTerms } from '@halyard/domain';

/** The initial terms of a new order, copied from an earlier order. */
export type TermsLike = Omit<OrderTerms, 'sourceUrl'>;

/**
 * Returns the terms of a new order copied from an earlier one: the same authority, reason, poles
 * and number of days, starting today. The source is not copied.
 * @param now in epoch milliseconds
 */
export function termsLike(order: Order, now: number): TermsLike {
  const { kind, authority, reason, scope, starts, ends } = order;
  const from = 'date' in starts ? starts.date : localDate(order.approvedAt ?? order.issuedAt);
  const today = localDate(now);
  const shift = dayNumberOf(today) - dayNumberOf(from);
  return {
    ...{ kind, authority, reason, scope, issuedAt: now },
    starts: 'date' in starts ? { ...starts, date: today } : starts,
    ends: 'date' in ends ? { ...ends, date: addDays(ends.date, shift) } : ends,
  };
}
