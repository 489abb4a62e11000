import { readOrders } from '../reader/readOrders.ts';

/**
 * Returns the kind, authority, place and period of each order in a text as one line per order;
 * "none" if the text contains no order.
 */
export function summaryOf(text: string): string {
  const lines = readOrders(text, { readOn: '2026-05-05' }).map((order) => {
    const scope = order.scope?.value;
    const place =
      scope?.kind === 'states'
        ? scope.states.join(' ')
        : (scope?.kind ?? (order.narrower ? 'narrower' : 'null'));
    const period = [order.starts, order.ends]
      .map((point) => (point ? Object.values(point.value).join(' ') : 'null'))
      .join(' - ');
    const change = order.amends ? [order.amends.value] : [];
    const parts = [order.kind?.value, order.authority?.value, place, period, ...change];
    return parts.map((part) => part ?? 'null').join(' | ');
  });
  return lines.length === 0 ? 'none' : lines.join('\n');
}
