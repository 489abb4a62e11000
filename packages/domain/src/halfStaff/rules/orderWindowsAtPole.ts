import type { Span } from '../../sun/almanac.ts';
import type { OrderFacts, OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import { scheduleOf } from './ordersAndDaysAtPole.ts';

/**
 * Returns the periods when an order is in effect at a pole, oldest first. There are several if the
 * order was amended. Includes periods before the pole was added.
 */
export const orderWindowsAtPole = (
  order: OrderFacts,
  pole: Pole,
  facts: OrdersAndDays,
): readonly Span[] =>
  scheduleOf({ ...pole, concernedSince: 0 }, { ...facts, orders: [order] }).orders.map(
    ({ window }) => window,
  );
