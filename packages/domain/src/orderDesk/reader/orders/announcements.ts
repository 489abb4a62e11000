import { plansOrder } from '../clauses/authority/authorityOf.ts';
import type { Clause, Document } from '../clauses/document/document.ts';
import { type Draft, goesBack, isWhole, mentionOf } from '../clauses/drafts/draft.ts';
import { isOver } from '../clauses/drafts/ordersIn.ts';
import { hasFlag, isCurrently, isFormerOrder } from '../clauses/drafts/sentenceKinds.ts';
import type { Evidence } from '../clauses/period/evidence.ts';
import { namesPerson } from '../parties/reasonNames.ts';
import { reasonIn } from '../parties/reasons.ts';
import type { Sentence } from '../sentences/sentences.ts';
import { pointsIn } from '../when/points.ts';
import { behindAside } from '../words/asides.ts';
import { amendsOrder, SHORTENING_VERBS } from '../words/changeVerbs.ts';
import type { Mention } from '../words/mentions.ts';
import { bringsForward, cutsShort, endsOrderAt, endsSooner } from '../words/shortenings.ts';

/**
 * Whether a sentence announces an order without a verb such as "orders". The sentence must also
 * state a day or an end.
 */
export function isAnnouncement(
  document: Document,
  { evidence: all, clauses, headings, isReturn }: Draft,
  index: number,
): boolean {
  const { tokens } = document;
  const evidence = all.filter(({ field }) => field !== 'return');
  const [clause] = clauses;
  const mention = clause && mentionOf(clause);
  if (!clause || !mention || isOver(tokens, mention)) return false;
  if (mention.position !== 'full' && goesBack(tokens, clause.sentence, mention)) return false;
  if (isEnding(tokens, clause.sentence) || isUndecided(tokens, clause.sentence)) return false;
  const isEndOfOrder = isReturn && mention.position === 'half' && clause.parties.length > 0;
  if (isEndOfOrder && evidence.some(({ field, date }) => field === 'end' && /^\d/.test(date ?? '')))
    return true;
  if (isCurrently(document, clause) && clause.supports) return true;
  const near = document.clauses.slice(Math.max(0, index - 3), index + 3);
  const isOrdered = [...near, ...headings].some(({ supports }) => supports);
  const isShortened = document.clauses
    .slice(Math.max(0, index - 2), index + 1)
    .some((one) => one.supports && (shortens(document, one) || amendsOrder(tokens, one.sentence)));
  if (
    mention.position === 'full' &&
    isReturn &&
    (isShortened || endsEarlier(document, clause) || replacesEnd(document, index))
  )
    return evidence.some(({ field, date }) => field === 'end' && date !== null && /^\d/.test(date));
  if (mention.position === 'full' && !(isOrdered && isWhole(evidence))) return false;
  const { from, to, paragraph } = clause.sentence;
  const isFlag =
    hasFlag(tokens, from, to) ||
    tokens[mention.from + 1]?.text === '-' ||
    near.some(
      ({ sentence }) =>
        sentence.paragraph === paragraph && hasFlag(tokens, sentence.from, sentence.to),
    );
  if (!isFlag || (!isOrdered && isOfBusiness(document, clause))) return false;
  // "Half-staff on Friday: who and where" is a headline, not an announcement.
  const states = (field: Evidence['field']): boolean => evidence.some((one) => one.field === field);
  const isPronoun = isOfFlagsBefore(document, index, mention);
  const isFlagSentence = hasFlag(tokens, from, to);
  if (!isFlagSentence && !isPronoun && !(states('start') && states('end'))) return false;
  const isDated = evidence.some(
    ({ field, date, weak }) =>
      !weak &&
      (field === 'end' || field === 'day' || field === 'start') &&
      date !== null &&
      /^\d/.test(date),
  );
  // For example: "The Governor will order flags lowered on the day of the funeral."
  if (!isDated && clauses.every(({ parties }) => parties.length === 0) && isPlanned(near, tokens))
    return false;
  const isOpen = evidence.some(({ kind }) => kind === 'now' || kind === 'open' || kind === 'vague');
  const isStated = (evidence.length > 0 && isOrdered) || statesDaysBeside(document, clause);
  if (isFlagSentence && isOrderedBelow(document, index)) return true;
  return isDated || (isOpen && isOrdered) || isStated || isOfStatement(document, clause, mention);
}

