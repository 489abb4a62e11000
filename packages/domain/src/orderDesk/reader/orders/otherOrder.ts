import { subjectOf } from '../clauses/authority/authorityOf.ts';
import { areOtherGovernors } from '../clauses/authority/governorNames.ts';
import type { Clause, Document } from '../clauses/document/document.ts';
import { type Draft, isWhole, ownPeriodIn, periodIn } from '../clauses/drafts/draft.ts';
import { ordersIn } from '../clauses/drafts/ordersIn.ts';
import { isCurrently } from '../clauses/drafts/sentenceKinds.ts';
import { wasOrderedBefore } from '../clauses/period/dayOfOrdering.ts';
import type { Period } from '../clauses/period/period.ts';
import { hasProperName, NO_NAME, type Part } from '../parties/reasonNames.ts';
import { plainReasonIn, reasonIn } from '../parties/reasons.ts';
import { TITLES } from '../parties/titles.ts';
import { statesIn } from '../places/statesIn.ts';
import { CHANGE_VERBS } from '../words/changeVerbs.ts';

/**
 * Matches a sentence that may introduce a second order, because one of its first words is "also",
 * "second", "meanwhile" or the like.
 */
export function isAddition({ tokens }: Document, { sentence }: Clause): boolean {
  for (let at = sentence.from; at < sentence.from + 4; at++)
    if (
      /^(addition|additionally|also|separate|separately|another|second|furthermore|meanwhile|then|later)$/.test(
        tokens[at]?.text ?? '',
      )
    )
      return true;
  return false;
}

/**
 * Whether a sentence that gives no order may be about a different order than the current one. That
 * is the case if the sentence mentions another state or governor, or adds days ("Flags will also be
 * lowered on Memorial Day, May 25").
 */
export function isAboutAnother(
  document: Document,
  current: Draft,
  draft: Draft,
  clause: Clause,
): boolean {
  if (clause.mentions.length === 0 && areDisjoint(draft.states, current.states)) return true;
  if (areOtherGovernors(document, [clause], current.clauses)) return true;
  if (current.order && isOfCity(document, current.order, clause)) return true;
  if (current.order && isWhole(current.evidence) && isInEffect(document, clause)) return true;
  return isAddition(document, clause) && hasDate(draft) && !hasDate(current);
}

/**
 * Number of words at the beginning of a sentence that are searched for a word such as "earlier", as
 * in "The Governor's earlier order".
 */
const SUBJECT_MAX = 4;

/**
 * Matches an order that stays in effect alongside a newer one: "The President's order remains in
 * effect."
 */
const isInEffect = ({ tokens }: Document, { sentence: { from, to } }: Clause): boolean =>
  tokens
    .slice(from, Math.min(to, from + SUBJECT_MAX))
    .some(({ text }) => /^('s|earlier|previous|prior|separate|other)$/.test(text)) &&
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        /^(remains?|continues?|stays?)$/.test(text) &&
        tokens[from + i + 1]?.text === 'in' &&
        /^(effect|force|place)$/.test(tokens[from + i + 2]?.text ?? ''),
    );

/**
 * Matches a city's or county's own order in addition to one by a governor or the President: "Flags
 * in Camden will stay down through Friday by order of the city".
 */
const isOfCity = (
  { tokens }: Document,
  { parties }: Clause,
  { sentence: { from, to } }: Clause,
): boolean =>
  parties.some(({ party }) => party === 'governor' || party === 'president') &&
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        text === 'order' &&
        tokens[from + i - 1]?.text === 'by' &&
        tokens[from + i + 2]?.text === 'the' &&
        /^(city|county|town|village|council)$/.test(tokens[from + i + 3]?.text ?? ''),
    );

const hasDate = ({ evidence }: Draft): boolean =>
  evidence.some(({ date, kind }) => /^\d/.test(date ?? '') || kind === 'open');

const areDisjoint = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some.size > 0 && others.size > 0 && [...some].every((one) => !others.has(one));

