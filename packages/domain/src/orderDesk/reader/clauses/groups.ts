import { statesIn } from '../parties/statesIn.ts';
import type { Sentence } from '../text/sentences.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import { isCancelVerb, isNegated } from '../words/cancelVerbs.ts';
import { CEREMONIES } from '../words/lexicon.ts';
import { isAnnouncement } from './announcements.ts';
import { isAsideLine } from './asideLines.ts';
import { wasOrderedBefore } from './dayOfOrdering.ts';
import { isDenied } from './denials.ts';
import {
  detailsIn,
  distanceOf,
  hasFlag,
  isException,
  isOptional,
  isOver,
  isPerfect,
  labelOf,
  ordersIn,
} from './details.ts';
import type { Clause, Document } from './document.ts';
import {
  type Draft,
  draftOf,
  goesBack,
  isWhole,
  join,
  mentionOf,
  type OrderGroup,
  withoutSummaries,
} from './draft.ts';
import type { EvidenceDate } from './evidence.ts';
import { groupOf } from './groupOf.ts';
import { isSidebar } from './issueDates.ts';
import { isCode } from './legalCode.ts';
import {
  announcesSeveral,
  changesNow,
  isAboutAnother,
  isAddition,
  isAnother,
  isEarlierOrder,
  isSummary,
} from './otherOrder.ts';
import { isStateFlagOnly } from './stateFlag.ts';
import { declaresMourning } from './subjects.ts';
import { deniesOrder, keepsUp, officeDenied } from './vetoes.ts';

/** Maximum number of orders extracted from one document. */
const ORDERS_MAX = 50;

/** Returns the orders in a document, each with everything that the document says about it. */
export function groupsOf(document: Document): OrderGroup[] {
  const { tokens, clauses } = document;
  if (
    isDenied(
      tokens,
      clauses.map(({ sentence }) => sentence),
    )
  )
    return [];
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
    if (isOfForeign && !namesOwn(document, clause)) continue;
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
    if (order && !isPast) {
      const draft = draftOf(document, clause, order, previousDate(document, index));
      if (current && last >= 0 && !isAnother(document, current, draft, clause))
        join(current, draft);
      else {
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
    const first = mentionOf(clause)?.position === 'full' ? 'full' : 'half';
    const details =
      detailsIn(document, clause, current?.kind ?? first) ??
      (current ? answerIn(document, index, current.kind) : null);
    if (details === null) continue;
    const draft = draftOf(document, clause, null, previousDate(document, index), details);
    const isNear = index - last <= distanceOf(document, clause);
    if (current && isNear) {
      const isOther =
        clause.mentions.length > 0 &&
        isAddition(document, clause) &&
        isAnother(document, current, draft, clause);
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
  const denials =
    drafts.length > 0 ? clauses.filter((one) => deniesOrder(tokens, one.sentence)) : [];
  const kept = clauses.filter(({ sentence }) => keepsUp(tokens, sentence));
  return drafts
    .filter(
      (draft, i) =>
        !kept.some(({ sentence }) => isAboutDraft(drafts, i, sentence)) &&
        !isCode(document, draft) &&
        !endsAsPlanned(document, draft) &&
        !isRefuted(document, denials, draft) &&
        !isUnsigned(document, draft) &&
        !isListOfDays(document, draft) &&
        isStateFlagOnly(document, draft, drafts.length === 1) !== true,
    )
    .map((draft) => groupOf(document, draft, drafts));
}

/**
 * Maximum number of sentences that count as being about the flag of another country after a text
 * has named that flag.
 */
const FOREIGN_MAX = 4;

/** Whether a sentence names a state, the flag of the United States, or an office that orders it. */
const namesOwn = ({ tokens }: Document, { sentence, parties, topicAt }: Clause): boolean =>
  parties.some(({ party }) => party !== 'other') ||
  statesIn(tokens, sentence, topicAt).length > 0 ||
  tokens
    .slice(sentence.from, sentence.to)
    .some(({ text }) => /^(u\.s\.|us|american|united|statewide)$/.test(text));

/** Maximum age of an order, in days, that a document may report as news. */
const AGE_MAX = 120;

/** Recognizes an order of an earlier year: "On July 8, 2016, the President ordered flags lowered". */
function isOld({ tokens, issued }: Document, { sentence, mentions }: Clause): boolean {
  const words = { from: sentence.from, to: mentions[0]?.from ?? 0 };
  if (issued.length === 0) return isQuoteOf(tokens, words, UNDATED);
  return issued.every(
    ({ date }) =>
      wasOrderedBefore(tokens, sentence, mentions, date, AGE_MAX) ||
      isQuoteOf(tokens, words, Number(date.slice(0, 4))),
  );
}

/** Maximum number of sentences between "from our archives:" and the order that it introduces. */
const ARCHIVE_MAX = 2;

/**
 * Recognizes an old text that is shown again: 'Seven years ago this week: "The President has ordered
 * …"', "From our archives, Aug. 4, 2019:".
 */
const isOfArchive = ({ tokens, clauses }: Document, index: number): boolean =>
  clauses.slice(Math.max(0, index - ARCHIVE_MAX), index).some(({ sentence: { from, to } }) => {
    const words = tokens.slice(from, to).map(({ text }) => text);
    const isLead = words.at(-1) === ':' || words.at(-1) === '"';
    return (
      isLead &&
      words.some(
        (word, i) =>
          /^(archives?|vault|reprint|reprinted|throwback|flashback)$/.test(word) ||
          (/^(years?|decades?)$/.test(word) && words[i + 1] === 'ago'),
      )
    );
  });

/** The earliest year in which a document without a date is assumed to have been written. */
const UNDATED = 2000;

/** Recognizes a quotation of an earlier year: 'the telegram of April 15, 1865: "All flags …"'. */
const isQuoteOf = (
  tokens: Document['tokens'],
  { from, to }: Pick<Sentence, 'from' | 'to'>,
  year: number,
): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ kind, value, start, end }, i) =>
        kind === 'number' &&
        end - start === 4 &&
        value > YEAR_MIN &&
        value < year - 1 &&
        /^[:,]$/.test(tokens[from + i + 1]?.text ?? '') &&
        tokens[from + i + 2]?.text === '"',
    );

