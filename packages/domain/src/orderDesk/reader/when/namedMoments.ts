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
  const ofOrder = behindOrder(tokens, word === 'upon' ? at + 1 : at);
  if (ofOrder !== -1 && (word === 'upon' || /^(from|effective)$/.test(before))) return ofOrder;
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

/** Returns the index after "the following day" or "the next day"; -1 if there is none. */
export function nextDayAt(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text !== 'the' || !/^(following|next)$/.test(tokens[at + 1]?.text ?? ''))
    return -1;
  return tokens[at + 2]?.text === 'day' && tokens[at + 3]?.text !== 'of' ? at + 3 : -1;
}

/**
 * Returns the index after "the time of this order", "the date of this proclamation" or "the signing
 * of this order"; -1 if there is none.
 */
function behindOrder(tokens: readonly Token[], at: number): number {
  const first = tokens[at]?.text === 'the' ? at + 1 : at;
  if (!/^(time|date|day|hour|moment|issuance|signing)$/.test(tokens[first]?.text ?? '')) return -1;
  if (tokens[first + 1]?.text !== 'of' || tokens[first + 2]?.text !== 'this') return -1;
  const noun = tokens[first + 3]?.text === 'executive' ? first + 4 : first + 3;
  const isOrder = /^(order|proclamation|directive|notice)$/.test(tokens[noun]?.text ?? '');
  return isOrder ? noun + 1 : -1;
}