/** Whether a sentence is about a different order than the previous sentence. */
export function isAnother(
  document: Document,
  current: Draft,
  draft: Draft,
  clause: Clause,
): boolean {
  if (current.isReturn !== draft.isReturn && draft.order) return true;
  if (current.kind !== draft.kind && draft.order) return true;
  if (draft.order && current.order && isOfCity(document, current.order, clause)) return true;
  if (isNewGovernor(document, current, draft, clause)) return true;
  if (isForAnother(document, current, draft, clause)) return true;
  if (draft.label !== null && draft.label !== current.label && draft.states.size > 0) return true;
  if (areDisjoint(draft.states, current.states)) return true;
  const [mine, its] = [periodIn(draft), periodIn(current)];
  const isGiven = draft.order !== null && !clause.sentence.isHeading;
  if (isGiven && mine.starts && mine.ends && !corrects(document, clause)) {
    const isKnown = its.starts !== null && its.ends !== null;
    if (isApart(isKnown ? its : ownPeriodIn(current), ownPeriodIn(draft))) return true;
  }
  const [first] = current.clauses;
  const isNow = first !== undefined && isCurrently(document, first);
  if (draft.order && isNow && first.sentence.paragraph !== clause.sentence.paragraph) return true;
  const differs = (a: unknown, b: unknown): boolean =>
    a !== null && b !== null && JSON.stringify(a) !== JSON.stringify(b);
  const ends = differs(mine.ends?.value ?? null, its.ends?.value ?? null);
  const locals = [draft, current].map(
    ({ reaches }) =>
      reaches
        .map(({ reach }) => reach.local && document.textOf(reach.local.from, reach.local.to))
        .find((one) => one !== null) ?? null,
  );
  const otherPlace = differs(locals[0] ?? null, locals[1] ?? null);
  if (isGiven && widensLater(document, current, draft, clause)) return true;
  if (narrowsLater(document, current, draft, clause)) return true;
  const [itsOffice, myOffice] = [current, draft].map(
    ({ order }) => order && subjectOf(document, order)?.value,
  );
  // For example: "The President ordered … until May 10. Governor Poe ordered … until May 12."
  if (
    ends &&
    itsOffice &&
    myOffice &&
    itsOffice !== myOffice &&
    !clause.sentence.isHeading &&
    !current.order?.sentence.isHeading
  )
    return true;
  if (!ends && !(otherPlace && isAddition(document, clause))) return false;
  // "Poe also ordered flags lowered at the Statehouse" adds a place if the days follow for both.
  const isPlaceOnly =
    draft.evidence.length === 0 &&
    current.evidence.length === 0 &&
    reasonOf(document, clause) === null;
  if (isPlaceOnly) return false;
  const last = current.clauses.findLast(({ mentions }) => mentions.length > 0);
  const isElsewhere = clause.sentence.paragraph !== last?.sentence.paragraph;
  const isOwn = isWhole(draft.evidence) && isWhole(current.evidence) && draft.order !== null;
  return isElsewhere || isOwn || isAddition(document, clause);
}

/**
 * Whether a different governor gives an order: "Governor Roe has directed …" after an order by
 * Governor Poe.
 */
const isNewGovernor = (document: Document, current: Draft, draft: Draft, clause: Clause): boolean =>
  draft.order !== null &&
  current.order !== null &&
  !clause.sentence.isHeading &&
  !current.order.sentence.isHeading &&
  draft.evidence.length > 0 &&
  areOtherGovernors(document, [clause], current.clauses);

/**
 * Matches a new order for another person after a mention of an earlier order: "I directed … in
 * honor of Judge Roe. I now direct … in honor of Trooper Doe".
 */
