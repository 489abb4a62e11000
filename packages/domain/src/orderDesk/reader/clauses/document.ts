import { type CivilDate, civilDate } from '../../../time/civilDate.ts';
import { followsPresident, type PartyMention, partiesIn, partyAt } from '../parties/authorities.ts';
import { normalizeText } from '../text/normalizeText.ts';
import { regionsOf } from '../text/regions.ts';
import { type Sentence, sentencesOf } from '../text/sentences.ts';
import type { Span } from '../text/textMap.ts';
import { type Token, tokensOf } from '../text/tokens.ts';
import type { Topic } from '../text/topic.ts';
import { datePhraseAt, type WrittenDate } from '../when/datePhrases.ts';
import type { OpenEvent } from '../when/points.ts';
import { type Mention, mentionsIn, positionAt } from '../words/mentions.ts';
import { topicsOf } from '../words/predicates.ts';
import { type IssueDate, issueDatesIn, resolveDate } from './issueDates.ts';
import { isForeign, isPastNews, isRule } from './vetoes.ts';

/** A sentence with what it says about flags. */
export interface Clause {
  sentence: Sentence;
  mentions: readonly Mention[];
  topicAt: (at: number) => { topic: Topic; plain: boolean };
  parties: readonly PartyMention[];
  /** The sentence is about the past. */
  isPast: boolean;
  /** It explains a rule or asks a question. */
  isRule: boolean;
  /** It is about the flags of others. */
  isForeign: boolean;
  /** It says who ordered, without the position: "The Governor ordered it." */
  supports: boolean;
  /** It is a quotation of an earlier mail. */
  isQuoted: boolean;
  /** It says that an order follows one of the President. */
  followsPresident: boolean;
}

/** A text that was read into sentences. */
export interface Document {
  tokens: readonly Token[];
  clauses: readonly Clause[];
  issued: readonly IssueDate[];
  resolve(date: WrittenDate): CivilDate | null;
  /** The part of the pasted text that a sentence came from. */
  sourceOf(sentence: Sentence): Span;
  /** The normalized text of some tokens, in one line. */
  textOf(from: number, to: number): string;
  /** The first token behind the dateline of a sentence. */
  behindDateline(sentence: Sentence): number;
  /** The day of an event: a date, null if it is not readable, undefined if the text has none. */
  dayOf(event: OpenEvent): CivilDate | null | undefined;
  /** The only day on which the text says that somebody died; null if there is none or several. */
  dayOfDeath(): CivilDate | null;
}

/** The longest text that is read: far above any proclamation. */
const LENGTH_MAX = 4_000_000;

/** The most different datelines of which all must agree on a date. */
const DATELINES_MAX = 20;

/** Reads a text into sentences; null if it names no flags at half-staff or full-staff. */
export function documentOf(source: string): Document | null {
  if (source.length > LENGTH_MAX) return null;
  const { text, toSource } = normalizeText(source);
  if (!/flags?\b|half-staff/i.test(text)) return null;
  const regions = regionsOf(text);
  if (regions.length === 0) return null;
  const tokens = tokensOf(text, regions);
  const sentences = withForms(tokens, sentencesOf(tokens));
  const issued = issueDatesIn(tokens, sentences);
  const different = [...new Set(issued.map(({ date }) => date))];
  // A long archive has too many datelines to tell which one counts.
  const issuedDays = different.length <= DATELINES_MAX ? different : [];
  const datelines = new Map(
    issued.filter(({ signed }) => !signed).map(({ sentence, to }) => [sentence, to]),
  );
  const eventDays = new Map<OpenEvent, CivilDate | null | undefined>();
  const clauses = sentences.map((sentence): Clause => {
    if (!isRelevant(tokens, sentence)) return plainClause(tokens, sentence);
    const mentions = mentionsIn(tokens, sentence);
    const topicAt = topicsOf(tokens, sentence);
    const parties = partiesIn(tokens, sentence);
    const isPast = isPastNews(tokens, sentence, topicAt);
    return {
      sentence,
      mentions,
      topicAt,
      parties,
      isPast,
      supports: !isPast && parties.length > 0 && namesOrder(tokens, sentence),
      isQuoted: tokens[sentence.from]?.text === '>',
      isRule: isRule(tokens, sentence, topicAt),
      isForeign: isForeign(tokens, sentence),
      followsPresident: followsPresident(tokens, sentence),
    };
  });
  for (const [index, clause] of clauses.entries())
    if (followsBefore(tokens, clause, clauses[index - 1])) clause.followsPresident = true;
  return {
    tokens,
    clauses,
    issued,
    resolve: (date) => resolveDate(date, issuedDays),
    sourceOf: ({ from, to }) => toSource(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0),
    textOf: (from, to) =>
      text
        .slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)
        .replace(/\s+/g, ' ')
        .trim(),
    dayOf: (event) => {
      if (!eventDays.has(event))
        eventDays.set(
          event,
          dayOfEvent(tokens, sentences, event, (date) => resolveDate(date, issuedDays)),
        );
      return eventDays.get(event);
    },
    behindDateline: (sentence) => datelines.get(sentence) ?? sentence.from,
    dayOfDeath: () => dayOfDeath(tokens, sentences),
  };
}

