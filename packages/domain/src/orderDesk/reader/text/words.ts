import { DIGIT, isApostrophe, isCapital, kinds, LETTER, MARK } from './characters.ts';
import { UNREADABLE } from './charClasses.ts';
import { push, type Token } from './token.ts';

/**
 * Adds a token for the word that begins at `start`, and a separate token for "'s".
 * @returns the offset after the word
 */
export function pushWord(
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
      // Skips "May5" and "l5" as a whole, because a letter next to a digit may be a typo.
      while (
        at < to &&
        (kinds[text.charCodeAt(at)] ?? 0) >= LETTER &&
        kinds[text.charCodeAt(at)] !== MARK
      )
        at++;
      push(tokens, 'opaque', '', start, at, -1, false, spaced);
      return at;
    } else if (code === 0x2e && at - start === 1) {
      // "U.S." and "p.m." are single tokens. "J." becomes the word "j.", so that its period does
      // not end a sentence.
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

/**
 * Returns the end of a run of single letters that each have a period, such as "U.S.", "p.m." and
 * "J.".
 */
function endOfInitials(text: string, start: number, to: number): number {
  let at = start;
  while (at + 1 < to && kinds[text.charCodeAt(at)] === LETTER && text.charCodeAt(at + 1) === 0x2e)
    at += 2;
  return at;
}
