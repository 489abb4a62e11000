/** Limits of regular expressions, each with its unit. */

/** States of one compiled regular expression. Counted repetitions are expanded into states. */
export const MAX_REGEXP_STATES = 2000;

/**
 * Work of one `matches()`, in visited states. At about 10 ns each, this bounds a match to tens of
 * milliseconds for any text. A text of a million characters still passes a simple pattern.
 */
export const MAX_REGEXP_WORK = 4_000_000;

/** Numbers that a regular expression caches from earlier texts before it clears its cache. */
export const MAX_REGEXP_MEMORY = 200_000;
