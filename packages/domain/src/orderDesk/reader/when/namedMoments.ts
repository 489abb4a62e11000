import type { Token } from '../text/token.ts';

/**
 * Returns the index after "immediately", "now", "this date" or "upon receipt"; -1 if there is none.
 */
export function nowAt(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.text;
  if (word === 'immediately') return at + 1;
  if (word === 'effective' && tokens[at + 1]?.text === 'immediately') return at + 2;
  const before = tokens[at - 1]?.text ?? '';
  if (word === 'now' && ['from', 'effective', 'starting', 'beginning'].includes(before)) {
    return tokens[at + 1]?.text === 'on' ? -1 : at + 1;
  }
  const next = tokens[at + 1]?.text ?? '';
  const isNow = word === 'this' && /^(date|day|moment|hour|point)$/.test(next);
  if (isNow && /^(from|effective|of)$/.test(before) && tokens[at + 2]?.text !== 'of')
    return /^(forward|on|onward)$/.test(tokens[at + 2]?.text ?? '') ? at + 3 : at + 2;
  if (word === 'with' && next === 'immediate' && tokens[at + 2]?.text === 'effect') return at + 3;
  if (word === 'forthwith') return at + 1;
  if (word === 'upon' && /^(receipt|issuance|notification)$/.test(tokens[at + 1]?.text ?? ''))
    return at + 2;
  if (word === 'once' && tokens[at - 1]?.text === 'at') return at + 1;
  return -1;
}

/**
 * Returns the index after "that same day", "the same day", "such day" or "that evening"; -1 if
 * there is none.
 */
export function sameDayAt(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.text;
  if (word !== 'that' && word !== 'same' && word !== 'such') return -1;
  const next = tokens[at + 1]?.text === 'same' ? at + 2 : at + 1;
  return /^(day|date|evening|afternoon|morning)$/.test(tokens[next]?.text ?? '') ? next + 1 : -1;
}
