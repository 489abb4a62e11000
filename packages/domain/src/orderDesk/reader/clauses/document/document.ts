import type { CivilDate } from '../../../../time/civilDate.ts';
import {
  followsPresident,
  type PartyMention,
  partiesIn,
  partyAt,
} from '../../parties/authorities.ts';
import { stateAt } from '../../places/states.ts';
import { type Sentence, sentencesOf, withoutWraps } from '../../sentences/sentences.ts';
import { withShortLabels } from '../../text/formLabels.ts';
import { normalizeText } from '../../text/normalizeText.ts';
import { regionsOf } from '../../text/regions.ts';
import { withTableRows } from '../../text/tableRows.ts';
import type { Span } from '../../text/textMap.ts';
import type { Token } from '../../text/token.ts';
import { tokensOf } from '../../text/tokens.ts';
import type { Topic } from '../../text/topic.ts';
import { datePhraseAt, type WrittenDate } from '../../when/datePhrases.ts';
import type { OpenEvent } from '../../when/events.ts';
import { behindAside } from '../../words/asides.ts';
import { CHANGE_VERBS } from '../../words/changeVerbs.ts';
import { type Mention, mentionsIn } from '../../words/mentions.ts';
import { topicsOf } from '../../words/predicates.ts';
import { bringsForward } from '../../words/shortenings.ts';
import { markAdvice } from '../notOrders/advice.ts';
import { markPleas } from '../notOrders/pleas.ts';
import { isForeign, isPastNews, isRule } from '../notOrders/vetoes.ts';
import { markOpenVotes } from '../notOrders/votes.ts';
import { isAsideLine } from './asideLines.ts';
import { dayOfDeath, dayOfEvent } from './eventDays.ts';
import { withLineBreaks } from './flatText.ts';
import { isWrittenAbroad, namesForeignOffice, placesFlagsAbroad } from './foreignOffices.ts';
import { LABEL_MAX, withForms } from './forms.ts';
import { isOfInstitution } from './institution.ts';
import { type IssueDate, issueDatesIn } from './issueDates.ts';
import { markLinks, markPastSections } from './pastSections.ts';
import { withPeriodRows } from './periodRows.ts';
import { declaresMourning, ordersSomethingElse } from './subjects.ts';
import { resolveDate, type YearsOfDays, yearsOfDays } from './years.ts';

/** A sentence and what it says about flags. */
export interface Clause {
  sentence: Sentence;
  mentions: readonly Mention[];
  topicAt: (at: number) => { topic: Topic; plain: boolean };
  parties: readonly PartyMention[];
  /** Whether the sentence reports something in the past. */
  isPast: boolean;
  /** Whether the sentence explains a rule or asks a question. */
  isRule: boolean;
  /**
   * Whether the sentence is about something other than the US flag at half-staff, or belongs to the
   * surrounding web page.
   */
  isForeign: boolean;
  /**
   * Whether the sentence is a recital ("WHEREAS, the President has ordered …") or reports an
   * earlier order that the document changes.
   */
  isRecital: boolean;
  /**
   * Whether the sentence says who gave the order but mentions no flag position: "The Governor
   * ordered it."
   */
  supports: boolean;
  /** Whether the sentence quotes an earlier email. */
  isQuoted: boolean;
  /** Whether the sentence says that an order implements a presidential order. */
  followsPresident: boolean;
}

/** A document that has been parsed into sentences. */
export interface Document {
  tokens: readonly Token[];
  clauses: readonly Clause[];
  issued: readonly IssueDate[];
  resolve(date: WrittenDate): CivilDate | null;
  /** Returns the range of the pasted text that a sentence came from. */
  sourceOf(sentence: Sentence): Span;
  /** Returns the normalized text of a range of tokens, on one line. */
  textOf(from: number, to: number): string;
  /** Returns the index of the first token after the dateline of a sentence. */
  behindDateline(sentence: Sentence): number;
  /**
   * Returns the date of an event; null if the date cannot be parsed, undefined if the text states
   * none.
   */
  dayOf(event: OpenEvent): CivilDate | null | undefined;
  /**
   * Whether a university or a company wrote the text, so that "President Chen" may be the head of
   * that institution.
   */
  isOfInstitution(): boolean;
  /** The date of death, if the text states exactly one; null otherwise. */
  dayOfDeath(): CivilDate | null;
}