/** Whether one of the sentences says that an official will give an order later. */
const isPlanned = (clauses: readonly Clause[], tokens: Document['tokens']): boolean =>
  clauses.some(({ parties }) => parties.some(({ at }) => plansOrder(tokens, at))) ||
  clauses.some(
    ({ parties, sentence: { from, to } }) =>
      parties.length > 0 &&
      tokens
        .slice(from, to)
        .some(
          ({ text }, i) =>
            text === 'will' &&
            /^(order|direct|issue)$/.test(tokens[from + i + 1]?.text ?? '') &&
            /^(he|she|they)$/.test(tokens[from + i - 1]?.text ?? ''),
        ),
  );

/**
 * Whether the next sentence says who ordered the lowering and for which day: "Flags in Ohio come
 * down to half-staff. Governor Poe ordered the lowering for Friday, May 8."
 */
function isOrderedBelow({ tokens, clauses }: Document, index: number): boolean {
  const [own, next] = [clauses[index], clauses[index + 1]];
  if (!own || !next?.supports || next.isRule || next.isForeign || next.mentions.length > 0)
    return false;
  const { from, to, paragraph } = next.sentence;
  if (paragraph > own.sentence.paragraph + 1 || next.sentence.isHeading) return false;
  const isOfPosition = tokens.slice(from, to).some((_, i) => ordersThat(tokens, from + i));
  return (
    isOfPosition &&
    pointsIn(tokens, from, to).some(({ date, time }) => date !== null || time !== null)
  );
}

/** Matches phrases such as "ordered the lowering", "directed the tribute" or "ordered it". */
const ordersThat = (tokens: Document['tokens'], at: number): boolean =>
  /^(ordered|directed|proclaimed|announced|declared|issued)$/.test(tokens[at]?.text ?? '') &&
  (/^(it|this)$/.test(tokens[at + 1]?.text ?? '') ||
    [2, 3, 4].some((next) =>
      /^(lowering|tribute|observance|honors?|gesture|salute|mourning|order|directive|directions?|instructions?)$/.test(
        tokens[at + next]?.text ?? '',
      ),
    ));

/** Matches a business that lowers its own flags: "flags at all 42 Hargrove stores". */
const isOfBusiness = ({ tokens }: Document, { sentence: { from, to } }: Clause): boolean =>
  tokens
    .slice(from, to)
    .some(({ text }) =>
      /^(stores?|shops?|branches|restaurants?|dealerships?|showrooms?|warehouses?|hotels?)$/.test(
        text,
      ),
    );

/**
 * Matches an order whose days are listed in rows above or below it: "By order of Governor Poe,
 * flags shall be flown at half-staff for the period above".
 */
const statesDaysBeside = (
  { tokens }: Document,
  { supports, sentence: { from, to, isHeading } }: Clause,
): boolean =>
  supports &&
  !isHeading &&
  tokens.slice(from, to).some(({ text }, i) => {
    const [before, next] = [tokens[from + i - 1]?.text ?? '', tokens[from + i + 1]?.text ?? ''];
    if (/^(above|below)$/.test(text)) return DAYS.test(before) || DAYS.test(next);
    return text === 'following' && DAYS.test(next);
  });

const DAYS = /^(periods?|dates?|days?|times?|hours)$/;

/**
 * Matches "they" if it means the flags in the previous sentence: "The flags were to be raised
 * tonight. They will remain at half-staff until sunset on Sunday."
 */
