import type { RecordSearch } from '@halyard/domain';

export type Found = NonNullable<RecordSearch['found']>;
/** The search results of each kind, with the total number of results. */
type Counted = Readonly<Record<string, { readonly items: readonly unknown[]; total: number }>>;
export type FoundPoles = NonNullable<RecordSearch['poles']>;

/** The records that the server found for a search query. */
export interface Pool<Kinds extends Counted = FoundPoles> {
  text: string;
  found: Kinds;
}

/**
 * Returns the search response to use for a query: the response to that exact query, or a complete
 * response to a broader query. Undefined if neither exists.
 */
export function poolFor<Kinds extends Counted>(
  text: string,
  pools: readonly (Pool<Kinds> | undefined)[],
): Pool<Kinds> | undefined {
  return (
    pools.find((pool) => pool?.text === text) ??
    pools.find((pool) => pool && isWhole(pool.found) && isNarrower(text, pool.text))
  );
}

/** Whether the server's response contains all records that match the search query. */
export const isWhole = (found: Counted): boolean =>
  Object.values(found).every(({ items, total }) => items.length === total);

/** Whether every record that matches the query `text` also matches the query `broader`. */
function isNarrower(text: string, broader: string): boolean {
  const words = text.split(' ');
  return broader.split(' ').every((part) => words.some((word) => word.includes(part)));
}