/** Numbers up to this one are not read as years. */
const YEAR_MIN = 1770;

/**
 * Recognizes a second lowering whose date is unknown: "Flags will also be lowered on the day of
 * interment, which has not been set."
 */
const isLater = (document: Document, { evidence }: Draft, clause: Clause): boolean =>
  clause.mentions.length > 0 &&
  isAddition(document, clause) &&
  evidence.length > 0 &&
  evidence.every(({ field, kind }) => field === 'day' && kind === 'open');

/**
 * Whether a sentence may be about the order at this index: no other order comes between them, or
 * the sentence precedes all orders.
 */
function isAboutDraft(drafts: readonly Draft[], index: number, { from }: Sentence): boolean {
  const starts = drafts.map(({ clauses: [first] }) => first?.sentence.from ?? 0);
  const last = starts.findLastIndex((start) => start <= from);
  return last === -1 || last === index;
}

/**
 * Recognizes a rumor: a sentence says that flags are at half-staff, but the text says that there is
 * no order.
 */
function isRefuted(
  { tokens }: Document,
  all: readonly Clause[],
  { order, clauses: own }: Draft,
): boolean {
  // "The President has not ordered flags lowered" and "no federal order has been issued" do not
  // refute a governor's order.
  const offices = new Set(own.flatMap(({ parties }) => parties.map(({ party }) => party)));
  const denials = all.filter(({ parties, sentence }) => {
    const denied = [...parties.map(({ party }) => party), ...officeDenied(tokens, sentence)];
    return denied.length === 0 || offices.size === 0 || denied.some((party) => offices.has(party));
  });
  const first = own[0]?.sentence.from ?? 0;
  // "The Governor has not ordered flags lowered. An email announced half-staff until May 5." has no
  // order.
  const isOnlyHearsay = own.every(({ parties }) => parties.length === 0);
  return denials.some(
    (denial) =>
      !own.includes(denial) &&
      (isOnlyHearsay ||
        denial.sentence.from > first ||
        (order === null && denial.mentions.length > 0)),
  );
}

/**
 * Recognizes the planned end of an order, which changes nothing: "Flags are to return to full-staff
 * at sunset on Thursday, as scheduled."
 */
const endsAsPlanned = ({ tokens }: Document, { clauses: own, isReturn }: Draft): boolean =>
  isReturn &&
  own.some(({ sentence: { from, to } }) =>
    tokens.slice(from, to).some(({ text }, i) => {
      if (text !== 'as') return false;
      const at = from + i;
      const verb = /^(previously|originally|already)$/.test(tokens[at + 1]?.text ?? '')
        ? at + 2
        : at + 1;
      const isPlanned = /^(scheduled|planned|expected)$/.test(tokens[verb]?.text ?? '');
      // In "on Tuesday and not until Thursday as originally scheduled", the order ends early.
      const isNegated = tokens
        .slice(Math.max(from, at - NOT_MAX), at)
        .some((one) => one.text === 'not');
      return isPlanned && !isNegated;
    }),
  );

