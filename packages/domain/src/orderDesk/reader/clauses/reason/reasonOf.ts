import {
  hasProperName,
  isGeneric,
  namedDayIn,
  nameInTitle,
  namesPerson,
} from '../../parties/reasonNames.ts';
import { plainReasonIn, reasonIn } from '../../parties/reasons.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import { countAt } from '../../when/numberWords.ts';
import type { Clause, Document } from '../document/document.ts';
import type { Draft, OrderGroup } from '../drafts/draft.ts';
import { isPronoun, withAntecedent } from './antecedents.ts';
import { reasonAnswer } from './reasonAnswers.ts';
import { reasonRow } from './reasonRows.ts';

/**
 * Returns the reason that a document gives for lowering flags. If the reason refers to a person
 * without naming them, returns that person's name.
 */
export function reasonOf(
  document: Document,
  draft: Draft,
  drafts: readonly Draft[],
): OrderGroup['reason'] {
  const found = statedReason(document, draft, drafts);
  const { sentence } = draft.order ?? draft.clauses[0] ?? {};
  const isStated =
    found !== null && draft.clauses.some((clause) => clause.sentence === found.sentence);
  const named = isStated ? null : withAntecedent(document, null, sentence);
  const reason = named ?? withAntecedent(document, found, sentence);
  if (reason === null || !isPronoun(document.tokens, reason)) return reason;
  // "her memory and service" says nothing without the name, which may be in a title.
  return titledIn(document, sentence?.from ?? 0) ?? subjectIn(document, sentence?.from ?? 0);
}

