import {
  almanacOf,
  authorityName,
  dateInZone,
  dayKey,
  dayWindow,
  drivingDays,
  followsDaySince,
  type Order,
  type OrdersAndDays,
  orderKey,
  type Pole,
  type Position,
  partsOf,
  type Source,
  windowsOfOrder,
} from '@halyard/domain';

/** An upcoming order or annual half-staff day at a pole, and when it begins there. */
export interface Coming {
  source: Source;
  position: Position;
  /** The time when the order or half-staff day begins at the pole, in epoch milliseconds. */
  at: number;
}

/**
 * Returns the orders that begin at the pole after `now`, and the next annual half-staff day, sorted
 * by start. Empty if the pole's company does not follow orders.
 */
export function comingAt(pole: Pole, facts: OrdersAndDays, now: number): Coming[] {
  if (!pole.optedIn) return [];
  const almanac = almanacOf(pole.place);
  const found: Coming[] = facts.orders
    .flatMap((each) => windowsOfOrder(each, pole))
    .filter(({ window }) => window.from > now)
    .map(({ order, window }) => ({ ...ofOrder(order), at: window.from }));
  const [year] = partsOf(dateInZone(pole.place.timeZone, now));
  const days = [year, year + 1, year + 2].flatMap((each) => drivingDays(facts, each));
  for (const day of days) {
    const { from } = dayWindow(day, almanac);
    if (from <= now || followsDaySince(pole, day.name) === null) continue;
    const key = dayKey(day.date);
    const source: Source = { kind: 'annual-day', key, keys: [key], by: null, title: day.name };
    found.push({ source, position: 'half', at: from });
    break;
  }
  return found.sort((a, b) => a.at - b.at);
}

function ofOrder(order: Order): Pick<Coming, 'source' | 'position'> {
  const key = orderKey(order.id);
  const isHalf = order.kind === 'half';
  return {
    source: {
      kind: isHalf ? 'order' : 'exception',
      key,
      keys: [key],
      by: authorityName(order),
      title: order.reason,
    },
    position: isHalf ? 'half' : 'up',
  };
}
