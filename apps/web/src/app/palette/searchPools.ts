import type { RecordSearch } from '@halyard/domain';

export type Found = NonNullable<RecordSearch['found']>;
/** The search results of each kind, with the total number of results. */
type Counted = Readonly<Record<string, { readonly items: readonly unknown[]; total: number }>>;
export type FoundPoles = NonNullable<RecordSearch['poles']>;

/** The records that the server found for a search text. */
export interface Pool<Kinds extends Counted = FoundPoles> {
  text: string;
  found: Kinds;
}

/**
 * Returns the search response to use for a text: the response for exactly this text, or a complete
 * response for a more general text. Undefined if neither exists.
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

/** Whether the server's response contains all records that match its search text. */
export const isWhole = (found: Counted): boolean =>
  Object.values(found).every(({ items, total }) => items.length === total);

/** Whether every record that matches `text` also matches `broader`. */
function isNarrower(text: string, broader: string): boolean {
  const words = text.split(' ');
  return broader.split(' ').every((part) => words.some((word) => word.includes(part)));
}