/** Maximum length of a document, in characters. Real proclamations are much shorter. */
const LENGTH_MAX = 4_000_000;

/**
 * Maximum number of different datelines. If a document has more, as an archive does, all of them
 * are ignored, because it is unclear which one applies.
 */
const DATELINES_MAX = 20;

/**
 * Parses a document into sentences. Returns null if the document does not mention flags at
 * half-staff or full-staff.
 * @param options.hasRows whether to read the rows of a form, such as "Flags down: sunrise, May 8",
 * as sentences. If true, returns null for a document without such rows
 * @param options.publishedOn the date when the document was published; null if unknown
 */
export function documentOf(
  source: string,
  {
    hasRows = false,
    publishedOn = null,
  }: { hasRows?: boolean; publishedOn?: CivilDate | null } = {},
): Document | null {
  if (source.length > LENGTH_MAX) return null;
  const { text, joints, toSource } = normalizeText(source);
  if (!/flags?\b|half-staff|banderas?\b/i.test(text)) return null;
  const regions = regionsOf(text);
  if (regions.length === 0) return null;
  const broken = withLineBreaks(withTableRows(tokensOf(text, regions), text));
  const rows = hasRows ? withPeriodRows(broken) : broken;
  if (hasRows && rows === broken) return null;
  const wrapped = withShortLabels(rows, (at) => {
    const phrase = datePhraseAt(rows, at);
    return phrase?.date ? phrase.to : -1;
  });
  const { tokens, sentences: lines } = withoutWraps(wrapped, sentencesOf(wrapped, joints));
  const sentences = withForms(tokens, lines);
  const issued = issueDatesIn(tokens, sentences);
  const different = [...new Set(issued.map(({ date }) => date))];
  // A long archive has so many datelines that it is unclear which one applies.
  const issuedDays = different.length <= DATELINES_MAX ? different : [];
  const datelines = new Map(
    issued.filter(({ signed }) => !signed).map(({ sentence, to }) => [sentence, to]),
  );
  const eventDays = new Map<OpenEvent, CivilDate | null | undefined>();
  let ofState: boolean | null = null;
  const hasState = (): boolean => (ofState ??= namesState(tokens));
  const isAbroad = isWrittenAbroad(tokens, sentences, hasState);
  const quoted = new Set(
    sentences.filter(({ from }) => tokens[from]?.text === '>').map(({ paragraph }) => paragraph),
  );
  const clauses = sentences.map((sentence, index): Clause => {
    const isQuoted = quoted.has(sentence.paragraph);
    if (!isRelevant(tokens, sentence)) return plainClause(tokens, sentence, isQuoted);
    const before = sentences[index - 1];
    const isBehindFlags =
      before?.paragraph === sentence.paragraph &&
      tokens.slice(before.from, before.to).some(({ text }) => /^flags?$/.test(text));
    const mentions = mentionsIn(tokens, sentence, isBehindFlags);
    const topicAt = topicsOf(tokens, sentence);
    const parties = partiesIn(tokens, sentence);
    const isPast = isPastNews(tokens, sentence, topicAt);
    const isOfRule = isRule(tokens, sentence, topicAt);
    return {
      sentence,
      mentions,
      topicAt,
      parties,
      isPast,
      supports:
        !isPast &&
        parties.length > 0 &&
        (namesOrder(tokens, sentence) || isSender(tokens, sentence, parties)) &&
        (mentions.length > 0 || !ordersSomethingElse(tokens, sentence)),
      isQuoted,
      isRule: isOfRule,
      isForeign:
        isForeign(tokens, sentence) ||
        isAsideLine(tokens, sentence) ||
        (parties.length > 0 && namesForeignOffice(tokens, sentence, hasState)) ||
        (mentions.length > 0 &&
          parties.length === 0 &&
          placesFlagsAbroad(tokens, sentence, topicAt, hasState)) ||
        (isAbroad && !(namesNation(tokens) && parties.some(({ party }) => party === 'president'))),
      isRecital: isRecital(tokens, sentence),
      // "The flag can be ordered to half-staff by the President" is not about an order.
      followsPresident:
        !isOfRule && !isAsideLine(tokens, sentence) && followsPresident(tokens, sentence),
    };
  });
  markPastSections(tokens, clauses);
  markLinks(tokens, clauses);
  markAdvice(tokens, clauses);
  markPleas(tokens, clauses);
  markOpenVotes(tokens, clauses);
  for (const [index, clause] of clauses.entries())
    if (followsBefore(tokens, clause, clauses[index - 1])) clause.followsPresident = true;
  let ofInstitution: boolean | null = null;
  let years: YearsOfDays | null = null;
  let isReposted: boolean | null = null;
  const resolve = (date: WrittenDate): CivilDate | null => {
    // "tomorrow" in a release that carries the date when another site republished it
    if (date.kind === 'tomorrow') {
      isReposted ??= flagsDayOf(tokens, clauses, issuedDays);
      if (isReposted) return null;
    }
    if (date.kind === 'day' && date.year === null && issuedDays.length === 0)
      years ??= yearsOfDays(tokens, clauses, publishedOn);
    return resolveDate(date, issuedDays, years ?? undefined);
  };
  return {
    tokens,
    clauses,
    issued,
    resolve,
    sourceOf: ({ from, to }) => toSource(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0),
    textOf: (from, to) =>
      text
        .slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)
        // In a quoted email, each line begins with ">".
        .replace(/\n[> ]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    dayOf: (event) => {
      if (!eventDays.has(event))
        eventDays.set(event, dayOfEvent(tokens, sentences, event, resolve));
      return eventDays.get(event);
    },
    isOfInstitution: () => (ofInstitution ??= isOfInstitution(tokens, clauses)),
    behindDateline: (sentence) => datelines.get(sentence) ?? sentence.from,
    dayOfDeath: () => dayOfDeath(tokens, sentences),
  };
}

