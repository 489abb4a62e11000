import type { Sentence } from '../../sentences/sentences.ts';
import { pointsIn } from '../../when/points.ts';
import { isCancelVerb, isNegated } from '../../words/cancelVerbs.ts';
import { EXTENDING_VERBS, extendsOrder, SHORTENING_VERBS } from '../../words/changeVerbs.ts';
import { addsDays, bringsForward, cutsShort, endsSooner } from '../../words/shortenings.ts';
import type { Document } from '../document/document.ts';
import { namesTheOrder } from '../document/subjects.ts';
import type { OrderGroup } from '../drafts/draft.ts';
import { followsAnother, movedEndOf } from './formerEnds.ts';
import { isOfOtherNumber } from './orderNumbers.ts';

const CORRECTS = /^(correction|corrected|corrects|correcting|erratum|misstated|disregard)$/;

/**
 * Returns how the text changes an earlier order; null if no sentence about flags or orders mentions
 * a change.
 */
export function amendmentOf(
  document: Document,
  group: OrderGroup,
): { value: 'extends' | 'ends-early' | 'corrects' | 'cancels'; sentence: Sentence } | null {
  const { tokens, clauses } = document;
  if (group.endsEarly) {
    // "The half-staff period will now end on May 6" does not say which way the end has moved.
    const isNow = tokens
      .slice(group.endsEarly.from, group.endsEarly.to)
      .some(
        ({ text }, i, words) => text === 'now' && /^(end|expire)s?$/.test(words[i + 1]?.text ?? ''),
      );
    const moved = movedEndOf(document, group);
    if (moved || !isNow) return moved ?? { value: 'ends-early', sentence: group.endsEarly };
  }
  const last = group.sentences.at(-1)?.from ?? 0;
  const behind = clauses.find(({ sentence }) => sentence.from > last)?.sentence;
  const near = clauses.filter(
    ({ sentence }) =>
      sentence.from >=
        (group.isOnly ? 0 : (group.firstHeading?.from ?? group.sentences[0]?.from ?? 0)) &&
      (sentence.from <= last || (sentence === behind && isAboutThis(tokens, sentence))),
  );
  const correction = near.find(
    ({ sentence }) => isCorrectionNote(tokens, sentence) || hadWrongDate(tokens, sentence),
  );
  if (correction) return { value: 'corrects', sentence: correction.sentence };
  const office = group.authority?.value;
  for (const { sentence, mentions, parties, topicAt } of near) {
    // In "Governor Poe also ordered flags lowered, extending the period", the extended period is
    // the President's.
    if (
      office === 'president' &&
      parties.length > 0 &&
      parties.every(({ party }) => party !== office)
    )
      continue;
    for (let at = sentence.from; at < sentence.to; at++) {
      const word = tokens[at]?.text ?? '';
      const words = tokens.slice(sentence.from, sentence.to);
      const isAbout =
        mentions.length > 0 ||
        isAboutOrder(words) ||
        namesTheOrder(words) ||
        extendsOrder(tokens, sentence);
      if (!isAbout) break;
      // "unless amended, modified, terminated, or rescinded" and "until it is rescinded" only say
      // what might happen.
      if (word === 'unless' || (word === 'until' && isBeforeEnd(tokens, at))) break;
      const { topic } = topicAt(at);
      // In "Officer Roe, whose search was called off", the order is not meant.
      if (topic === 'incident' || topic === 'ceremony' || isNegated(tokens, at)) continue;
      const isOfCancel = isCancelVerb(tokens, at) && isAboutOrderNear(tokens, at, sentence);
      if (isOfCancel && !isOfOtherNumber(document, group, sentence))
        return { value: 'cancels', sentence };
      const isOfOrder = isOfOrderNear(tokens, at, sentence);
      if (
        (EXTENDING_VERBS.has(word) || /^(extend|extension)$/.test(word)) &&
        isOfOrder &&
        !isOfFeelings(tokens, at, sentence.to) &&
        !isName(tokens, at)
      )
        return { value: 'extends', sentence };
      if (isContinued(tokens, at) && /^(that|this|the)$/.test(tokens[sentence.from]?.text ?? ''))
        return { value: 'extends', sentence };
      if (word === 'disregard' && isCancelled(tokens, near)) continue;
      if (CORRECTS.test(word) && topic !== 'honor' && !isName(tokens, at))
        return { value: 'corrects', sentence };
      if (SHORTENING_VERBS.has(word) && isOfOrder) return { value: 'ends-early', sentence };
      const isEarlier =
        /^(early|sooner)$/.test(word) || (word === 'earlier' && tokens[at + 1]?.text === 'than');
      if (isEarlier && /^(days?|hours?|week)$/.test(tokens[at - 1]?.text ?? ''))
        return { value: 'ends-early', sentence };
      if (
        endsSooner(tokens, at) ||
        bringsForward(tokens, at) ||
        (cutsShort(tokens, at) && isOfOrder)
      )
        return { value: 'ends-early', sentence };
      if (addsDays(tokens, at)) return { value: 'extends', sentence };
      if (word === 'one' && tokens[at + 1]?.text === 'more' && tokens[at + 2]?.text === 'day')
        return { value: 'extends', sentence };
    }
  }
  const moved = movedEndOf(document, group);
  if (moved) return moved;
  return group.remains && !followsAnother(document, group)
    ? { value: 'extends', sentence: group.remains }
    : null;
}