export function isForAnother(
  document: Document,
  current: Draft,
  draft: Draft,
  clause: Clause,
): boolean {
  if (!current.order || !draft.order || clause.sentence.isHeading) return false;
  if (current.order.sentence.isHeading || keepsOrChanges(document, clause)) return false;
  if (!isReported(document, current.order) || isReported(document, clause)) return false;
  // A quotation, "I order …", may give another reason for the order that the text reports.
  const isNew = leadsTo(document, current.order, /^(i|we)$/) || leadsTo(document, clause, NOW);
  if (!isNew) return false;
  const { tokens } = document;
  const reason = reasonOf(document, clause);
  if (reason === null || !hasProperName(tokens, reason)) return false;
  const isFormerNamed = current.clauses.some((former) => {
    const part = reasonOf(document, former);
    return part !== null && hasProperName(tokens, part);
  });
  if (!isFormerNamed) return false;
  const former = new Set(
    current.clauses.flatMap(({ sentence: { from, to } }) =>
      tokens.slice(from, to).map(({ text }) => text),
    ),
  );
  const names = tokens
    .slice(reason.from, reason.to)
    .filter(
      ({ kind, cap, text }) =>
        kind === 'word' && cap && text.length > 1 && !TITLES.has(text) && !NO_NAME.test(text),
    );
  return names.length > 0 && names.every(({ text }) => !former.has(text));
}

const reasonOf = ({ tokens }: Document, { sentence }: Clause): Part | null =>
  reasonIn(tokens, sentence) ?? plainReasonIn(tokens, sentence);

/** Whether an order is reported in the past tense, as in "I directed". Excludes "today directed". */
const isReported = ({ tokens }: Document, { mentions }: Clause): boolean =>
  mentions.some(
    ({ mode, verb }) =>
      mode === 'order' &&
      /^(ordered|directed|proclaimed)$/.test(tokens[verb]?.text ?? '') &&
      !/^(is|are|hereby|today|now)$/.test(tokens[verb - 1]?.text ?? ''),
  );

const NOW = /^(now|today|also)$/;

/**
 * Whether one of the three words before an ordering verb matches `words`, as "I" does in "I have
 * directed".
 */
const leadsTo = ({ tokens }: Document, { mentions }: Clause, words: RegExp): boolean =>
  mentions.some(
    ({ mode, verb }) =>
      mode === 'order' && [1, 2, 3].some((back) => words.test(tokens[verb - back]?.text ?? '')),
  );

/** Matches a change to an earlier order: "I now direct that flags remain at half-staff". */
const keepsOrChanges = ({ tokens }: Document, { sentence: { from, to } }: Clause): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ text }) =>
        /^(remain|continue|stay|instead|amend|amended)$/.test(text) || CHANGE_VERBS.has(text),
    );

/**
 * Matches a statewide order with its own days, after an order for part of the state: "… at Perry
 * County buildings for seven days. The Governor has additionally ordered flags statewide lowered
 * from sunrise to sunset on May 8".
 */
function widensLater(document: Document, current: Draft, draft: Draft, clause: Clause): boolean {
  const isPart = ({ reach }: Draft['reaches'][number]): boolean =>
    reach.local !== null || reach.special !== null;
  return (
    isAddition(document, clause) &&
    current.order !== null &&
    !current.order.sentence.isHeading &&
    isWhole(draft.evidence) &&
    !isWhole(current.evidence) &&
    current.reaches.some(isPart) &&
    draft.reaches.some(({ reach }) => reach.broad) &&
    !draft.reaches.some(isPart)
  );
}

/**
 * Matches a second order that is for part of the state and has its own reason: "In addition, flags
 * are at half-staff in Perry County today for Deputy Roe".
 */
function narrowsLater(document: Document, current: Draft, draft: Draft, clause: Clause): boolean {
  const isPart = ({ reach }: Draft['reaches'][number]): boolean =>
    reach.local !== null || reach.special !== null;
  return (
    isAddition(document, clause) &&
    draft.reaches.some(isPart) &&
    !current.reaches.some(isPart) &&
    current.reaches.some(({ reach }) => reach.broad || reach.buildings) &&
    reasonOf(document, clause) !== null
  );
}

/**
 * Whether two complete periods have no day in common, which shows that they belong to two orders.
 */
function isApart(one: Period, other: Period): boolean {
  const [first, last] = daysOf(one);
  const [begin, end] = daysOf(other);
  if (first === null || last === null || begin === null || end === null) return false;
  return last < begin || end < first;
}