/**
 * Whether a sentence about flags and the document's dateline have the same date. If so, another
 * site probably republished the document on that date, so it is unclear which day "tomorrow" means.
 */
function flagsDayOf(
  tokens: readonly Token[],
  clauses: readonly Clause[],
  issued: readonly CivilDate[],
): boolean {
  return clauses.some(({ sentence, mentions, topicAt }) => {
    if (sentence.isHeading || mentions.length === 0) return false;
    for (let at = sentence.from; at < sentence.to; at++) {
      const phrase = topicAt(at).topic === 'flag' ? datePhraseAt(tokens, at) : null;
      if (!phrase) continue;
      const day = phrase.date?.kind === 'day' ? phrase.date : null;
      if (day && issued.some((date) => resolveDate(day, [date]) === date)) return true;
      at = phrase.to - 1;
    }
    return false;
  });
}

const RELEVANT = new Set([
  ...CHANGE_VERBS,
  ...(
    'flag flags colors half full halfstaff halfmast fullstaff normal order orders ordered ordering ' +
    'direct directs directed directing direction directive proclamation proclaims proclaimed ' +
    'governor governors gov president presidential white mayor county city commissioners ' +
    'supervisors ceo owner founder chief lower lowers lowered lowering per'
  ).split(' '),
]);

/** Whether a document mentions the United States or the White House. */
const namesNation = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ text, cap }, at) =>
      /^(u\.s\.|american|america)$/.test(text) ||
      (cap && text === 'united' && tokens[at + 1]?.text === 'states') ||
      (cap && text === 'white' && tokens[at + 1]?.text === 'house'),
  );

/** Whether a document mentions a state, by its full name or as an abbreviation after a comma. */
const namesState = (tokens: readonly Token[]): boolean =>
  tokens.some((token, at) => {
    const state = token.cap ? stateAt(tokens, at) : null;
    return state !== null && (!state.short || tokens[at - 1]?.text === ',');
  });

/**
 * Whether a sentence mentions flags, an order, or anyone who might give an order. Other sentences
 * are not examined in detail.
 */
function isRelevant(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) if (RELEVANT.has(tokens[at]?.text ?? '')) return true;
  return false;
}

/**
 * Returns the analysis of a sentence that mentions no flag position. Such a sentence can only add
 * details to an order, such as a date or a reason.
 */