const ORDER =
  /^(orders?|proclamations?|directives?|notice|period|lowering|mourning|observance|tribute|half|flags?|it|this|that|staff|status|time|until|through|date|days?)$/;

/**
 * Whether a verb such as "extends" is about an order: "extends the order", "The period has been
 * extended". Excludes "extended the deadline" and "This order extends to all agencies".
 */
function isOfOrderNear(tokens: Document['tokens'], at: number, { from, to }: Sentence): boolean {
  const has = (first: number, last: number): boolean => {
    for (let i = first; i < last; i++) {
      if (/^(and|but|,|;)$/.test(tokens[i]?.text ?? '')) return false;
      if (ORDER.test(tokens[i]?.text ?? '')) return true;
    }
    return false;
  };
  const next = tokens[at + 1]?.text ?? '';
  const isAdjective = /^(an?|her|his|their)$/.test(tokens[at - 1]?.text ?? '');
  if (isAdjective) return ORDER.test(next);
  const isTo =
    next === 'to' &&
    !pointsIn(tokens, at + 1, Math.min(to, at + 8)).some(({ from: one }) => one <= at + 3);
  if (isTo) return false;
  if (at === from || tokens[at + 1]?.kind !== 'word') return true;
  if (has(at + 1, Math.min(to, at + OBJECT_MAX))) return true;
  const isPassive = /^(is|are|was|were|been|be|being|hereby|now|also)$/.test(
    tokens[at - 1]?.text ?? '',
  );
  return isPassive && has(Math.max(from, at - 2 * OBJECT_MAX), at);
}

/** Whether any of the sentences cancels an order. */
const isCancelled = (
  tokens: Document['tokens'],
  clauses: readonly { sentence: Sentence }[],
): boolean =>
  clauses.some(({ sentence }) => {
    for (let at = sentence.from; at < sentence.to; at++)
      if (isCancelVerb(tokens, at) && isAboutOrderNear(tokens, at, sentence)) return true;
    return false;
  });

/**
 * Matches a correction note at the beginning of a sentence: "Correction, April 27:", "CORRECTED
 * COPY (June 30)".
 */