/** Maximum number of words from "not" to "as scheduled". */
const NOT_MAX = 8;

/**
 * Recognizes an order that is not yet signed: "An order lowering flags … is awaiting her
 * signature".
 */
const isUnsigned = ({ tokens }: Document, { clauses: own }: Draft): boolean =>
  own.some(({ sentence: { from, to } }) =>
    tokens
      .slice(from, to)
      .some(
        ({ text }, i) =>
          /^(awaits|awaiting|pending)$/.test(text) &&
          [1, 2, 3].some((next) =>
            /^(signature|approval)$/.test(tokens[from + i + next]?.text ?? ''),
          ),
      ),
  );

/**
 * Recognizes a list of annual days, which orders nothing: "May 15 - Peace Officers Memorial Day -
 * half-staff" above "December 7 - Pearl Harbor Remembrance Day - half-staff".
 */
function isListOfDays({ tokens, clauses }: Document, { order, clauses: own }: Draft): boolean {
  if (order !== null || own.some(({ parties }) => parties.length > 0)) return false;
  const names = new Set<string>();
  for (const {
    mentions,
    sentence: { from, to },
  } of clauses) {
    if (!mentions.some(({ position, mode }) => position === 'half' && mode === 'state')) continue;
    for (let at = from + 1; at < to; at++)
      if (tokens[at]?.text === 'day' && tokens[at]?.cap && tokens[at - 1]?.cap)
        names.add(`${tokens[at - 2]?.text} ${tokens[at - 1]?.text}`);
  }
  return names.size > 1;
}

/**
 * Recognizes the cancellation of the order in the sentence before: "The half-staff observance for
 * Officer Roe will not take place. Governor Poe has withdrawn her order."
 */
function cancelsNamed({ tokens, clauses }: Document, index: number): boolean {
  const [before, own] = [clauses[index - 1], clauses[index]];
  if (!before || !own?.supports || before.sentence.paragraph !== own.sentence.paragraph)
    return false;
  if (!before.mentions.some(({ position }) => position !== 'full')) return false;
  const { from, to } = own.sentence;
  return tokens.slice(from, to).some(
    (_, i) =>
      isCancelVerb(tokens, from + i) &&
      !isNegated(tokens, from + i) &&
      /^(her|his|the|that|this)$/.test(tokens[from + i + 1]?.text ?? '') &&
      /^(order|directive|proclamation)$/.test(tokens[from + i + 2]?.text ?? '') &&
      // For example: "rescinded the order on masks"
      /^(for|of|[.,;])$/.test(tokens[from + i + 3]?.text ?? '.'),
  );
}

/** Recognizes the title above readers' comments: "3 Comments", "Comments (2)". */
function isOfReaders({ tokens }: Document, { sentence: { from, to } }: Clause): boolean {
  const words = tokens.slice(from, to);
  return (
    words.length <= 6 &&
    words.some(({ text }) => /^(comments?|replies)$/.test(text)) &&
    words.every(({ kind, text }) => kind !== 'word' || COMMENT_WORDS.test(text))
  );
}
const COMMENT_WORDS =
  /^(comments?|replies|reader|readers|leave|post|add|view|show|all|a|on|this|your)$/;

/**
 * Recognizes the time of a ceremony: "When: Friday, 10 a.m." below the title "Visitation" or next
 * to "What: Funeral of …".
 */
function isOfCeremony({ tokens, clauses }: Document, index: number): boolean {
  const row = clauses[index];
  if (!row || row.mentions.length > 0 || labelOf(tokens, row.sentence) === null) return false;
  return clauses.slice(Math.max(0, index - 2), index + 3).some(({ sentence, mentions }) => {
    const { from, to, paragraph, isHeading } = sentence;
    const isTitle = isHeading && row.sentence.paragraph - paragraph <= 1;
    if (mentions.length > 0 || !(isTitle || labelOf(tokens, sentence) !== null)) return false;
    if (Math.abs(paragraph - row.sentence.paragraph) > 1) return false;
    for (let at = from; at < to; at++)
      if (CEREMONIES.has(tokens[at]?.text ?? '') && tokens[at + 1]?.text !== 'day') return true;
    return false;
  });
}

/**
 * Recognizes the end of earlier days at half-staff: "Flags were also at half-staff today for Patriot
 * Day. That observance ends at sunset."
 */