function statedReason(
  document: Document,
  draft: Draft,
  drafts: readonly Draft[],
): OrderGroup['reason'] {
  const { clauses, headings, order, evidence, kind } = draft;
  const { tokens } = document;
  // In "The President's order for Judge Moe ended on May 2", the reason is that of another office.
  const isOfOther = ({ parties, supports, mentions }: Clause): boolean =>
    supports &&
    mentions.length === 0 &&
    order !== null &&
    order.parties.length > 0 &&
    !parties.some(({ party }) => order.parties.some((one) => one.party === party));
  // "The earlier order lowering flags in honor of Judge Roe remains in effect" says nothing about why
  // flags are raised for a day.
  const isOfPeriod = (clause: Clause): boolean =>
    kind === 'full' && clause !== order && isAboutLowering(document, clause);
  const own = order
    ? [
        order,
        ...clauses.filter(
          (clause) => clause !== order && !isOfOther(clause) && !isOfPeriod(clause),
        ),
      ]
    : clauses;
  const dated = new Set(evidence.filter(({ weak }) => !weak).map(({ sentence }) => sentence));
  // If there are several orders, the reason is in the sentence that states the order's days.
  const rank = ({ sentence }: Clause): number =>
    2 * Number(sentence.isHeading) +
    Number((drafts.length > 1 || kind === 'full') && !dated.has(sentence));
  const ordered = [...own].sort((a, b) => rank(a) - rank(b));
  const find = (candidates: readonly Clause[]): OrderGroup['reason'] => {
    for (const isWhole of [false, true])
      for (const { sentence } of candidates) {
        const part = reasonIn(tokens, sentence, isWhole);
        if (part) return { ...part, sentence };
      }
    return null;
  };
  const findPlain = (candidates: readonly Clause[]): OrderGroup['reason'] => {
    for (const { sentence } of candidates) {
      const part = plainReasonIn(tokens, sentence);
      if (part) return { ...part, sentence };
    }
    return null;
  };
  const findDay = (candidates: readonly Clause[]): OrderGroup['reason'] => {
    for (const { sentence } of candidates) {
      const part = namedDayIn(tokens, sentence);
      if (part) return { ...part, sentence };
    }
    return null;
  };
  // The sentence that raises flags gives the reason; others say why they are lowered.
  const raised = kind === 'full' && order ? [order] : [];
  const stated = find(raised) ?? findPlain(raised) ?? find(ordered) ?? findPlain(ordered);
  // "for Firefighter Roe" in the order says more than "in honor of our fallen" in another sentence.
  const inOrder =
    stated && order && stated.sentence !== order.sentence && !namesPerson(tokens, stated)
      ? findPlain([order])
      : null;
  const firm = inOrder && namesPerson(tokens, inOrder) ? inOrder : stated;
  // For example: "on Memorial Day, to honor the men and women who have died for the United States"
  const named = firm && !namesPerson(tokens, firm) ? namedDayIn(tokens, firm.sentence) : null;
  if (named && firm && dated.has(firm.sentence)) return { ...named, sentence: firm.sentence };
  const isNamed =
    firm !== null &&
    hasProperName(tokens, firm) &&
    !isGeneric(tokens, firm) &&
    !isAnonymous(tokens, firm);
  const identified =
    firm && drafts.length === 1 && isUnnamed(tokens, firm) ? identifiedIn(document) : null;
  if (identified) return identified;
  if (firm && (drafts.length > 1 || isNamed)) return firm;
  const recital = firm && isGeneric(tokens, firm) ? recitalOf(document) : null;
  if (recital) return recital;
  const aboutOrder = document.clauses.filter(
    (clause) => isAboutOrder(document, clause.sentence) && !isOfPeriod(clause),
  );
  const near =
    find(headings) ??
    findPlain(headings) ??
    (drafts.length === 1
      ? (find(aboutOrder) ??
        (firm ? null : findPlain(aboutOrder.filter(({ parties }) => parties.length === 0))))
      : null) ??
    (firm ? null : (findDay(ordered) ?? findDay(headings)));
  const isNear =
    near !== null &&
    hasProperName(tokens, near) &&
    (firm === null || !isAnonymous(tokens, firm) || namesPerson(tokens, near));
  const behindOrder = near?.sentence.isHeading ? find(pronounsBehind(document, draft)) : null;
  if (behindOrder && namesPerson(tokens, behindOrder)) return behindOrder;
  if (near && (isNear || (!firm && drafts.length > 1))) return near;
  const next = firm || drafts.length === 1 ? [] : pronounsBehind(document, draft);
  const below = find(next) ?? findPlain(next);
  if (below) return below;
  // "to honor a fallen police officer": another sentence has the name
  if (firm && drafts.length === 1 && isAnonymous(tokens, firm)) {
    const person = document.clauses
      .filter(({ sentence }) => isAboutFlags(document, sentence))
      .map(({ sentence }) => ({ part: reasonIn(tokens, sentence), sentence }))
      .find(({ part }) => part !== null && namesPerson(tokens, part));
    if (person?.part) return { ...person.part, sentence: person.sentence };
  }
  if (firm || drafts.length > 1)
    return firm ?? near ?? reasonRow(document, clauses) ?? sharedReason(document);
  const behind = document.clauses.filter(
    (clause) =>
      clauses.every(({ sentence }) => clause.sentence !== sentence) &&
      !isOfOther(clause) &&
      !isOfPeriod(clause),
  );
  const other = find(behind.filter(({ sentence }) => isAboutFlags(document, sentence)));
  const paragraphs = new Set(clauses.map(({ sentence }) => sentence.paragraph));
  const beside = behind.filter(({ sentence }) => paragraphs.has(sentence.paragraph));
  const last =
    near ??
    reasonRow(document, document.clauses) ??
    reasonAnswer(document) ??
    other ??
    find(beside) ??
    findPlain(beside) ??
    findDay(beside);
  if (last) return last;
  const titled = titledIn(document, clauses[0]?.sentence.from ?? 0);
  if (titled) return titled;
  for (const { sentence } of behind) {
    const part = deathIn(document, sentence);
    if (part) return { ...part, sentence };
  }
  // For example: "It is with sadness that I inform you of the passing of Senator Ann Roe."
  for (const { sentence } of behind) {
    const part = reasonIn(tokens, sentence);
    if (part && namesPerson(tokens, part)) return { ...part, sentence };
  }
  return find(behind.filter((clause) => !clause.isForeign && !clause.isRule && !clause.isPast));
}

