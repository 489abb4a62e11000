/** Limits of the rules language. */

/**
 * Maximum length of a rules file in UTF-16 code units. Keeps a huge file from using up all memory.
 */
export const MAX_RULES_LENGTH = 1024 * 1024;

/**
 * Maximum nesting depth of JSON in a rules file, which limits the parser's recursion. Data is
 * nested at most 32 levels deep.
 */
export const MAX_RULES_DEPTH = 64;

/** Maximum length of a rule expression in UTF-16 code units. */
export const MAX_EXPRESSION_LENGTH = 64 * 1024;

/**
 * Maximum nesting depth of a rule expression. Limits the recursion in our parser and in the
 * JavaScript engine's.
 */
export const MAX_EXPRESSION_DEPTH = 200;

/**
 * Maximum length of the result of `replace()` in UTF-16 code units: the largest string that the
 * database stores.
 */
export const MAX_STRING_LENGTH = 10 * 1024 * 1024;
