import type { RecordSearch } from '@halyard/domain';

export type Found = NonNullable<RecordSearch['found']>;
export type FoundPoles = NonNullable<RecordSearch['poles']>;

/** Records that the server has found for a text. */
export interface Pool<Kinds extends FoundPoles = FoundPoles> {
  text: string;
  found: Kinds;
}

/**
 * Returns the pool that contains everything that matches a text: the response for this text, or for
 * a broader text if nothing was left out. Returns undefined if there is none.
 */
export function poolFor<Kinds extends FoundPoles>(
  text: string,
  pools: readonly (Pool<Kinds> | undefined)[],
): Pool<Kinds> | undefined {
  return (
    pools.find((pool) => pool?.text === text) ??
    pools.find((pool) => pool && isWhole(pool.found) && isNarrower(text, pool.text))
  );
}

/** Whether the response contains everything that matches its text. */
export const isWhole = (found: FoundPoles): boolean =>
  Object.values(found).every(({ items, total }) => items.length === total);

/**
 * Whether everything that matches `text` also matches `broader`, because each word of `broader` is
 * part of a word of `text`.
 */
function isNarrower(text: string, broader: string): boolean {
  const words = text.split(' ');
  return broader.split(' ').every((part) => words.some((word) => word.includes(part)));
}
