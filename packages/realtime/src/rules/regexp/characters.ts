/** The set of code points that match at one position of a regular expression. */
export interface CharacterSet {
  readonly ranges: readonly (readonly [number, number])[];
  /** The character classes in a set of characters, such as `\W` in `[a\W]`. */
  readonly tests: readonly ((code: number) => boolean)[];
  readonly negated: boolean;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWord = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
const isSpace = (code: number): boolean => /\s/.test(String.fromCodePoint(code));
const isLineEnd = (code: number): boolean =>
  code === 10 || code === 13 || code === 0x2028 || code === 0x2029;

const by = (test: (code: number) => boolean): CharacterSet => ({
  ranges: [],
  tests: [test],
  negated: false,
});

export const DIGIT = by(isDigit);
export const NOT_DIGIT = by((code) => !isDigit(code));
export const WORD = by(isWord);
export const NOT_WORD = by((code) => !isWord(code));
export const SPACE = by(isSpace);
export const NOT_SPACE = by((code) => !isSpace(code));
export const DOT = by((code) => !isLineEnd(code));

/** Returns the set that accepts only the given character. */
export function codesOf(code: number): CharacterSet {
  return { ranges: [[code, code]], tests: [], negated: false };
}

/**
 * Whether a set of characters accepts a character or, with `ignoreCase`, the character in either
 * case.
 */
export function accepts(set: CharacterSet, code: number, ignoreCase: boolean): boolean {
  if (!ignoreCase) return holds(set, code) !== set.negated;
  const char = String.fromCodePoint(code);
  const found =
    holds(set, code) ||
    holds(set, oneCode(char.toLowerCase(), code)) ||
    holds(set, oneCode(char.toUpperCase(), code));
  return found !== set.negated;
}

function holds(set: CharacterSet, code: number): boolean {
  return (
    set.ranges.some(([first, last]) => code >= first && code <= last) ||
    set.tests.some((test) => test(code))
  );
}

/**
 * Returns the code point of a string with one character. For any other string, such as the "SS"
 * that "ß" becomes in upper case, returns the fallback.
 */
function oneCode(text: string, fallback: number): number {
  const code = text.codePointAt(0) ?? fallback;
  return text.length === (code > 0xffff ? 2 : 1) ? code : fallback;
}
