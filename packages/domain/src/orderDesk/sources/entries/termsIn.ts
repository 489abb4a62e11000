import { readOrders } from '../../reader/readOrders.ts';

/**
 * Returns the terms of the orders in a document as one string, to recognize a document that was
 * read before. Changes to other words, such as the current date, do not change the string.
 */
export function termsIn(text: string): string {
  const orders = readOrders(text, { readOn: '2000-01-01' });
  return JSON.stringify(
    orders.map(({ kind, authority, scope, starts, ends }) =>
      [kind, authority, scope, starts, ends].map((found) => found?.value ?? null),
    ),
  );
}
