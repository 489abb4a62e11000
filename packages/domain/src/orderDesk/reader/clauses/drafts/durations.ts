import { dayNumberOf } from '../../../../time/civilDate.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { countAt } from '../../when/numberWords.ts';
import type { Document } from '../document/document.ts';
import type { Period } from '../period/period.ts';
import type { OrderGroup } from './draft.ts';

/**
 * Maximum number of days that an order can last. If the text states a longer duration, it is not
 * the order's.
 */
const DAYS_MAX = 60;

/**
 * Whether a sentence about an order states a number of days that contradicts the order's dates, as
 * in "ordered 30 days of lowered flags, and a day of mourning on December 5".
 */
export function contradictsDuration(
  { tokens, clauses }: Document,
  { kind, sentences, isOnly }: OrderGroup,
  { starts, ends }: Period,
): boolean {
  // A full-staff day is often part of "30 days of mourning".
  if (kind?.value === 'full') return false;
  if (starts?.value.kind !== 'sunrise' || ends?.value.kind !== 'sunset') return false;
  const length = dayNumberOf(ends.value.date) - dayNumberOf(starts.value.date) + 1;
  const own = new Set(sentences);
  return clauses.some(({ sentence, mentions, topicAt }) => {
    const isOwn = own.has(sentence) && mentions.length > 0;
    if (!isOwn && !isAboutPeriod(tokens, sentence)) return false;
    for (let at = sentence.from; at < sentence.to; at++) {
      const days = daysAt(tokens, at);
      if (days === null || !/^(flag|other)$/.test(topicAt(at).topic)) continue;
      // For example: "on two days", each of which has its own order
      if (!isOnly && /^(on|the|both|next)$/.test(tokens[at - 1]?.text ?? '')) continue;
      // Three days from a sunrise to a sunset may be counted as three or as four calendar days.
      if (days !== length && days + 1 !== length) return true;
    }
    return false;
  });
}

/**
 * Matches a sentence that states the length of the half-staff period: "The period will be three
 * days", "The lowering lasts two days".
 */
const isAboutPeriod = (tokens: readonly Token[], { from }: Sentence): boolean =>
  /^(the|this)$/.test(tokens[from]?.text ?? '') &&
  /^(period|lowering|observance|half)$/.test(tokens[from + 1]?.text ?? '');

/**
 * Returns the number of days in a phrase such as "for three days" or "30 days of lowered flags".
 */
function daysAt(tokens: readonly Token[], at: number): number | null {
  if (tokens[at - 1]?.kind === 'mark' && !tokens[at]?.spaced) return null;
  const count = countAt(tokens, at);
  if (!count || count.value < 2 || count.value > DAYS_MAX) return null;
  if (/^(within|in|last|past|next|previous|every|after)$/.test(tokens[at - 1]?.text ?? ''))
    return null;
  const isDays = tokens[count.to]?.text === 'days';
  return isDays && !NOT_LASTING.test(tokens[count.to + 1]?.text ?? '') ? count.value : null;
}

const NOT_LASTING = /^(ago|after|later|earlier|before|since|old|from|following|prior)$/;