/** Matches a sentence about lowered flags: "the order lowering flags", "remain at half-staff". */
const isAboutLowering = (
  { tokens }: Document,
  { mentions, sentence: { from, to } }: Clause,
): boolean =>
  mentions.length > 0
    ? mentions.every(({ position }) => position !== 'full')
    : tokens.slice(from, to).some(({ text }) => /^(lower|lowered|lowering)$/.test(text));

/**
 * Returns the sentence directly after an order if it refers back to the order or the flags: "They
 * honor former mayor Fern Tanner."
 */
function pronounsBehind(document: Document, { clauses: own }: Draft): Clause[] {
  const { tokens, clauses } = document;
  const last = own.at(-1)?.sentence;
  const next = clauses[clauses.findIndex(({ sentence }) => sentence === last) + 1];
  const isBeside = next?.sentence.paragraph === last?.paragraph;
  const isAbout =
    next &&
    (/^(they|it|this|these|that)$/.test(tokens[next.sentence.from]?.text ?? '') ||
      isAboutOrder(document, next.sentence));
  return isBeside && isAbout ? [next] : [];
}

/**
 * Returns the name in a title above an order, as in "Remembering Trooper Kyle Sand" or "Flag
 * Notice: Kyle Sand".
 */
function titledIn(document: Document, first: number): OrderGroup['reason'] {
  const { tokens, clauses } = document;
  const titles = clauses.filter(({ sentence }) => sentence.isHeading && sentence.from <= first);
  for (const { sentence } of titles) {
    const isAboutFlag = isAboutFlags(document, sentence) || hasHalf(tokens, sentence);
    const part = reasonIn(tokens, sentence) ?? (isAboutFlag ? nameInTitle(tokens, sentence) : null);
    if (part) return { ...part, sentence };
  }
  return null;
}

/** Returns the person in the subject of a memo above an order: "RE: Justice Ann Roe". */
function subjectIn({ tokens, clauses }: Document, first: number): OrderGroup['reason'] {
  for (const { sentence } of clauses) {
    if (sentence.from > first) break;
    if (!/^(re|subj|subject|regarding)$/.test(tokens[sentence.from]?.text ?? '')) continue;
    const part = nameInTitle(tokens, sentence);
    if (part && namesPerson(tokens, part)) return { ...part, sentence };
  }
  return null;
}

const hasHalf = (tokens: Document['tokens'], { from, to }: Sentence): boolean =>
  tokens.slice(from, to).some(({ text }) => text === 'half');

/**
 * Returns a reason that applies to all orders in a document, as in "Both orders honor pilot Skye
 * Larsen."
 */
function sharedReason({ tokens, clauses }: Document): OrderGroup['reason'] {
  for (const { sentence } of clauses) {
    if (!/^(both|all|these)$/.test(tokens[sentence.from]?.text ?? '')) continue;
    const part = reasonIn(tokens, sentence);
    if (part) return { ...part, sentence };
  }
  return null;
}

/**
 * Returns the event that a recital gives as the reason for an order, as in "WHEREAS, an explosion
 * took the lives of …".
 */
function recitalOf(document: Document): OrderGroup['reason'] {
  for (const { sentence } of document.clauses) {
    if (document.tokens[sentence.from]?.text !== 'whereas') continue;
    const part = deathIn(document, sentence);
    if (part) return { ...part, sentence };
  }
  return null;
}

/**
 * Matches a sentence that states the reason for an order: "This order is in honor of …", "The
 * tribute is for …".
 */
const isAboutOrder = ({ tokens }: Document, { from, to }: Sentence): boolean =>
  tokens
    .slice(from, Math.min(to, from + 4))
    .some(({ text }) => /^(order|tribute|lowering|gesture|directive|observance)$/.test(text));

