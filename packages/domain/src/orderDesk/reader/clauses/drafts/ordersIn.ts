import { LOCAL } from '../../places/places.ts';
import type { Mention } from '../../words/mentions.ts';
import type { Clause, Document } from '../document/document.ts';

/**
 * Returns the phrase in a sentence that orders a flag position; null if the sentence gives no
 * order.
 */
export function ordersIn({ tokens }: Document, clause: Clause): Mention | null {
  if (clause.isPast) return null;
  const mention = clause.mentions.find((one) => one.mode === 'order' && !isOver(tokens, one));
  const hadOrdered = mention && tokens[mention.verb - 1]?.text === 'had';
  return mention && !clause.isRule && !hadOrdered ? mention : null;
}

/**
 * Matches an order that is being given now, even in a sentence about the past: "has ordered", "is
 * directing", "hereby orders", "I now direct".
 */
export const isPerfect = (tokens: Document['tokens'], { verb }: Mention): boolean =>
  /^(has|have|is|are|hereby|now)$/.test(tokens[verb - 1]?.text ?? '');

/** Matches a county or city whose name ends at a token: "Lucas County", "the City of Lima". */
const isLocal = (tokens: Document['tokens'], last: number): boolean =>
  LOCAL.has(tokens[last]?.text ?? '') ||
  [1, 2, 3].some(
    (back) => tokens[last - back]?.text === 'of' && LOCAL.has(tokens[last - back - 1]?.text ?? ''),
  );

/** Matches a description of the past: "were lowered", "flew", "had been flown". */
export function isOver(tokens: Document['tokens'], { from, position }: Mention): boolean {
  // For example: "The embassy lowered its flag"
  // For example: "Lucas County has lowered its flags"
  const isNow = tokens[from - 1]?.text === 'has' && isLocal(tokens, from - 2);
  const isOwn = /^(its|their|his|her|our)$/.test(tokens[from + 1]?.text ?? '');
  if (position === 'lowered' && isOwn && !isNow) return tokens[from]?.text === 'lowered';
  // For example: "Mills last lowered the flags in October 2023"
  if (
    position === 'lowered' &&
    tokens[from - 1]?.text === 'last' &&
    tokens[from]?.text === 'lowered'
  )
    return true;
  for (let at = from - 1; at >= from - 4; at--) {
    const word = tokens[at]?.text ?? '';
    if (/^(flew|stayed|remained|hung)$/.test(word)) return true;
    if (
      (word === 'were' || word === 'was' || word === 'had') &&
      !/^(ordered|directed)$/.test(tokens[at + 1]?.text ?? '')
    )
      return true;
    if (/^(be|are|is|to|will|shall)$/.test(word)) return false;
  }
  return false;
}
