import type { Token } from '../text/token.ts';
import { DATE_WORD } from './lines.ts';

/** Words before the date or time at which an order begins or ends, such as "from" or "until". */
export const BEFORE_PERIOD = /^(from|until|beginning|starting|effective|on)$/;

/** Words for times of day, such as "sunrise". */
export const SUN = /^(sunrise|sunset|dawn|sunup|sundown|noon)$/;

/** Matches the line break between "lowered from:" and a line that begins with a time or a date. */
export function isBeforePeriod(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.text ?? '';
  return (
    tokens[at - 1]?.text === ':' &&
    BEFORE_PERIOD.test(tokens[at - 2]?.text ?? '') &&
    (tokens[at - 3]?.kind === 'word' || tokens[at - 2]?.cap === false) &&
    (SUN.test(next) || DATE_WORD.test(next))
  );
}

/**
 * Matches the words that introduce what is ordered: "it is hereby ordered as follows", "do hereby
 * order and direct that".
 */
export function isOrdering(tokens: readonly Token[], last: number): boolean {
  if (!/^(follows|that|order|ordered|direct|proclaim)$/.test(tokens[last]?.text ?? ''))
    return false;
  for (let at = last; at > last - 8; at--) if (tokens[at]?.text === 'hereby') return true;
  return false;
}

/** Maximum number of tokens in words that introduce a list, such as "By order of Governor Ann Poe:". */
const LEAD_MAX = 12;

/**
 * Matches the colon before a numbered list of what is ordered: "Governor Poe has directed the
 * following:" above "1. Flags at half-staff …".
 */
export function introducesItems(tokens: readonly Token[], colon: number): boolean {
  if (tokens[colon]?.text !== ':') return false;
  const item = tokens[colon + 1]?.kind === 'break' ? colon + 2 : colon + 1;
  if (itemAt(tokens, item) !== 1) return false;
  if (isOrdering(tokens, colon - 1)) return true;
  for (let at = colon - 1; at >= colon - LEAD_MAX && tokens[at]?.kind !== 'break'; at--) {
    const word = tokens[at]?.text ?? '';
    // "has ordered flags to half-staff on two days:" is an order by itself.
    if (/^(flags?|half|colors)$/.test(word)) return false;
    if (/^(hereby|ordered|orders|directed|directs)$/.test(word)) return true;
    if (/^(order|direction)$/.test(word) && tokens[at + 1]?.text === 'of') return true;
  }
  return false;
}

/** Returns the number of the list item that begins at a token: "2." or "2)"; null if there is none. */
export function itemAt(tokens: readonly Token[], at: number): number | null {
  const number = tokens[at];
  if (number?.kind !== 'number') return null;
  const [mark, first] = [tokens[at + 1], tokens[at + 2]];
  const isItem = /^[.)]$/.test(mark?.text ?? '') && !mark?.spaced;
  return isItem && first?.kind === 'word' && first.spaced ? number.value : null;
}
