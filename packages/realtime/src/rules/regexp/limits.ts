/** Limits on the regular expressions in rules. */

/**
 * Maximum number of states in a compiled regular expression. Counted repetitions are expanded into
 * states.
 */
export const MAX_REGEXP_STATES = 2000;

/**
 * Maximum work for one `matches()`: the number of automaton states visited, at about 10 ns each. It
 * limits a match to tens of milliseconds for any string.
 */
export const MAX_REGEXP_WORK = 4_000_000;

/**
 * Maximum size of a regular expression's cache, as a number of integers. Beyond it, the cache is
 * cleared.
 */
export const MAX_REGEXP_MEMORY = 200_000;