const RELEVANT = new Set(
  (
    'flag flags colors half full halfstaff halfmast fullstaff normal order orders ordered ordering ' +
    'direct directs directed directing direction directive proclamation proclaims proclaimed ' +
    'governor governors gov president presidential white mayor county city commissioners ' +
    'supervisors ceo owner founder chief lower lowers lowered lowering per extended extends shortened'
  ).split(' '),
);

/** Whether a sentence names flags, orders or offices; only such sentences are looked at closely. */
function isRelevant(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) if (RELEVANT.has(tokens[at]?.text ?? '')) return true;
  return false;
}

/** A sentence that can only give details, such as a date or a reason. */
function plainClause(tokens: readonly Token[], sentence: Sentence): Clause {
  return {
    sentence,
    mentions: [],
    topicAt: topicsOf(tokens, sentence),
    parties: [],
    isPast: false,
    supports: false,
    isQuoted: tokens[sentence.from]?.text === '>',
    isRule: false,
    isForeign: false,
    followsPresident: false,
  };
}

/** "In accordance with it" behind a sentence about the President's proclamation. */
function followsBefore(
  tokens: readonly Token[],
  { sentence: { from, to } }: Clause,
  before: Clause | undefined,
): boolean {
  if (!before?.supports || !before.parties.every(({ party }) => party === 'president'))
    return false;
  for (let at = from; at < Math.min(to, from + 8); at++)
    if (/^(accordance|compliance|line|response|keeping)$/.test(tokens[at]?.text ?? ''))
      return (
        /^(it|this|that)$/.test(tokens[at + 2]?.text ?? '') ||
        tokens[at + 3]?.text === 'proclamation'
      );
  return false;
}

/** Whether a sentence mentions an order that was given: "ordered it", "Executive Order 76 was signed by". */
function namesOrder(tokens: readonly Token[], { from, to }: Sentence): boolean {
  let found = false;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (word === 'no' && tokens[at + 1]?.text === '.') continue;
    if (
      /^(not|no|never|if|asks?|asked|urges?|encourages?|refused|declined|would|could|might|requested)$/.test(
        word,
      )
    )
      return false;
    // "GOVERNOR OF OHIO: …": the office as a label.
    if (word === ':' && at - from <= LABEL_MAX && partyAt(tokens, from)) found = true;
    if (word === 'per' && tokens[at + 1]?.cap) found = true;
    if (
      /^(ordered|orders|directed|directs|directing|order|orders|directive|proclamation|extended|extends|shortened|authority)$/.test(
        word,
      )
    )
      found = true;
  }
  return found;
}

const LABELS =
  /^(from|until|to|through|start|starts|begin|begins|beginning|end|ends|ending|effective|date|dates|when|period|expires)$/;

