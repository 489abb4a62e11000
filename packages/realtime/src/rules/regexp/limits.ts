/** Caps of regular expressions, each with its unit. */

/** States of one compiled regular expression; counted repetitions are written out into states. */
export const MAX_REGEXP_STATES = 2000;

/**
 * Work of one `matches()`, in visited states. At some 10 ns each this bounds a match to tens of
 * milliseconds whatever the text; a text of a million characters still passes an easy pattern.
 */
export const MAX_REGEXP_WORK = 4_000_000;

/** Numbers that a regular expression remembers of earlier texts before it forgets them all. */
export const MAX_REGEXP_MEMORY = 200_000;
