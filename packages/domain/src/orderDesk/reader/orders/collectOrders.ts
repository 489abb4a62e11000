import { markFormerOrders } from '../clauses/changes/formerOrders.ts';
import { isAsideLine } from '../clauses/document/asideLines.ts';
import type { Clause, Document } from '../clauses/document/document.ts';
import { isSidebar } from '../clauses/document/issueDates.ts';
import { detailsIn, distanceOf } from '../clauses/drafts/details.ts';
import {
  type Draft,
  draftOf,
  goesBack,
  isWhole,
  join,
  mentionOf,
  type OrderGroup,
  withoutSummaries,
} from '../clauses/drafts/draft.ts';
import { isPerfect, ordersIn } from '../clauses/drafts/ordersIn.ts';
import { hasFlag, isException, isOptional } from '../clauses/drafts/sentenceKinds.ts';
import { isDenied } from '../clauses/notOrders/denials.ts';
import { statesIn } from '../places/statesIn.ts';
import { isAnnouncement } from './announcements.ts';
import { cancelsNamed } from './cancellations.ts';
import { withoutFalseOrders } from './falseOrders.ts';
import { groupOf } from './groupOf.ts';
import { isOfArchive, isOld } from './oldOrders.ts';
import {
  announcesSeveral,
  changesNow,
  isAboutAnother,
  isAddition,
  isAnother,
  isEarlierOrder,
  isForAnother,
  isNextEntry,
  isNextOfSeveral,
  isSummary,
} from './otherOrder.ts';
import { isOfCeremony, isOfEarlierDays } from './otherTimes.ts';
import { previousDate } from './previousDate.ts';
import { answerIn, askedFieldOf, asksAboutNow, isOrderAnswer, QUESTION_MAX } from './questions.ts';
import { isOfReaders } from './readerComments.ts';

/** Maximum number of orders extracted from one document. */
const ORDERS_MAX = 50;

/** The orders found so far, and what the parser must remember about earlier sentences. */
interface Progress {
  readonly document: Document;
  readonly drafts: Draft[];
  /**
   * Sentences that mention flags but give no order yet. If they announce the next order, they
   * become part of it.
   */
  headings: Clause[];
  /** Index of the last sentence about an order; -1 if there is none. */
  last: number;
  /**
   * Whether a heading or a question has started a section that explains the rules for half-staff.
   */
  isClosed: boolean;
  /** Number of the last paragraph that explains the rules for half-staff; -1 if there is none. */
  ruleParagraph: number;
  /** Number of the last paragraph about flags in the past; -1 if there is none. */
  pastParagraph: number;
  /** Index of the last sentence about another country's flag; -1 if there is none. */
  foreign: number;
  /** Whether the text itself, and not only a quoted part of it, gives an order. */
  readonly hasOwn: boolean;
}

/** Returns the orders in a document, each with everything that the document says about it. */
export function collectOrders(document: Document): OrderGroup[] {
  const { tokens, clauses } = document;
  if (
    isDenied(
      tokens,
      clauses.map(({ sentence }) => sentence),
    )
  )
    return [];
  markFormerOrders(document);
  const drafts: Draft[] = [];
  const progress: Progress = {
    document,
    drafts,
    headings: [],
    last: -1,
    isClosed: false,
    ruleParagraph: -1,
    pastParagraph: -1,
    foreign: -1,
    // The subject line of a forwarded email does not replace an order in the email itself.
    hasOwn: clauses.some(
      (clause) =>
        !clause.isQuoted && !clause.sentence.isHeading && ordersIn(document, clause) !== null,
    ),
  };
  for (const [index, clause] of clauses.entries()) {
    if (drafts.length >= ORDERS_MAX) break;
    const isBelow = isOfReaders(document, clause) || isSidebar(tokens, clause.sentence);
    if (drafts.length > 0 && isBelow) break;
    if (passOver(progress, clause, index)) continue;
    if (takeException(progress, clause, index)) continue;
    if (takeOrder(progress, clause, index)) continue;
    takeDetails(progress, clause, index);
  }
  if (drafts.length === 0) {
    // Only a heading is left that may announce an order.
    for (const clause of progress.headings) {
      const draft = draftOf(document, clause, null, null, { kind: 'half', weak: false });
      if (drafts.length === 0 && isAnnouncement(document, draft, 0)) drafts.push(draft);
    }
  }
  withoutSummaries(drafts);
  return withoutFalseOrders(document, drafts).map((draft) => groupOf(document, draft, drafts));
}