/** Joins the rows of a form ("From: …", "Until: …") that names a position into one sentence. */
function withForms(tokens: readonly Token[], sentences: readonly Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  for (let at = 0; at < sentences.length; at++) {
    const first = sentences[at];
    if (!first) break;
    let end = at;
    let labels = 0;
    let periods = 0;
    for (; sentences[end]?.paragraph === first.paragraph; end++) {
      const row = sentences[end];
      if (!row) break;
      const label = labelOf(tokens, row);
      if (label === null) break;
      labels++;
      if (LABELS.test(label)) periods++;
    }
    const last = sentences[end - 1];
    if (last && labels >= 3 && periods >= 2) {
      // The title of the form names the position: "Half-staff notice".
      const title = joined.at(-1);
      const isTitled =
        title?.isHeading && title.to - title.from <= TITLE_MAX && hasPosition(tokens, title);
      if (title && isTitled) joined.pop();
      const { from } = title && isTitled ? title : first;
      joined.push({ ...first, from, to: last.to, isHeading: false });
      at = end - 1;
    } else joined.push(isLabeled(tokens, first) ? { ...first, isHeading: false } : first);
  }
  return joined;
}

/** The most words of a form's title. */
const TITLE_MAX = 8;

function hasPosition(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) if (positionAt(tokens, at)) return true;
  return false;
}

/** "End: sunset, May 9": a row that states a point, however short it is. */
function isLabeled(tokens: readonly Token[], sentence: Sentence): boolean {
  const label = labelOf(tokens, sentence);
  return label !== null && LABELS.test(label);
}

/** The most words of a label. */
const LABEL_MAX = 4;
/** The first word of a row's label, "from" for "From: …"; null if it has none. */
function labelOf(tokens: readonly Token[], sentence: Sentence): string | null {
  const { to } = sentence;
  let { from } = sentence;
  while (from < to && /^[-*\u2022\u00B7|]$/.test(tokens[from]?.text ?? '')) from++;
  for (let at = from + 1; at < Math.min(to, from + LABEL_MAX + 1); at++) {
    if (tokens[at]?.text === ':') return tokens[from]?.text ?? null;
    if (tokens[at]?.kind !== 'word') return null;
  }
  return null;
}

const EVENT_WORDS: Readonly<Record<OpenEvent, RegExp>> = {
  interment: /^(interment|internment|burial|buried|interred)$/,
  funeral: /^funerals?$/,
  service: /^services$/,
  notice: /^$/,
};

/** The date that stands behind an event in its sentence. */
function dayOfEvent(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
  event: OpenEvent,
  resolve: (date: WrittenDate) => CivilDate | null,
): CivilDate | null | undefined {
  const days = new Set<CivilDate | null>();
  for (const { from, to } of sentences) {
    let isNamed = false;
    for (let at = from; at < to; at++) {
      if (EVENT_WORDS[event].test(tokens[at]?.text ?? '')) isNamed = true;
      const phrase = isNamed ? datePhraseAt(tokens, at) : null;
      if (!phrase) continue;
      days.add(phrase.date ? resolve(phrase.date) : null);
      break;
    }
  }
  const [day] = days;
  return days.size > 1 ? null : day;
}

function dayOfDeath(tokens: readonly Token[], sentences: readonly Sentence[]): CivilDate | null {
  const days = new Set<CivilDate>();
  for (const { from, to } of sentences) {
    let death = -1;
    for (let at = from; at < to; at++) {
      if (/^(death|died|passed|passing)$/.test(tokens[at]?.text ?? '')) death = at;
      if (death === -1) continue;
      const phrase = datePhraseAt(tokens, at);
      const date = phrase?.date;
      if (!phrase) continue;
      if (date?.kind === 'day' && date.year !== null && at - death <= 25)
        days.add(civilDate(date.year, date.month, date.day));
      at = phrase.to - 1;
      death = -1;
    }
  }
  const [day] = days;
  return days.size === 1 && day !== undefined ? day : null;
}
