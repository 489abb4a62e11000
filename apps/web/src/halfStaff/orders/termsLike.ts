import { addDays, dayNumberOf, localDate, type Order, type OrderTerms } from '@halyard/domain';

/** Where a form for a new order starts: the terms of an earlier order. */
export type TermsLike = Omit<OrderTerms, 'sourceUrl'>;

/**
 * Returns the terms of a new order like an earlier one: the same authority, reason and poles, from
 * today on and as many days long. The new order has a source of its own.
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