/**
 * Whether to skip a sentence because it does not describe an order: it is about another country's
 * flag, or it is a quotation, a question or a rule. Records in `progress` how the sentence affects
 * later ones.
 */
function passOver(progress: Progress, clause: Clause, index: number): boolean {
  const { document, drafts, last } = progress;
  const { tokens } = document;
  const { sentence, mentions } = clause;
  const current = drafts.at(-1);
  if (clause.isPast && (mentions.length > 0 || hasFlag(tokens, sentence.from, sentence.to)))
    progress.pastParagraph = sentence.paragraph;
  if (clause.isForeign && mentions.length > 0 && !isAsideLine(tokens, sentence))
    progress.foreign = index;
  if (clause.isForeign || clause.isRecital || (clause.isQuoted && progress.hasOwn)) return true;
  // In "The Union Flag will be at half-mast. The flag should be flown from sunrise …", the second
  // sentence is about the same flag.
  const { foreign } = progress;
  const isOfForeign = foreign >= 0 && drafts.length === 0 && index - foreign <= FOREIGN_MAX;
  if (isOfForeign && (!namesOwn(document, clause) || refersBack(document, clause))) return true;
  if (askedFieldOf(tokens, sentence) !== null) {
    // The answer follows, wherever the order itself was stated.
    if (current && index - last <= QUESTION_MAX) progress.last = index;
    return true;
  }
  if (clause.isRule && (mentions.length > 0 || sentence.isHeading) && !ordersIn(document, clause)) {
    if (!asksAboutNow(tokens, sentence)) {
      progress.isClosed ||= sentence.isHeading || tokens[sentence.to - 1]?.text === '?';
      progress.ruleParagraph = sentence.paragraph;
    }
    return true;
  }
  return false;
}

/**
 * Collects a full-staff exception to the last order. Returns true if the sentence states such an
 * exception.
 */
function takeException(progress: Progress, clause: Clause, index: number): boolean {
  const { document, drafts } = progress;
  const current = drafts.at(-1);
  if (!isException(document, clause) || !current) return false;
  current.exceptions.push(clause.sentence);
  const draft = draftOf(document, clause, null, previousDate(document, index), {
    kind: 'full',
    weak: false,
  });
  if (isWhole(draft.evidence)) {
    drafts.push({
      ...draft,
      isException: true,
      states: new Set(current.states),
      lender: current,
    });
    progress.last = index;
  }
  return true;
}

/**
 * Collects the order that a sentence gives. Returns true if the sentence needs no further
 * processing, because it gives or repeats an order.
 */
function takeOrder(progress: Progress, clause: Clause, index: number): boolean {
  const { document, drafts, pastParagraph } = progress;
  const { tokens } = document;
  const { sentence } = clause;
  const current = drafts.at(-1);
  const order = ordersIn(document, clause);
  if (!order) return false;
  if (current && /^(was|were)$/.test(tokens[order.verb - 1]?.text ?? '')) return true;
  if (current && isEarlierOrder(document, current, clause)) return true;
  if (isSummary(document, clause)) return true;
  const isPast =
    (pastParagraph === sentence.paragraph && !isPerfect(tokens, order)) ||
    isOld(document, clause) ||
    isOfArchive(document, index);
  // For example: "Upon the end of this day, I hereby order that flags be returned to half-staff."
  const isReturn =
    current?.kind === 'full' && order.position === 'half' && goesBack(tokens, sentence, order);
  if (current && isReturn) {
    const date = previousDate(document, index);
    join(current, draftOf(document, clause, null, date, { kind: 'full', weak: false }));
    progress.last = index;
    return true;
  }
  if (current && beginsEntry(document, current, index)) {
    progress.headings.push(clause);
    return true;
  }
  if (isPast) return false;
  const draft = draftOf(document, clause, order, previousDate(document, index));
  if (current && progress.last >= 0 && !isAnother(document, current, draft, clause))
    join(current, draft);
  else {
    if (current && isForAnother(document, current, draft, clause)) current.isFormer = true;
    draft.headings = progress.headings;
    drafts.push(draft);
  }
  progress.headings = [];
  progress.isClosed = false;
  progress.last = index;
  return true;
}

/**
 * Collects what a sentence says about an order without giving one: details of the last order, an
 * announcement, or the answer to a question.
 */
