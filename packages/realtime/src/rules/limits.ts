/** Caps of the rules language, each with its unit and what it stops. */

/** UTF-16 units of a whole rules file: an administrator's mistake must not fill the memory. */
export const MAX_RULES_LENGTH = 1024 * 1024;

/** Levels of JSON in a rules file, and thereby of its recursive reader. Data is 32 levels deep. */
export const MAX_RULES_DEPTH = 64;

/** UTF-16 units of one expression. */
export const MAX_EXPRESSION_LENGTH = 64 * 1024;

/** Levels of one expression: the compiled closures call each other that deep. */
export const MAX_EXPRESSION_DEPTH = 200;

/** UTF-16 units that `replace()` may produce: the largest string that the database stores. */
export const MAX_STRING_LENGTH = 10 * 1024 * 1024;
