import { readOrders } from '../../reader/readOrders.ts';

/**
 * Returns the terms of the orders in a text as one string, for detecting a text that was read
 * before. The string stays the same if only other words in the text change, such as the current
 * date.
 */
export function termsIn(text: string): string {
  const orders = readOrders(text, { readOn: '2000-01-01' });
  return JSON.stringify(
    orders.map(({ kind, authority, scope, starts, ends }) =>
      [kind, authority, scope, starts, ends].map((found) => found?.value ?? null),
    ),
  );
}