function takeDetails(progress: Progress, clause: Clause, index: number): void {
  const { document, drafts, last, pastParagraph } = progress;
  const { clauses } = document;
  const { sentence } = clause;
  const current = drafts.at(-1);
  const isExplained = progress.isClosed || progress.ruleParagraph === sentence.paragraph;
  const isBehindPast = pastParagraph === sentence.paragraph && !changesNow(document, clause);
  if (clause.isPast || isExplained || isBehindPast) return;
  if (isOfCeremony(document, index) || isOfEarlierDays(document, index)) return;
  if (!current && cancelsNamed(document, index)) {
    drafts.push(draftOf(document, clause, null, null, { kind: 'half', weak: true }));
    progress.last = index;
    return;
  }
  if (!current && isOrderAnswer(document, index)) {
    const draft = draftOf(document, clause, null, null, { kind: 'half', weak: true });
    draft.headings = clauses.slice(index - 1, index);
    drafts.push(draft);
    progress.last = index;
    return;
  }
  const first = mentionOf(clause)?.position === 'full' ? 'full' : 'half';
  const details =
    detailsIn(document, clause, current?.kind ?? first, index) ??
    (current ? answerIn(document, index, current.kind) : null);
  if (details === null) return;
  const draft = draftOf(document, clause, null, previousDate(document, index), details);
  const isNear = index - last <= distanceOf(document, clause);
  if (current && isNear) {
    const isOther =
      clause.mentions.length > 0 &&
      (isNextOfSeveral(document, current, draft) ||
        isNextEntry(document, current, draft, clause) ||
        (isAddition(document, clause) && isAnother(document, current, draft, clause)));
    if (isOther) {
      if (isAnnouncement(document, draft, index)) {
        const isShared = clause.parties.length === 0 && announcesSeveral(document, current);
        drafts.push({ ...draft, lender: isShared ? current : null });
        progress.last = index;
      }
    } else if (
      !isOptional(document, clause) &&
      !isLater(document, draft, clause) &&
      !isAboutAnother(document, current, draft, clause)
    ) {
      join(current, draft);
      progress.last = index;
    }
  } else if (clause.mentions.length > 0 || clause.supports) {
    progress.headings.push(clause);
    draft.headings = progress.headings.slice(0, -1);
    if (!sentence.isHeading && isAnnouncement(document, draft, index)) {
      drafts.push(draft);
      progress.headings = [];
      progress.last = index;
    }
  }
}

/**
 * Maximum number of lines, such as a date and a dateline, between a title and the text below it.
 */
const LINES_MAX = 3;

/**
 * Matches the title of the next entry in a list of orders. The title gives an order, and comes
 * between the texts of two orders.
 */
function beginsEntry(document: Document, { clauses: own }: Draft, index: number): boolean {
  const [title, ...below] = document.clauses.slice(index, index + 1 + LINES_MAX);
  const next = below.find(({ sentence }) => !sentence.isHeading);
  const isText = (clause: Clause | undefined): boolean =>
    clause !== undefined && !clause.sentence.isHeading && ordersIn(document, clause) !== null;
  return title?.sentence.isHeading === true && own.some(isText) && isText(next);
}

/**
 * How many sentences after a mention of another country's flag are assumed to be about that flag.
 */
const FOREIGN_MAX = 4;

/** Whether a sentence mentions a state, the US flag, or an official who can order flags lowered. */
const namesOwn = ({ tokens }: Document, { sentence, parties, topicAt }: Clause): boolean =>
  parties.some(({ party }) => party !== 'other') ||
  statesIn(tokens, sentence, topicAt).length > 0 ||
  tokens
    .slice(sentence.from, sentence.to)
    .some(({ text }) => /^(u\.s\.|us|american|united|statewide)$/.test(text));

/** Matches a sentence that refers to a flag only by a pronoun: "has ordered that it be flown". */
const refersBack = ({ tokens }: Document, { sentence: { from, to } }: Clause): boolean => {
  const words = tokens.slice(from, to).map(({ text }) => text);
  return (
    words.some((word) => /^(it|they)$/.test(word)) &&
    !words.some((word) => /^(flags?|colors)$/.test(word))
  );
};

/**
 * Matches a second lowering whose date is unknown: "Flags will also be lowered on the day of
 * interment, which has not been set."
 */
const isLater = (document: Document, { evidence }: Draft, clause: Clause): boolean =>
  clause.mentions.length > 0 &&
  isAddition(document, clause) &&
  evidence.length > 0 &&
  evidence.every(({ field, kind }) => field === 'day' && kind === 'open');
