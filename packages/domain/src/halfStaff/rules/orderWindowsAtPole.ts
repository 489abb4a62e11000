import type { Span } from '../../sun/almanac.ts';
import type { Facts, OrderFacts, Pole } from '../facts/poleFacts.ts';
import { bearingOn } from './ordersAndDaysAtPole.ts';

/**
 * Returns when an order is in effect at a pole, oldest first: an amended order may be in effect
 * several times. A pole that was added later counts as if it had always been there. Empty if never,
 * and for a pole whose company does not follow orders.
 */
export const orderWindowsAtPole = (order: OrderFacts, pole: Pole, facts: Facts): readonly Span[] =>
  bearingOn({ ...pole, concernedSince: 0 }, { ...facts, orders: [order] }).orders.map(
    ({ window }) => window,
  );
