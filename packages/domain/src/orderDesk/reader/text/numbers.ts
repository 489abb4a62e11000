import { DIGIT, isWordCharacter, kinds } from './characters.ts';
import { push, type Token } from './token.ts';

const ORDINAL = ['st', 'nd', 'rd', 'th'];

/** Maximum number of digits in a number. Longer numbers cannot be part of a date. */
const DIGITS_MAX = 4;

/**
 * Adds a token for the number, ordinal or hour that begins at `start`.
 * @returns the offset after the number
 */
export function pushNumber(
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
  // "5pm" and "5p.m.": "pm" becomes the next token.
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
