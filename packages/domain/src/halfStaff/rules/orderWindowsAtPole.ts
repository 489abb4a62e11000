import type { Span } from '../../sun/almanac.ts';
import type { Facts, OrderFacts, Pole } from '../facts/poleFacts.ts';
import { scheduleOf } from './ordersAndDaysAtPole.ts';

/**
 * Returns the periods when an order is in effect at a pole, oldest first. An amended order may have
 * several. A pole that was added later is treated as if it had always existed. Empty if the order
 * is never in effect, or the pole's company does not follow orders.
 */
export const orderWindowsAtPole = (order: OrderFacts, pole: Pole, facts: Facts): readonly Span[] =>
  scheduleOf({ ...pole, concernedSince: 0 }, { ...facts, orders: [order] }).orders.map(
    ({ window }) => window,
  );