/**
 * Returns the first and the last day of a period. An order that starts immediately has no first
 * day.
 */
function daysOf({ starts, ends }: Period): [string | null, string | null] {
  const first =
    starts === null ? null : starts.value.kind === 'immediately' ? '' : starts.value.date;
  const last = ends === null || ends.value.kind === 'open' ? null : ends.value.date;
  return [first, last];
}

/** Whether a sentence corrects the days of an order rather than giving a new order. */
const corrects = ({ tokens }: Document, { sentence: { from, to } }: Clause): boolean =>
  tokens
    .slice(from, to)
    .some(({ text }) =>
      /^(correct(ed|s|ion)?|instead|changed|moved|rescheduled|postponed|not|now|revised|updated)$/.test(
        text,
      ),
    );

/** Matches a phrase that introduces a list of days: "will fly at half-staff on two days". */
export const announcesSeveral = ({ tokens }: Document, { clauses, headings }: Draft): boolean =>
  [...headings, ...clauses].some(
    ({ supports, sentence: { from, to } }) =>
      supports &&
      tokens
        .slice(from, to)
        .some(
          ({ text }, i) =>
            /^(two|both|three|four|several)$/.test(text) &&
            [1, 2, 3, 4].some((next) =>
              /^(days|dates|occasions|times|orders|directives|proclamations|lowerings|honors|tributes|periods|weekends|sundays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays)$/.test(
                tokens[from + i + next]?.text ?? '',
              ),
            ),
        ),
  );

/**
 * Whether a sentence in a text that announces several orders ("two directives") states days that
 * the current order does not have.
 */
export const isNextOfSeveral = (document: Document, current: Draft, draft: Draft): boolean =>
  announcesSeveral(document, current) && isApart(periodIn(current), periodIn(draft));

/**
 * Whether a sentence is the next entry in a list of orders: it states a whole period, and is about
 * another governor or another state.
 */
export const isNextEntry = (
  document: Document,
  current: Draft,
  draft: Draft,
  clause: Clause,
): boolean =>
  isWhole(draft.evidence) &&
  isWhole(current.evidence) &&
  (areOtherGovernors(document, [clause], current.clauses) ||
    areDisjoint(draft.states, current.states));

/**
 * Matches an order that a different authority gave before the text was written: "On May 3, the
 * President ordered flags lowered until May 7" in a governor's release of May 6.
 */
export function isEarlierOrder(document: Document, { order }: Draft, clause: Clause): boolean {
  const days = new Set(document.issued.map(({ date }) => date));
  const [day] = days;
  const [own, other] = [order && subjectOf(document, order), subjectOf(document, clause)];
  if (!own || !other || own.value === other.value || days.size !== 1 || !day) return false;
  return wasOrderedBefore(document.tokens, clause.sentence, clause.mentions, day);
}

/**
 * Matches a change to an order mentioned in an earlier sentence about the past: "Last week, the
 * Governor ordered … He has extended that order."
 */
export const changesNow = (
  { tokens }: Document,
  { sentence: { from, to }, supports }: Clause,
): boolean =>
  supports &&
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        /^(has|have)$/.test(text) &&
        [1, 2].some((next) => CHANGE_VERBS.has(tokens[from + i + next]?.text ?? '')),
    );

/**
 * Matches the first sentence of an article about several orders: "Governors in two states have
 * ordered flags lowered". The text then describes each order.
 */
export function isSummary(document: Document, clause: Clause): boolean {
  const { tokens } = document;
  const { from, to } = clause.sentence;
  const isOfSeveral = tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        text === 'governors' &&
        /^(in|of|from|across)$/.test(tokens[from + i + 1]?.text ?? '') &&
        [2, 3, 4].some((next) => tokens[from + i + next]?.text === 'states'),
    );
  return (
    isOfSeveral &&
    statesIn(tokens, clause.sentence, clause.topicAt).length === 0 &&
    document.clauses.some(
      (other) => other.sentence.from >= to && ordersIn(document, other) !== null,
    )
  );
}
