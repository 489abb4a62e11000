import { readOrders } from '../../reader/readOrders.ts';

/**
 * Returns the terms of the orders in a text as one string, to see whether a text was seen before. It
 * stays the same if only other words of the text change, such as the date of the day.
 */
export function termsIn(text: string): string {
  const orders = readOrders(text, { readOn: '2000-01-01' });
  return JSON.stringify(
    orders.map(({ kind, authority, scope, starts, ends }) =>
      [kind, authority, scope, starts, ends].map((found) => found?.value ?? null),
    ),
  );
}
