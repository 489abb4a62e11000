import { stateAt } from '../../places/states.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import { formerPlanIn } from '../../words/asideTimes.ts';
import { positionAt } from '../../words/positions.ts';
import type { Clause, Document } from '../document/document.ts';
import { namesTheOrder, ordersSomethingElse } from '../document/subjects.ts';
import { labelOf } from './labelOf.ts';
import { isOver } from './ordersIn.ts';
import { isBarePeriod, isDayAboveHours, isOfMeeting } from './periodLines.ts';
import { hasFlag, isFormerOrder } from './sentenceKinds.ts';

/**
 * Maximum distance, in sentences, from an order to a sentence that refers to it without the word
 * "half-staff".
 */
const PRONOUN_MAX = 4;

/** Maximum distance, in sentences, from an order to a sentence that adds details to it. */
const DISTANCE_MAX = 14;

/**
 * Returns the maximum distance, in sentences, from an order to a sentence about it. A sentence that
 * refers to the order only by a pronoun must come right after it.
 */
export function distanceOf({ tokens }: Document, { mentions, sentence, supports }: Clause): number {
  if (mentions.length > 0) return DISTANCE_MAX;
  const { from, to } = sentence;
  const isNamed =
    supports ||
    hasFlag(tokens, from, to) ||
    namesTheOrder(tokens.slice(from, to)) ||
    isBarePeriod(tokens, sentence);
  return isNamed || labelOf(tokens, sentence) !== null ? PRONOUN_MAX : 1;
}

const SUN = /^(sunrise|sunset|sunup|sundown|dawn|noon)$/;

/**
 * Matches an instruction for handling flags, which says nothing about the order's period: "first
 * hoisted to the peak", "lowered at the end of the day unless the flagpole is lit at night".
 */
function isHandling(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (/^(peak|briskly|illuminated|lit|lighted|halyard)$/.test(word)) return true;
    if (word === 'outdoors' || (word === 'single' && /^flag/.test(tokens[at + 1]?.text ?? '')))
      return true;
  }
  return false;
}

/**
 * Matches a sentence that is only about a state's own flag: "The Maryland flag has flown since May
 * 1."
 */
function isOfStateFlag(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  let isState = false;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (/^(u\.s\.|us|american|national|united|flags|:)$/.test(word)) return false;
    if (word !== 'flag') continue;
    const before = tokens[at - 1]?.text ?? '';
    const isNamed = [1, 2, 3].some((back) => stateAt(tokens, at - back)?.to === at);
    if (!isNamed && before !== 'commonwealth' && before !== 'state') return false;
    isState = true;
  }
  return isState;
}

/** The details that one sentence adds to an order given in another sentence. */
export interface Details {
  kind: 'half' | 'full';
  /**
   * Whether the sentence is about the order itself rather than about the flags. Such sentences are
   * less reliable.
   */
  weak: boolean;
  /**
   * If the sentence answers a question, whether the question is about the start or the end of
   * half-staff.
   */
  asked?: 'start' | 'end';
}

/**
 * Returns the details that a sentence adds to an order given in another sentence, as in "flags
 * should remain lowered until …".
 * @param index the index of the sentence in the document
 */
export function detailsIn(
  document: Document,
  clause: Clause,
  kind: 'half' | 'full',
  index: number,
): Details | null {
  const { tokens } = document;
  const { sentence, mentions } = clause;
  // For example: "Similar orders have been given in Kentucky", "Governor Lake has ordered the same"
  if (tokens.slice(sentence.from, sentence.to).some((_, i) => isSimilar(tokens, sentence.from + i)))
    return null;
  if (isHandling(tokens, sentence) || isOfStateFlag(tokens, sentence)) return null;
  const usable = mentions.filter(
    (one) => (one.mode === 'state' || one.mode === 'order') && !isOver(tokens, one),
  );
  if (mentions.length > 0) {
    if (usable.length === 0) return null;
    if (isPreviously(tokens, sentence) || isReminder(tokens, sentence)) return null;
    return { kind, weak: false };
  }
  if (ordersSomethingElse(tokens, sentence)) return null;
  if (isBarePeriod(tokens, sentence) || isDayAboveHours(document, clause, index))
    return { kind, weak: false };
  const words = tokens.slice(sentence.from, sentence.to);
  // For example: "until sunset on the day of his funeral, which has not been announced"
  const which = words.findIndex(({ text }, i) => text === 'which' && words[i - 1]?.text === ',');
  const main = which === -1 ? words : words.slice(0, which);
  if (main.some((token, i) => isUnreal(token) && words[i + 1]?.text !== '.')) return null;
  if (wasDue(words)) return null;
  const has = (pattern: RegExp): boolean => words.some(({ text }) => pattern.test(text));
  const label = labelOf(tokens, sentence);
  // "EFFECTIVE DATE: This order shall become effective immediately" says when the document applies,
  // not when flags are lowered.
  const isOfDocument =
    namesTheOrder(words) && has(/^(effect|effective|force)$/) && has(/^(is|shall|becomes?|goes)$/);
  if (label !== null && isOfDocument && !has(/^(flags?|colors)$/)) return { kind, weak: true };
  if (label !== null && isOfMeeting(document, clause, label, index)) return null;
  if (
    label !== null &&
    /^(from|to|through|until|start|starts|starting|end|ends|ending|begins?|beginning|commencing|effective|expires|expiration|hours|period|duration|dates?|time|times|when|lowered|raised|correction|corrected|update|updated|revised|clarification|erratum)$/.test(
      label,
    )
  )
    return { kind, weak: false };
  const isFlag = has(/^(flags?|colors)$/);
  const verb = has(
    /^(effective|effect|force|place|expires?|lapses|ceases|terminates|concludes|finishes|runs?|begins?|starts?|ends?|applies|apply|set|lasts?|continues?|remain|remains|return|returns|returned|raised|displayed|flown|stay|stays|keep|kept|go|goes|fly|lowered)$/,
  );
  if (isFlag && verb) return { kind, weak: false };
  // "It takes effect immediately" says when the document applies, not when flags are lowered.
  const isOfOrder =
    isFlag || namesTheOrder(words) || /^(it|this|that|these|which)$/.test(words[0]?.text ?? '');
  if (isOfOrder && has(/^(take|takes)$/) && has(/^effect$/)) return { kind, weak: true };
  // "She lowered barriers" and "the lowered speed limit" are not about flags.
  const isLowered = words.some(
    ({ text }, i) =>
      text === 'lowered' &&
      (i === 0 || /^(be|are|is|remain|remains|stay|stays|kept)$/.test(words[i - 1]?.text ?? '')),
  );
  if ((isLowered || has(/^(they|it|them|there)$/)) && verb) return { kind, weak: false };
  if (isAboutThat(words) || (isPeriod(words) && verb && has(SUN))) return { kind, weak: false };
  const isOfPlaces = has(/^(covers|affects|includes)$/);
  if (namesTheOrder(words) && (verb || isOfPlaces || has(SUN))) return { kind, weak: true };
  return clause.supports ? { kind, weak: true } : null;
}

