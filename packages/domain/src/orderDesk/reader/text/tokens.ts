import { UNREADABLE } from './charClasses.ts';
import type { Span } from './textMap.ts';

/**
 * - `word`: letters, in lower case and without apostrophes; `'s` is a token of its own.
 * - `number`: digits with a value, "5" or "5th".
 * - `mark`: one punctuation character; quotes are `"` and dashes are `-`.
 * - `break`: a line break; `text` is "\n" for one, "\n\n" for the end of a paragraph.
 * - `opaque`: anything that is not read, such as "2O26".
 */
export type TokenKind = 'word' | 'number' | 'mark' | 'break' | 'opaque';

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

const SPACE = 1;
const NEWLINE = 2;
const LETTER = 3;
const DIGIT = 4;
const MARK = 5;

const kinds = new Uint8Array(0x10000).fill(LETTER);
kinds.fill(SPACE, 0, 0x21);
kinds.fill(MARK, 0x21, 0x30);
kinds.fill(DIGIT, 0x30, 0x3a);
kinds.fill(MARK, 0x3a, 0x41);
kinds.fill(MARK, 0x5b, 0x61);
kinds.fill(MARK, 0x7b, 0xc0);
for (const code of [0xd7, 0xf7]) kinds[code] = MARK;
kinds.fill(MARK, 0x2010, 0x2071);
kinds.fill(MARK, 0x20a0, 0x20d0);
kinds.fill(MARK, 0x2190, 0x2c00);
kinds.fill(MARK, 0x3001, 0x3021);
for (const code of [0xa0, 0x1680, 0x202f, 0x205f, 0x3000]) kinds[code] = SPACE;
kinds.fill(SPACE, 0x2000, 0x200b);
// Emphasis in Markdown.
kinds[0x2a] = SPACE;
kinds[0x5b] = SPACE;
kinds[0x5d] = SPACE;
for (const code of [0x0a, 0x0b, 0x0c, 0x0d, 0x85, 0x2028, 0x2029]) kinds[code] = NEWLINE;
// The 'okina of "Hawai'i".
kinds[0x2bb] = LETTER;

const APOSTROPHES = new Set([0x27, 0x2019, 0x2bb, 0x2bc, 0x60, 0x2018]);
const isApostrophe = (code: number): boolean =>
  code === 0x27 || (code > 0x7f && APOSTROPHES.has(code));
const ORDINAL = ['st', 'nd', 'rd', 'th'];
/** Numbers with more digits are no part of a date. */
const DIGITS_MAX = 4;

/** Splits parts of a normalized text into tokens. Reads each character a bounded number of times. */
export function tokensOf(text: string, parts: readonly Span[]): Token[] {
  const tokens: Token[] = [];
  for (const { start, end } of parts) {
    if (tokens.length > 0) push(tokens, 'break', '\n\n', start, start, -1, false, true);
    addTokens(tokens, text, start, end);
  }
  markLabels(tokens);
  return tokens;
}

const LABELS = new Set(
  'start starts begin begins from end ends until effective expires when'.split(' '),
);
/** The most words of a label, "Effective date and time". */
const LABEL_MAX = 3;

/** Turns the break behind a label on a line of its own, a cell of a table, into a colon. */
function markLabels(tokens: Token[]): void {
  let isLabelBefore = false;
  for (let at = 0; at < tokens.length; at++) {
    if (at > 0 && tokens[at - 1]?.kind !== 'break') continue;
    let end = at;
    while (end < at + LABEL_MAX && tokens[end]?.kind === 'word') end++;
    const colon = tokens[end];
    const first = tokens[at];
    const isLabel =
      first?.kind === 'word' && first.cap && LABELS.has(first.text) && colon?.kind === 'break';
    // The cells of a table's head are labels in a row.
    const next = tokens[end + 1];
    const isHead: boolean = isLabelBefore || (next?.cap === true && LABELS.has(next.text));
    if (isLabel && !isHead && colon) {
      colon.kind = 'mark';
      colon.text = ':';
    }
    isLabelBefore = isLabel && isHead;
  }
}

function addTokens(tokens: Token[], text: string, from: number, to: number): void {
  let at = from;
  let spaced = true;
  while (at < to) {
    const code = text.charCodeAt(at);
    switch (kinds[code]) {
      case SPACE:
        at++;
        spaced = true;
        continue;
      case NEWLINE:
        at = pushBreak(tokens, text, at, to);
        spaced = true;
        continue;
      case LETTER:
        at = pushWord(tokens, text, at, to, spaced);
        break;
      case DIGIT:
        at = pushNumber(tokens, text, at, to, spaced);
        break;
      default:
        push(tokens, 'mark', markText(code, text[at] ?? ''), at, at + 1, -1, false, spaced);
        at++;
    }
    spaced = false;
  }
}

function push(
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

/** One break for a row of line breaks and blanks. */
function pushBreak(tokens: Token[], text: string, start: number, to: number): number {
  let lines = 0;
  let at = start;
  for (; at < to; at++) {
    const code = text.charCodeAt(at);
    const kind = kinds[code];
    if (kind === NEWLINE) {
      // "\r\n" is one line break, a form feed and a paragraph separator end a paragraph.
      if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) continue;
      lines += code === 0x0c || code === 0x2029 ? 2 : 1;
    } else if (kind !== SPACE) break;
  }
  push(tokens, 'break', lines > 1 ? '\n\n' : '\n', start, at, -1, false, true);
  return at;
}