function isOfEarlierDays({ tokens, clauses }: Document, index: number): boolean {
  const [before, own] = [clauses[index - 1], clauses[index]];
  if (!before || !own || before.sentence.paragraph !== own.sentence.paragraph) return false;
  const isOfPast =
    before.mentions.length > 0 && before.mentions.every((mention) => isOver(tokens, mention));
  const [first, second] = tokens.slice(own.sentence.from, own.sentence.from + 2);
  return (
    isOfPast &&
    /^(that|this)$/.test(first?.text ?? '') &&
    /^(observance|period|order|lowering|tribute|day|half)$/.test(second?.text ?? '')
  );
}

/**
 * Recognizes a question about current half-staff, such as "Why are flags at half-staff today?", as
 * opposed to a question about rules.
 */
const asksAboutNow = (tokens: Document['tokens'], { from }: Sentence): boolean => {
  const first = tokens[from]?.text ?? '';
  if (/^(why|are|who|whose|is)$/.test(first)) return true;
  return first === 'how' && tokens[from + 1]?.text === 'long';
};

/** Maximum number of sentences from an order or its last answer to a question about its time. */
const QUESTION_MAX = 4;

/**
 * Returns what a question asks about the time of current half-staff: "When will flags be lowered?",
 * "Q. And when does it go back up?" Null for any other question.
 */
function askedFieldOf(tokens: Document['tokens'], { from, to }: Sentence): 'start' | 'end' | null {
  let at = from;
  while (/^(q\.?|[:.]|and|but|so)$/.test(tokens[at]?.text ?? '')) at++;
  const isAsked =
    tokens[at]?.text === 'when' &&
    /^(will|do|does|should|must|can)$/.test(tokens[at + 1]?.text ?? '') &&
    tokens[to - 1]?.text === '?';
  if (!isAsked) return null;
  for (let i = at + 2; i < to; i++) {
    const word = tokens[i]?.text ?? '';
    if (/^(lower|lowered|down|half)$/.test(word)) return 'start';
    if (/^(raise|raised|return|returned|back|up|full)$/.test(word)) return 'end';
  }
  return null;
}

/**
 * Reads the answer to "When will flags be lowered?" if it states only times: "From sunrise to sunset
 * on Saturday". Returns null for any other sentence.
 * @param kind the position that the current order gives
 */
function answerIn(
  { tokens, clauses }: Document,
  index: number,
  kind: Draft['kind'],
): ReturnType<typeof detailsIn> {
  const [question, answer] = [clauses[index - 1], clauses[index]];
  const asked = question ? askedFieldOf(tokens, question.sentence) : null;
  if (!answer || asked === null) return null;
  const { from, to } = answer.sentence;
  const isTime = tokens
    .slice(from, to)
    .every(({ kind: type, text, cap }) => type !== 'word' || cap || TIME_WORDS.test(text));
  // "When should the flag be lowered each night? At sunset." is about every day.
  const isOfOrder = tokens
    .slice(from, to)
    .some(
      ({ text }, i) => /^(from|until|immediately)$/.test(text) || datePhraseAt(tokens, from + i),
    );
  return isTime && isOfOrder ? { kind, weak: false, asked } : null;
}

/** Uncapitalized words of an answer that states only times. */
const TIME_WORDS =
  /^(a\.?|from|at|on|to|until|through|and|of|the|sunrise|sunset|sundown|sunup|dawn|dusk|noon|midnight|beginning|starting|ending|immediately|effective|day|a\.m\.|p\.m\.)$/;

/**
 * Returns the date that "this day" refers to: the last date mentioned in this or the previous
 * sentence.
 */
function previousDate(document: Document, index: number): EvidenceDate {
  const clause = document.clauses[index - 1];
  if (!clause) return null;
  const before = clause.sentence;
  const isOfMourning = declaresMourning(document.tokens, before.from, before.to);
  for (let at = before.to - 1; at >= before.from; at--) {
    // In "on Friday, January 23, in honor of Ann Poe, who died January 4", January 4 is not meant
    // by "this day".
    if (clause.topicAt(at).topic === 'incident' && !isOfMourning) continue;
    const phrase = datePhraseAt(document.tokens, at);
    if (!phrase || phrase.to > before.to) continue;
    let first = phrase;
    // A date may begin with its weekday: "Tuesday, May 15, 2018".
    for (let start = at - 1; start >= Math.max(before.from, at - 3); start--) {
      const longer = datePhraseAt(document.tokens, start);
      if (longer && longer.to === phrase.to) first = longer;
    }
    return first.date ? (document.resolve(first.date) ?? 'unknown') : 'bad';
  }
  return null;
}