function plainClause(tokens: readonly Token[], sentence: Sentence, isQuoted: boolean): Clause {
  return {
    sentence,
    mentions: [],
    topicAt: topicsOf(tokens, sentence),
    parties: [],
    isPast: false,
    supports: false,
    isQuoted,
    isRule: false,
    isForeign: false,
    isRecital: isRecital(tokens, sentence),
    followsPresident: false,
  };
}

/**
 * Matches a recital of a proclamation ("WHEREAS, …"), unless the sentence also contains the order
 * itself after "NOW, THEREFORE".
 */
function isRecital(tokens: readonly Token[], { from, to }: Sentence): boolean {
  let first = from;
  // Skips "; and" from the end of the previous recital.
  while (first < to && (tokens[first]?.kind === 'break' || tokens[first]?.text === 'and')) first++;
  return (
    tokens[first]?.text === 'whereas' &&
    !tokens.slice(first, to).some(({ text }) => text === 'therefore' || text === 'hereby')
  );
}

/**
 * Maximum number of tokens before the sender's title in a row such as "From: Ann Poe, Chief
 * Executive Officer".
 */
const SENDER_MAX = 12;

/**
 * Matches the row of a memo that gives the sender's title: "FROM: Mayor Ann Poe". Does not match an
 * official who cannot order flags lowered.
 */
const isSender = (
  tokens: readonly Token[],
  { from }: Sentence,
  parties: readonly PartyMention[],
): boolean =>
  tokens[from]?.text === 'from' &&
  tokens[from + 1]?.text === ':' &&
  parties.some(({ party, at }) => party !== 'other' && at <= from + SENDER_MAX);

/** Matches "In accordance with it" after a sentence about the President's proclamation. */
function followsBefore(
  tokens: readonly Token[],
  { sentence: { from, to } }: Clause,
  before: Clause | undefined,
): boolean {
  if (!before?.supports || !before.parties.every(({ party }) => party === 'president'))
    return false;
  if (tokens[from]?.text === 'accordingly') return true;
  for (let at = from; at < Math.min(to, from + 8); at++)
    if (/^(accordance|compliance|line|response|keeping)$/.test(tokens[at]?.text ?? ''))
      return (
        /^(it|this|that)$/.test(tokens[at + 2]?.text ?? '') ||
        tokens[at + 3]?.text === 'proclamation'
      );
  return false;
}

/**
 * Whether a sentence mentions an earlier order, as in "ordered it" or "Executive Order 76 was
 * signed by".
 */
function namesOrder(tokens: readonly Token[], { from, to }: Sentence): boolean {
  let found = declaresMourning(tokens, from, to);
  for (let at = from; at < to; at++) {
    at = behindAside(tokens, at);
    const word = tokens[at]?.text ?? '';
    if (word === 'no' && tokens[at + 1]?.text === '.') continue;
    // For example: "The Governor should order flags lowered"
    if (/^(should|must)$/.test(word) && /^(order|direct)$/.test(tokens[at + 1]?.text ?? ''))
      return false;
    // For example: "State buildings follow the orders of the Governor"
    if (
      /^follows?$/.test(word) &&
      tokens.slice(at + 1, at + 3).some(({ text }) => text === 'orders')
    )
      return false;
    if (
      /^(not|no|never|if|asks?|asked|urges?|encourages?|refused|declined|would|could|might|requested)$/.test(
        word,
      )
    )
      return false;
    // In "GOVERNOR OF OHIO: …", the office is a label.
    if (word === ':' && at - from <= LABEL_MAX && partyAt(tokens, from)) found = true;
    if (word === 'per' && tokens[at + 1]?.cap) found = true;
    if (/^(issued|signed)$/.test(word) && tokens[at + 1]?.text === 'by') found = true;
    if (bringsForward(tokens, at)) found = true;
    // For example: "is authorizing the lowering of the flags"
    if (word === 'authorizing' && tokens[at + 2]?.text === 'lowering') found = true;
    if (
      /^(ordered|orders|directed|directs|directing|order|orders|directives?|proclamations?|announced|announces|authority)$/.test(
        word,
      ) ||
      CHANGE_VERBS.has(word)
    )
      found = true;
  }
  return found;
}
