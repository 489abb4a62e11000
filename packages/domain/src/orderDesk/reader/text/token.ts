/**
 * The kinds of tokens.
 * - `word`: letters in lowercase, without apostrophes. `'s` is a separate token.
 * - `number`: digits with a value, "5" or "5th".
 * - `mark`: one punctuation character. Quotes are `"` and dashes are `-`.
 * - `break`: a line break. `text` is "\n" for one line break, "\n\n" for the end of a paragraph.
 * - `opaque`: anything that cannot be parsed, such as "2O26".
 */
export type TokenKind = 'word' | 'number' | 'mark' | 'break' | 'opaque';

/** A word, number, punctuation mark or break in a document. */
export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
  /** The value of a number; -1 for any other token. */
  value: number;
  /**
   * For a word, whether it starts with a capital letter. For a number, whether it is an ordinal,
   * like "5th".
   */
  cap: boolean;
  /** Whether the word's second letter is a capital too, as in "GOVERNOR" and "WA". */
  upper: boolean;
  /** Whether spaces precede the token. */
  spaced: boolean;
}

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
