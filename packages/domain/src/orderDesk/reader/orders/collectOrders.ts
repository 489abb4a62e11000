import { markFormerOrders } from '../clauses/changes/formerOrders.ts';
import { isAsideLine } from '../clauses/document/asideLines.ts';
import type { Clause, Document } from '../clauses/document/document.ts';
import { isSidebar } from '../clauses/document/issueDates.ts';
import {
  detailsIn,
  distanceOf,
  hasFlag,
  isException,
  isOptional,
  isPerfect,
  ordersIn,
} from '../clauses/drafts/details.ts';
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
import { isDenied } from '../clauses/notOrders/denials.ts';
import { statesIn } from '../parties/statesIn.ts';
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
  let headings: Clause[] = [];
  let isClosed = false;
  let last = -1;
  let pastParagraph = -1;
  let foreign = -1;
  let ruleParagraph = -1;
  // The subject line of a forwarded email does not replace an order in the email itself.
  const hasOwn = clauses.some(
    (clause) =>
      !clause.isQuoted && !clause.sentence.isHeading && ordersIn(document, clause) !== null,
  );
  for (const [index, clause] of clauses.entries()) {
    if (drafts.length >= ORDERS_MAX) break;
    const isBelow = isOfReaders(document, clause) || isSidebar(tokens, clause.sentence);
    if (drafts.length > 0 && isBelow) break;
    const { sentence, mentions } = clause;
    const current = drafts.at(-1);
    if (clause.isPast && (mentions.length > 0 || hasFlag(tokens, sentence.from, sentence.to)))
      pastParagraph = sentence.paragraph;
    if (clause.isForeign && mentions.length > 0 && !isAsideLine(tokens, sentence)) foreign = index;
    if (clause.isForeign || clause.isRecital || (clause.isQuoted && hasOwn)) continue;
    // In "The Union Flag will be at half-mast. The flag should be flown from sunrise …", the second
    // sentence is about the same flag.
    const isOfForeign = foreign >= 0 && drafts.length === 0 && index - foreign <= FOREIGN_MAX;
    if (isOfForeign && (!namesOwn(document, clause) || refersBack(document, clause))) continue;
    if (askedFieldOf(tokens, sentence) !== null) {
      // The answer follows, wherever the order itself was stated.
      if (current && index - last <= QUESTION_MAX) last = index;
      continue;
    }
    if (
      clause.isRule &&
      (mentions.length > 0 || sentence.isHeading) &&
      !ordersIn(document, clause)
    ) {
      if (!asksAboutNow(tokens, sentence)) {
        isClosed ||= sentence.isHeading || tokens[sentence.to - 1]?.text === '?';
        ruleParagraph = sentence.paragraph;
      }
      continue;
    }
    if (isException(document, clause) && current) {
      current.exceptions.push(sentence);
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
        last = index;
      }
      continue;
    }
    const order = ordersIn(document, clause);
    if (order && current && /^(was|were)$/.test(tokens[order.verb - 1]?.text ?? '')) continue;
    if (order && current && isEarlierOrder(document, current, clause)) continue;
    if (order && isSummary(document, clause)) continue;
    const isPast =
      (pastParagraph === sentence.paragraph && !(order && isPerfect(tokens, order))) ||
      (order !== null && (isOld(document, clause) || isOfArchive(document, index)));
    // For example: "Upon the end of this day, I hereby order that flags be returned to half-staff."
    const isReturn =
      current?.kind === 'full' && order?.position === 'half' && goesBack(tokens, sentence, order);
    if (order && current && isReturn) {
      const date = previousDate(document, index);
      join(current, draftOf(document, clause, null, date, { kind: 'full', weak: false }));
      last = index;
      continue;
    }
    if (order && current && beginsEntry(document, current, index)) {
      headings.push(clause);
      continue;
    }
    if (order && !isPast) {
      const draft = draftOf(document, clause, order, previousDate(document, index));
      if (current && last >= 0 && !isAnother(document, current, draft, clause))
        join(current, draft);
      else {
        if (current && isForAnother(document, current, draft, clause)) current.isFormer = true;
        draft.headings = headings;
        drafts.push(draft);
      }
      headings = [];
      isClosed = false;
      last = index;
      continue;
    }
    const isExplained = isClosed || ruleParagraph === sentence.paragraph;
    const isBehindPast = pastParagraph === sentence.paragraph && !changesNow(document, clause);
    if (clause.isPast || isExplained || isBehindPast) continue;
    if (isOfCeremony(document, index) || isOfEarlierDays(document, index)) continue;
    if (!current && cancelsNamed(document, index)) {
      drafts.push(draftOf(document, clause, null, null, { kind: 'half', weak: true }));
      last = index;
      continue;
    }
    if (!current && isOrderAnswer(document, index)) {
      const draft = draftOf(document, clause, null, null, { kind: 'half', weak: true });
      draft.headings = clauses.slice(index - 1, index);
      drafts.push(draft);
      last = index;
      continue;
    }
    const first = mentionOf(clause)?.position === 'full' ? 'full' : 'half';
    const details =
      detailsIn(document, clause, current?.kind ?? first, index) ??
      (current ? answerIn(document, index, current.kind) : null);
    if (details === null) continue;
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
          last = index;
        }
      } else if (
        !isOptional(document, clause) &&
        !isLater(document, draft, clause) &&
        !isAboutAnother(document, current, draft, clause)
      ) {
        join(current, draft);
        last = index;
      }
    } else if (clause.mentions.length > 0 || clause.supports) {
      headings.push(clause);
      draft.headings = headings.slice(0, -1);
      if (!sentence.isHeading && isAnnouncement(document, draft, index)) {
        drafts.push(draft);
        headings = [];
        last = index;
      }
    }
  }
  if (drafts.length === 0) {
    // Only a heading is left that may announce an order.
    for (const clause of headings) {
      const draft = draftOf(document, clause, null, null, { kind: 'half', weak: false });
      if (drafts.length === 0 && isAnnouncement(document, draft, 0)) drafts.push(draft);
    }
  }
  withoutSummaries(drafts);
  return withoutFalseOrders(document, drafts).map((draft) => groupOf(document, draft, drafts));
}

/**
 * Maximum number of lines, such as a date and a dateline, between a title and the text below it.
 */
const LINES_MAX = 3;

/**
 * Matches the title of the next entry in a list of orders. Such a title gives an order, and stands
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

/** Whether a sentence names a state, the US flag, or an office that can order flags lowered. */
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