const isSimilar = (tokens: Document['tokens'], at: number): boolean =>
  /^(similar|likewise|suit)$/.test(tokens[at]?.text ?? '') ||
  (tokens[at]?.text === 'same' &&
    /^(ordered|done|did|issued|doing)$/.test(tokens[at - 2]?.text ?? ''));

/**
 * Matches a pronoun that refers to the order: "That starts immediately", "This is in effect until
 * …".
 */
const isAboutThat = (words: readonly Document['tokens'][number][]): boolean =>
  /^(this|that|these|which)$/.test(words[0]?.text ?? '') &&
  // For example: "This is the third such order since January 1."
  (words[1]?.text !== 'is' || !/^(the|a|an)$/.test(words[2]?.text ?? '')) &&
  /^(starts?|begins?|ends?|runs?|lasts?|takes?|expires?|applies|apply|continues?|remains?|is|will|goes)$/.test(
    words[1]?.text ?? '',
  );

/**
 * Matches a sentence about the half-staff period: "The period begins …", "The observance runs …",
 * "This half-staff period ends …".
 */
const isPeriod = (words: readonly Document['tokens'][number][]): boolean =>
  /^(the|this)$/.test(words[0]?.text ?? '') &&
  (words
    .slice(1, 5)
    .some(({ text }) => /^(period|observance|lowering|tribute|mourning)$/.test(text)) ||
    // For example: "The week ends at sunset on Saturday", after "for one week"
    (words[1]?.text === 'week' && /^(begins|starts|ends|runs)$/.test(words[2]?.text ?? '')));

/**
 * Matches a time that no longer applies: "It had been set to end …", "they were due to be raised
 * …".
 */
const wasDue = (words: readonly Document['tokens'][number][]): boolean =>
  words.some(({ text }, i) => {
    const next = words[i + 1]?.text ?? '';
    if (text === 'had') return next === 'been';
    return /^(was|were)$/.test(text) && /^(set|scheduled|due|supposed|originally|to)$/.test(next);
  });

/**
 * Whether a word shows that a sentence gives no order, because it denies an order, states a
 * condition or makes a request.
 */
function isUnreal({ text, cap }: Document['tokens'][number]): boolean {
  if (text === 'may') return !cap;
  return /^(not|no|never|if|asks?|asked|encouraged?|encourages|urged?|urges|welcome|invited|can|might|could)$/.test(
    text,
  );
}

/**
 * Matches a reminder of another half-staff period: "As a reminder, flags are also flown …", "Flags
 * will again be lowered on May 15".
 */
function isReminder(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (word === 'reminder' && at <= from + 3) return true;
    if (word === 'again' && /^(will|be|are)$/.test(tokens[at - 1]?.text ?? '')) {
      for (let i = at; i < to; i++) if (positionAt(tokens, i)?.position === 'full') return false;
      return !tokens.slice(at, to).some(({ text }) => /^(raised|returned)$/.test(text));
    }
  }
  return false;
}

/**
 * Matches a plan that no longer applies: "Flags were previously set to return …". Does not match a
 * sentence that also states the new plan: "flags, originally set to go up today, will now remain
 * …".
 */
function isPreviously(tokens: Document['tokens'], sentence: Sentence): boolean {
  if (isFormerOrder(tokens, sentence)) return true;
  const plan = formerPlanIn(tokens, sentence);
  for (let at = sentence.from; at < sentence.to; at++) {
    if (plan && at >= plan.from && at < plan.to && plan.to < sentence.to) continue;
    if (/^(previously|originally|initially|formerly)$/.test(tokens[at]?.text ?? '')) return true;
  }
  return false;
}