const isCorrectionNote = (tokens: Document['tokens'], { from, to }: Sentence): boolean =>
  /^(correction|corrected|erratum)$/.test(tokens[from]?.text ?? '') &&
  !isOfAge(tokens, from, to) &&
  (/^[,:(.-]$/.test(tokens[from + 1]?.text ?? '') ||
    tokens.slice(from, to).every(({ text }) => /^(correction|corrected|erratum)$/.test(text)) ||
    /^(copy|notice|version|release)$/.test(tokens[from + 1]?.text ?? ''));

/** Matches a report of an error in a notice: "The notice sent this morning gave the wrong date". */
function hadWrongDate(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  const words = tokens.slice(from, to).map(({ text }) => text);
  const wrong = words.findIndex((word) => /^(wrong|incorrect|mistaken|erroneous)$/.test(word));
  const isOfDate =
    wrong !== -1 &&
    [1, 2, 3].some((next) =>
      /^(dates?|days?|ends?|start|hours|times?)$/.test(words[wrong + next] ?? ''),
    );
  const isOfText = words
    .slice(0, Math.max(0, wrong))
    .some((word) =>
      /^(advisory|notice|alert|message|mail|email|version|release|bulletin|announcement)$/.test(
        word,
      ),
    );
  return isOfDate && isOfText;
}

/**
 * Matches a correction that is not about an order: "Correction: The officer was 34 years old, not
 * 43."
 */
const isOfAge = (tokens: Document['tokens'], from: number, to: number): boolean =>
  tokens
    .slice(from, to)
    .some(({ text }) => /^(aged?|years?|old|spelled|misspelled|rank|photo|caption)$/.test(text));

/**
 * Matches a reference to the previous order: "This extends the period …", "That order now goes on".
 */
const isAboutThis = (tokens: Document['tokens'], { from }: Sentence): boolean =>
  /^(this|that|it)$/.test(tokens[from]?.text ?? '');

/**
 * Matches a sentence saying that an order continues: "That order now goes on", "the order continues
 * in effect".
 */
const isContinued = (tokens: Document['tokens'], at: number): boolean => {
  const word = tokens[at]?.text;
  const next = tokens[at + 1]?.text;
  // "while the search goes on" is not about the order.
  const isOfOrder = [1, 2, 3].some((back) =>
    /^(order|period|directive|proclamation|lowering|tribute|mourning|notice)$/.test(
      tokens[at - back]?.text ?? '',
    ),
  );
  if (word === 'goes' && next === 'on') return isOfOrder;
  return (
    word === 'continues' &&
    next === 'in' &&
    /^(effect|force|place)$/.test(tokens[at + 2]?.text ?? '')
  );
};

/**
 * Matches an end that depends on a later decision: "until this order is rescinded", "until
 * rescinded".
 */
const isBeforeEnd = (tokens: Document['tokens'], until: number): boolean =>
  [1, 2, 3, 4].some((next) => isCancelVerb(tokens, until + next));

/** Maximum number of words between a verb such as "extends" or "cancels" and its object. */
const OBJECT_MAX = 8;

/**
 * Matches uses of "extends" that are not about an order: "extends his deepest sympathy", "extends
 * an invitation".
 */
function isOfFeelings(tokens: Document['tokens'], at: number, to: number): boolean {
  for (let i = at + 1; i < Math.min(to, at + OBJECT_MAX); i++) {
    const word = tokens[i]?.text ?? '';
    if (
      /^(my|our|condolences?|sympath(y|ies)|prayers?|thoughts|gratitude|thanks|invitation|love|appreciation|support|comfort|hand)$/.test(
        word,
      )
    )
      return true;
    if (/^(order|proclamation|directive|period|flags?|lowering|half)$/.test(word)) return false;
  }
  return false;
}

/**
 * Matches "correction" or "extension" as part of a name or title: "Correction Officer Roe", "the
 * Extension Office".
 */
function isName(tokens: Document['tokens'], at: number): boolean {
  const next = tokens[at + 1];
  return (
    /^(officers?|sergeant|lieutenant|captain|department|facilit(y|ies)|office|agent|service|center|deput(y|ies))$/.test(
      next?.text ?? '',
    ) || /^(cooperative|of)$/.test(tokens[at - 1]?.text ?? '')
  );
}

/**
 * Matches phrases such as "cancels the order" or "the order … is rescinded", but not "canceled its
 * parade".
 */
function isAboutOrderNear(tokens: Document['tokens'], at: number, { from, to }: Sentence): boolean {
  const isPassive = /^(is|are|was|were|been|be|being|hereby)$/.test(tokens[at - 1]?.text ?? '');
  // For example: "rescinds any conflicting order"
  if (/^(any|all|prior|previous|other|conflicting)$/.test(tokens[at + 1]?.text ?? '')) return false;
  const first = isPassive ? from : at + 1;
  for (let i = first; i < (isPassive ? at : Math.min(to, at + OBJECT_MAX)); i++) {
    // In "canceled a trip and ordered flags lowered", the trip is the object of "canceled".
    if (!isPassive && /^(and|but|then)$/.test(tokens[i]?.text ?? '')) return false;
    if (
      /^(orders?|proclamations?|directives?|notice|lowering|half|flags?|it|that|this)$/.test(
        tokens[i]?.text ?? '',
      )
    )
      return true;
  }
  // "has been withdrawn" refers to the previous sentence, or is a heading if it comes first.
  return isPassive || at - from <= 1;
}

const isAboutOrder = (words: Document['tokens']): boolean =>
  words.some(({ text }) =>
    /^(order|orders|ordered|proclamation|directive|notice|flag|flags|lowering)$/.test(text),
  );