function isAboutFlags({ tokens }: Document, { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++)
    if (
      /^(flags?|order|directive|proclamation|respect|observance|honor|tribute|memory|remembrance|mourns?)$/.test(
        tokens[at]?.text ?? '',
      )
    )
      return true;
  return false;
}

/** Matches a description of a person without a name: "a fallen Memphis police officer". */
const isAnonymous = (tokens: Document['tokens'], part: { from: number; to: number }): boolean =>
  /^(a|an|fallen|slain)$/.test(tokens[part.from]?.text ?? '') && !namesPerson(tokens, part);

/**
 * Matches people who are mentioned without their names: "two firefighters who died near Elk River".
 */
function isUnnamed(tokens: Document['tokens'], part: { from: number; to: number }): boolean {
  if (isAnonymous(tokens, part)) return true;
  const first = tokens[part.from]?.text === 'the' ? part.from + 1 : part.from;
  const count = countAt(tokens, first);
  if (count === null) return false;
  return !tokens.slice(count.to, count.to + NOUN_MAX).some(({ cap }) => cap);
}

/** Maximum number of words in a phrase such as "volunteer firefighters who". */
const NOUN_MAX = 3;

/**
 * Returns the names in "The firefighters have been identified as Captain Roe and Engineer Poe"; null if
 * there are none.
 */
function identifiedIn({ tokens, clauses }: Document): OrderGroup['reason'] {
  for (const { sentence, isForeign } of clauses) {
    if (isForeign) continue;
    for (let at = sentence.from; at < sentence.to; at++) {
      const isLead = tokens[at]?.text === 'identified' && tokens[at + 1]?.text === 'as';
      if (!isLead) continue;
      let to = Math.min(sentence.to, at + 2 + EVENT_MAX);
      while (to > at + 2 && tokens[to - 1]?.kind === 'mark') to--;
      const part = { from: at + 2, to };
      if (namesPerson(tokens, part)) return { ...part, sentence };
    }
  }
  return null;
}

/** Verbs in phrases about deaths: "lost their lives", "took the lives". */
const LOST = /^(lost|took|claimed|cost|gave)$/;

/**
 * Returns the clause about a person's death, as in "Representative Teague, who passed away on
 * Monday, …", or the event in "marks one year since the flood".
 */
function deathIn(
  { tokens }: Document,
  { from, to }: Sentence,
): { from: number; to: number } | null {
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    const since = word === 'marks' ? behindSince(tokens, at) : -1;
    if (since !== -1) return { from: since, to: Math.min(to, since + EVENT_MAX) };
    const isDeath =
      /^(died|killed|murdered|drowned|perished|slain|succumbed|explosion|tragedy|shooting)$/.test(
        word,
      ) ||
      (word === 'passed' && tokens[at + 1]?.text === 'away') ||
      (/^(lives|life)$/.test(word) && LOST.test(tokens[at - 2]?.text ?? ''));
    if (!isDeath) continue;
    const label = tokens[from]?.text === 'whereas' ? from + 1 : from;
    const start = /^[,:]$/.test(tokens[label]?.text ?? '') ? label + 1 : label;
    return { from: start, to: Math.min(to, start + EVENT_MAX) };
  }
  return null;
}

/**
 * Maximum length, in tokens, of a reason that is found in the description of a death or another
 * event. Any further tokens are cut off.
 */
const EVENT_MAX = 40;

/**
 * Returns the index where the event begins in phrases such as "marks one year since the flood" or
 * "marks the tenth anniversary of the crash"; -1 if there is none.
 */
function behindSince(tokens: Document['tokens'], marks: number): number {
  for (let at = marks + 1; at < marks + SINCE_MAX; at++) {
    const word = tokens[at]?.text;
    if (word === 'since') return at + 1;
    if (word === 'anniversary' && tokens[at + 1]?.text === 'of') return at + 2;
  }
  return -1;
}

/** Maximum number of words from "marks" to "since", as in "marks one year since the flood". */
const SINCE_MAX = 8;