function pushWord(
  tokens: Token[],
  text: string,
  start: number,
  to: number,
  spaced: boolean,
): number {
  let at = start;
  let apostrophes = false;
  let plain = true;
  while (at < to) {
    const code = text.charCodeAt(at);
    const kind = kinds[code];
    if (kind === LETTER) {
      if (code > 0x7f) plain = false;
      if (code === 0x2bb) apostrophes = true;
      at++;
    } else if (isApostrophe(code) && at + 1 < to && kinds[text.charCodeAt(at + 1)] === LETTER) {
      const possessive =
        (text.charCodeAt(at + 1) | 0x20) === 0x73 && kinds[text.charCodeAt(at + 2)] !== LETTER;
      if (possessive && kinds[text.charCodeAt(at + 2)] !== DIGIT) break;
      apostrophes = true;
      at++;
    } else if (kind === DIGIT) {
      // "May5" or "l5" is not read.
      while (
        at < to &&
        (kinds[text.charCodeAt(at)] ?? 0) >= LETTER &&
        kinds[text.charCodeAt(at)] !== MARK
      )
        at++;
      push(tokens, 'opaque', '', start, at, -1, false, spaced);
      return at;
    } else if (code === 0x2e && at - start === 1) {
      // "U.S." and "p.m." are one token; "J." is the word "j." and so no end of a sentence.
      const end = endOfInitials(text, start, to);
      const word = text.slice(start, end).toLowerCase();
      const cap = isCapital(text.charCodeAt(start));
      push(tokens, 'word', word, start, end, -1, cap, spaced);
      return end;
    } else break;
  }
  let word = text.slice(start, at);
  const cap = isCapital(text.charCodeAt(start));
  if (apostrophes) word = word.replace(/['‘’`\u02BB\u02BC]/g, '');
  word = word.toLowerCase();
  const opaque = !plain && word.includes(UNREADABLE);
  push(tokens, opaque ? 'opaque' : 'word', opaque ? '' : word, start, at, -1, cap, spaced);
  const pushed = tokens.at(-1);
  if (cap && pushed && at - start > 1) pushed.upper = isCapital(text.charCodeAt(start + 1));
  if (
    isApostrophe(text.charCodeAt(at)) &&
    (text.charCodeAt(at + 1) | 0x20) === 0x73 &&
    at + 1 < to
  ) {
    push(tokens, 'word', "'s", at, at + 2, -1, false, false);
    at += 2;
  }
  return at;
}

/** The end of single letters that each have a period, such as "U.S.", "p.m." and "J.". */
function endOfInitials(text: string, start: number, to: number): number {
  let at = start;
  while (at + 1 < to && kinds[text.charCodeAt(at)] === LETTER && text.charCodeAt(at + 1) === 0x2e)
    at += 2;
  return at;
}

function pushNumber(
  tokens: Token[],
  text: string,
  start: number,
  to: number,
  spaced: boolean,
): number {
  let at = start;
  while (at < to && kinds[text.charCodeAt(at)] === DIGIT) at++;
  const digits = at - start;
  const value = digits <= DIGITS_MAX ? Number(text.slice(start, at)) : -1;
  let suffix = at;
  while (suffix < to && isWordCharacter(text.charCodeAt(suffix))) suffix++;
  const letters = suffix - at;
  if (letters === 0) {
    const kind = value === -1 ? 'opaque' : 'number';
    push(tokens, kind, text.slice(start, Math.min(at, start + 8)), start, at, value, false, spaced);
    return at;
  }
  const after = letters <= 2 ? text.slice(at, suffix).toLowerCase() : '';
  if (value !== -1 && ORDINAL.includes(after) && after === ordinalOf(value)) {
    push(tokens, 'number', text.slice(start, suffix), start, suffix, value, true, spaced);
    return suffix;
  }
  // "5pm" and "5p.m.": the word comes as the next token.
  const isHour = value !== -1 && (after === 'am' || after === 'pm');
  const hasPoints = letters === 1 && text.charCodeAt(suffix) === 0x2e && /[ap]/i.test(after);
  if (isHour || hasPoints) {
    push(tokens, 'number', text.slice(start, at), start, at, value, false, spaced);
    return at;
  }
  push(tokens, 'opaque', '', start, suffix, -1, false, spaced);
  return suffix;
}

function ordinalOf(value: number): string {
  const tens = value % 100;
  if (tens >= 11 && tens <= 13) return 'th';
  return ORDINAL[(value % 10) - 1] === undefined || value % 10 > 3
    ? 'th'
    : (ORDINAL[(value % 10) - 1] ?? 'th');
}

const isWordCharacter = (code: number): boolean => kinds[code] === LETTER || kinds[code] === DIGIT;

const isCapital = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0xde);

function markText(code: number, character: string): string {
  if (code < 0x80) return character;
  if (code >= 0x2010 && code <= 0x2015) return '-';
  if (code === 0x201c || code === 0x201d || code === 0x201e || code === 0xab || code === 0xbb)
    return '"';
  if (code === 0x2018 || code === 0x2019) return "'";
  return character;
}