function isOfFlagsBefore({ tokens, clauses }: Document, index: number, mention: Mention): boolean {
  const [before, own] = [clauses[index - 1]?.sentence, clauses[index]?.sentence];
  if (!before || before.paragraph !== own?.paragraph) return false;
  const isPronoun = tokens.slice(own.from, mention.from).some(({ text }) => text === 'they');
  return isPronoun && hasFlag(tokens, before.from, before.to);
}

/**
 * Matches an order without days in a governor's statement on a death: "In honor of Officer Roe,
 * flags at the State Capitol will be flown at half-staff."
 */
function isOfStatement(
  { tokens, clauses }: Document,
  { sentence }: Clause,
  mention: Mention,
): boolean {
  const before = tokens.slice(mention.from - WILL_MAX, mention.from).map(({ text }) => text);
  const isComing =
    before.includes('will') && /^(be|fly)$/.test(before[before.indexOf('will') + 1] ?? '');
  const reason = isComing ? reasonIn(tokens, sentence) : null;
  if (!reason || !namesPerson(tokens, reason)) return false;
  return clauses.some(
    ({ parties, sentence: { from, to } }) =>
      parties.some(({ party }) => party === 'governor' || party === 'president') &&
      tokens.slice(from, to).some(({ text }) => text === 'statement'),
  );
}

/**
 * Maximum number of words from "will" to "half-staff" in a phrase such as "will be flown at
 * half-staff".
 */
const WILL_MAX = 5;

/**
 * Matches a sentence that ends an earlier order early: "Flags, which the Governor had ordered
 * lowered, will now return to full-staff at sunset".
 */
const endsEarlier = ({ tokens }: Document, { sentence, parties, mentions }: Clause): boolean =>
  parties.length > 0 &&
  mentions.some(({ verb }) => tokens[verb - 1]?.text === 'had') &&
  tokens
    .slice(sentence.from, sentence.to)
    .some(({ text }) => /^(now|early|earlier|sooner|instead)$/.test(text));

/**
 * Matches an order that ends half-staff sooner than the previous order did: "Per Governor Poe,
 * flags should be returned to full-staff today at noon. The previous directive had flags lowered
 * through Friday."
 */
const replacesEnd = ({ tokens, clauses }: Document, index: number): boolean =>
  clauses[index]?.supports === true &&
  clauses.slice(index + 1, index + 3).some(({ sentence }) => isFormerOrder(tokens, sentence));

/**
 * Matches a shortened half-staff period: "has shortened the period of mourning", "the period will
 * end sooner".
 */
const shortens = ({ tokens }: Document, { sentence: { from, to } }: Clause): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        SHORTENING_VERBS.has(text) ||
        endsSooner(tokens, from + i) ||
        bringsForward(tokens, from + i) ||
        cutsShort(tokens, from + i) ||
        endsOrderAt(tokens, from + i),
    );

/** Matches a sentence saying that no decision has been made yet: "A decision has not been made." */
function isUndecided(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) {
    const behind = behindAside(tokens, at);
    if (behind > at) at = behind;
    const word = tokens[at]?.text ?? '';
    if (word === 'not' && /^(been|yet|final)$/.test(tokens[at + 1]?.text ?? '')) return true;
    if (word === 'pending' && /^(approval|decision|confirmation)$/.test(tokens[at + 1]?.text ?? ''))
      return true;
    if (/^(tentative|tentatively|unconfirmed|undecided)$/.test(word)) return true;
  }
  return false;
}

/** Matches a sentence that ends an order: "It ends the half-staff order that she gave." */
function isEnding(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++)
    if (
      /^(ends|ended|ending|lifts|lifted)$/.test(tokens[at]?.text ?? '') &&
      /^(the|its|his|her|an|that)$/.test(tokens[at + 1]?.text ?? '')
    )
      return true;
  return false;
}
