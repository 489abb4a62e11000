/**
 * - `word`: letters, in lower case and without apostrophes; `'s` is a token of its own.
 * - `number`: digits with a value, "5" or "5th".
 * - `mark`: one punctuation character; quotes are `"` and dashes are `-`.
 * - `break`: a line break; `text` is "\n" for one, "\n\n" for the end of a paragraph.
 * - `opaque`: anything that is not read, such as "2O26".
 */
export type TokenKind = 'word' | 'number' | 'mark' | 'break' | 'opaque';

/** A word, number or mark of a text. */
export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
  /** Of a number; otherwise -1. */
  value: number;
  /** The first letter is a capital; of a number: it is an ordinal, "5th". */
  cap: boolean;
  /** Its second letter is a capital too: "GOVERNOR", "WA". */
  upper: boolean;
  /** Blanks come before it. */
  spaced: boolean;
}

/** Adds a token. */
export function push(
  tokens: Token[],
  kind: TokenKind,
  text: string,
  start: number,
  end: number,
  value: number,
  cap: boolean,
  spaced: boolean,
): void {
  tokens.push({ kind, text, start, end, value, cap, upper: false, spaced });
}
