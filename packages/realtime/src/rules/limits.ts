/** Limits of the rules language, each with its unit and what it stops. */

/** UTF-16 units of a whole rules file. Stops an administrator's mistake from filling the memory. */
export const MAX_RULES_LENGTH = 1024 * 1024;

/**
 * Levels of JSON in a rules file, which bounds its recursive parser. Data has at most 32 levels.
 */
export const MAX_RULES_DEPTH = 64;

/** UTF-16 units of one expression. */
export const MAX_EXPRESSION_LENGTH = 64 * 1024;

/** Levels of one expression: the compiled closures call each other to that depth. */
export const MAX_EXPRESSION_DEPTH = 200;

/** UTF-16 units that `replace()` may produce: the largest string that the database stores. */
export const MAX_STRING_LENGTH = 10 * 1024 * 1024;
