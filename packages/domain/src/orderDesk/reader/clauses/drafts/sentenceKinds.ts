import type { Sentence } from '../../sentences/sentences.ts';
import type { Clause, Document } from '../document/document.ts';

/**
 * Matches a sentence about what an earlier order said: "The previous directive had flags lowered
 * through Friday".
 */
export const isFormerOrder = (tokens: Document['tokens'], { from, to }: Sentence): boolean =>
  tokens
    .slice(from, Math.min(to, from + FORMER_MAX))
    .some(
      ({ text }, i) =>
        /^(previous|prior|earlier|original)$/.test(text) &&
        /^(order|directive|notice|proclamation|schedule|announcement)$/.test(
          tokens[from + i + 1]?.text ?? '',
        ) &&
        /^(had|called|set|directed|said|was)$/.test(tokens[from + i + 2]?.text ?? ''),
    );

/**
 * A phrase such as "previous directive" must begin within this many words from the start of the
 * sentence.
 */
const FORMER_MAX = 4;

/**
 * Matches a sentence that only gives permission: "may fly flags at their discretion", "has no
 * objection".
 */
export function isOptional({ tokens }: Document, { sentence }: Clause): boolean {
  for (let at = sentence.from; at < sentence.to; at++)
    if (
      /^(discretion|objection|optional|voluntary|closed|closes|authorizes|authorized|permitted)$/.test(
        tokens[at]?.text ?? '',
      )
    )
      return true;
  return false;
}

/**
 * Matches a sentence in which full-staff is the exception, as shown by a word such as "except" or
 * "notwithstanding".
 */
export function isException({ tokens }: Document, { sentence, mentions }: Clause): boolean {
  if (!mentions.some(({ position }) => position === 'full')) return false;
  for (let at = sentence.from; at < sentence.to; at++)
    if (/^(except|exception|exceptions|excepting|notwithstanding)$/.test(tokens[at]?.text ?? ''))
      return true;
  return false;
}

/** Whether a range of tokens mentions flags. */
export function hasFlag(tokens: Document['tokens'], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (/^flags?$/.test(tokens[at]?.text ?? '')) return true;
  return false;
}

/** Matches an order that is already in effect: "Flags are already at half-staff". */
export function isCurrently({ tokens }: Document, { sentence, mentions }: Clause): boolean {
  if (mentions.length === 0) return false;
  for (let at = sentence.from; at < sentence.to; at++)
    if (/^(currently|already|still)$/.test(tokens[at]?.text ?? '')) return true;
  return false;
}
