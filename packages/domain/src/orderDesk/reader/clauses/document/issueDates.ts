import { type CivilDate, civilDate } from '../../../../time/civilDate.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { datePhraseAt, type WrittenDate } from '../../when/datePhrases.ts';
import { timePhraseAt } from '../../when/timesOfDay.ts';
import { positionAt } from '../../words/positions.ts';

/** A date that the text gives as the day when it was written, posted or signed. */
export interface IssueDate {
  date: CivilDate;
  sentence: Sentence;
  /** Index of the token after the date. */
  to: number;
  /** Whether the text was signed on this date, not only posted. */
  signed: boolean;
}

/** Maximum number of tokens before the date in a dateline. */
const LEAD_MAX = 24;
const LEADS = new Set(
  (
    'posted published issued released release and last updated status alert notice date dated sent on for immediate the press news media ' +
    'this day signed at office of governor memo update contact staff writer reporter editor by'
  ).split(' '),
);
/**
 * Words that introduce the start or end of an order. A date after one of them isn't the date on
 * which the text was written.
 */
const OF_A_PERIOD = new Set(
  'sunrise sunset start starts end ends until effective begin begins reason beginning ending expires'.split(
    ' ',
  ),
);
const LABELS_OF_A_PERIOD =
  /^(when|dates|from|to|through|period|duration|hours|lowered|raised|commencing|time|times)$/;
const SIGNED = new Set(['witness', 'given', 'dated', 'signed', 'done', 'hand', 'seal', 'sealed']);

/** Returns the dates that the text gives as the day when it was written, posted or signed. */
export function issueDatesIn(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
): IssueDate[] {
  const found: IssueDate[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (isHours(tokens, sentences[index + 1])) continue;
    const date =
      datelineOf(tokens, sentence) ??
      lineDateOf(tokens, sentence) ??
      bracketDateOf(tokens, sentence) ??
      updateOf(tokens, sentence) ??
      signatureOf(tokens, sentence);
    if (date) found.push(date);
  }
  if (found.length > 0)
    return [
      ...withoutSidebar(tokens, sentences, found),
      ...sentences.flatMap((sentence) => todayIn(tokens, sentence) ?? []),
    ];
  return sentences.flatMap((sentence) => announcedIn(tokens, sentence) ?? []);
}

/** Matches the line "Sunrise to sunset", which belongs to the day on the line above. */
const isHours = (tokens: readonly Token[], line: Sentence | undefined): boolean =>
  line !== undefined &&
  line.to - line.from <= 4 &&
  tokens
    .slice(line.from, line.to)
    .map(({ text }) => text)
    .join(' ')
    .endsWith('sunrise to sunset');

/**
 * Returns the date in parentheses before the colon of a heading: "Governor orders flags to
 * half-staff (May 3, 2026): …".
 */
function bracketDateOf(tokens: readonly Token[], sentence: Sentence): IssueDate | null {
  for (let at = sentence.from; at < sentence.to; at++) {
    if (tokens[at]?.text !== '(') continue;
    const phrase = datePhraseAt(tokens, at + 1);
    const date = phrase && dayOf(phrase.date);
    const isClosed = phrase && tokens[phrase.to]?.text === ')';
    if (date && isClosed && /^[:-]$/.test(tokens[phrase.to + 1]?.text ?? ''))
      return { date, sentence, to: phrase.to + 1, signed: true };
  }
  return null;
}

/** Returns the date at the end of a title: "Flag questions and answers - updated May 3, 2026". */
function updateOf(tokens: readonly Token[], sentence: Sentence): IssueDate | null {
  const { from, to, isHeading } = sentence;
  for (let at = from + 1; isHeading && at < to; at++) {
    if (!/^(updated|posted|published)$/.test(tokens[at]?.text ?? '')) continue;
    if (!/^[-(|]$/.test(tokens[at - 1]?.text ?? '')) continue;
    const phrase = datePhraseAt(tokens, at + 1);
    const date = phrase && dayOf(phrase.date);
    const end = phrase && tokens[phrase.to]?.text === ')' ? phrase.to + 1 : phrase?.to;
    if (date && end === to) return { date, sentence, to, signed: true };
  }
  return null;
}

/**
 * Returns the date on a later line of a heading, as in "Flags lowered" above "RALEIGH, April 22,
 * 2026".
 */
function lineDateOf(tokens: readonly Token[], sentence: Sentence): IssueDate | null {
  if (!sentence.isHeading) return null;
  for (let at = sentence.from; at < sentence.to; at++) {
    if (tokens[at]?.kind !== 'break') continue;
    const line = datelineOf(tokens, { ...sentence, from: at + 1 });
    if (line) return { ...line, sentence };
  }
  return null;
}

/**
 * Drops dates from unrelated texts below "###" or a title such as "Recent news". Keeps all dates if
 * no date comes before that line.
 */
function withoutSidebar(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
  found: IssueDate[],
): IssueDate[] {
  const end = sentences.find((sentence) => endsText(tokens, sentence));
  const own = found.filter(({ sentence }) => end === undefined || sentence.from < end.from);
  return own.length > 0 ? own : found;
}

/**
 * Matches the end of an article on a page: "###", "- 30 -", or a title such as "Recent News" or
 * "Related articles".
 */
function endsText(tokens: readonly Token[], sentence: Sentence): boolean {
  const { from, to } = sentence;
  if (to - from > TITLE_MAX) return false;
  const words = tokens.slice(from, to).map(({ text }) => text);
  if (words.every((word) => word === '#')) return words.length >= 3;
  if (words[0] === '-' && words[1] === '30' && words[2] === '-') return true;
  return isSidebar(tokens, sentence);
}

/**
 * Matches the title above links to other texts: "Recent News", "Related articles", "Latest from the
 * Daily Star".
 */
export function isSidebar(tokens: readonly Token[], { from, to }: Sentence): boolean {
  const first = tokens[from]?.text ?? '';
  if (to - from > TITLE_MAX || !FIRST_WORDS.has(first)) return false;
  const words = tokens.slice(from, to).map(({ text }) => text);
  const [, second] = words;
  if (/^(latest|more|recent|news|headlines|stories)$/.test(first) && second === 'from') return true;
  if (LINKS.has(words.filter((word) => word !== ':').join(' '))) return true;
  return OF_LINKS.test(first) && words.some((word) => LINKED.test(word));
}
/** Titles that can appear above links to other texts, such as "Most read". */
const LINKS = new Set([
  'trending',
  'trending now',
  'most read',
  'most popular',
  'most viewed',
  'popular now',
  'you may also like',
  'you might also like',
  'recommended',
  'recommended for you',
  'read next',
  'up next',
  'keep reading',
  'in other news',
]);

const LINK_LISTS = [...LINKS].map((title) => title.split(' '));

/**
 * If a title above links begins at a token, such as "Popular now" or "Top Stories", returns its
 * number of words; otherwise 0. Ignores most one-word titles, because such words are common in
 * sentences.
 */
export function linksTitleAt(tokens: readonly Token[], at: number): number {
  const first = tokens[at];
  const second = tokens[at + 1];
  if (!first?.cap || !FIRST_WORDS.has(first.text)) return 0;
  const titles = LINK_LISTS.filter(
    (words) => words.length > 1 && words.every((word, i) => tokens[at + i]?.text === word),
  );
  if (titles.length > 0) return Math.max(...titles.map((words) => words.length));
  // "Trending" above "1. County fair sets record"
  if (LINKS.has(first.text) && second?.value === 1 && tokens[at + 2]?.text === '.') return 1;
  if (!second?.cap || !OF_LINKS.test(first.text)) return 0;
  // "LATEST FROM" above the name of a newspaper
  return LINKED.test(second.text) || (first.upper && second.text === 'from') ? 2 : 0;
}

const OF_LINKS =
  /^(recent|latest|related|more|other|previous|archive|trending|popular|newer|older|top)$/;
const LINKED = /^(news|articles|stories|posts?|releases|headlines|coverage)$/;
/** The first words of titles above links to other texts. */
const FIRST_WORDS = new Set([
  ...'recent latest related more other previous archive newer older top news headlines stories'.split(
    ' ',
  ),
  ...[...LINKS].map((title) => title.split(' ')[0] ?? ''),
]);
/** Maximum number of words in a title such as "More News from the Governor". */
const TITLE_MAX = 8;

/** Returns the date of issue in a phrase such as "today, May 4, 2026". */
function todayIn(tokens: readonly Token[], sentence: Sentence): IssueDate | null {
  for (let at = sentence.from; at < sentence.to; at++) {
    const phrase = tokens[at]?.text === 'today' ? datePhraseAt(tokens, at) : null;
    const date = phrase && dayOf(phrase.date);
    if (date) return { date, sentence, to: phrase.to, signed: true };
  }
  return null;
}

const ANNOUNCED = new Set('today announced ordered signed issued proclaimed directed'.split(' '));

/** Matches a date on which a law was signed: "The Flag Code was signed on June 22, 1942." */
const isOfLaw = (tokens: readonly Token[], from: number, verb: number): boolean =>
  tokens
    .slice(from, verb)
    .some(({ text }) => /^(code|law|act|bill|statute|resolution)$/.test(text));

/**
 * Matches a mention of an order that is directly followed by its date: "signed an executive order
 * Wednesday, August 27, 2025".
 */
const isOrder = (tokens: readonly Token[], at: number): boolean =>
  /^(order|proclamation|directive)$/.test(tokens[at]?.text ?? '') &&
  datePhraseAt(tokens, at + 1) !== null;

/**
 * Maximum number of words from "issued" to the date, as in "issued Executive Order 76 on May 11,
 * 2026".
 */
const ORDER_MAX = 8;

/**
 * Returns the date of an announcement, as in "today, May 4, 2026" or "announced on Wednesday,
 * August 27, 2025".
 */
function announcedIn(tokens: readonly Token[], sentence: Sentence): IssueDate | null {
  for (let at = sentence.from; at < sentence.to; at++) {
    const word = tokens[at]?.text ?? '';
    if (!ANNOUNCED.has(word)) continue;
    let next = word === 'today' ? at : tokens[at + 1]?.text === 'on' ? at + 2 : at + 1;
    if (isOfLaw(tokens, sentence.from, at)) continue;
    // For example: "issued Executive Order 76 on May 11, 2026"
    if (/^(issued|signed)$/.test(word))
      for (let i = at + 1; i < at + ORDER_MAX && !OF_A_PERIOD.has(tokens[i]?.text ?? ''); i++)
        if (tokens[i]?.text === 'on' || isOrder(tokens, i)) next = i + 1;
    const phrase = datePhraseAt(tokens, next);
    const date = phrase && dayOf(phrase.date);
    if (date) return { date, sentence, to: phrase.to, signed: true };
  }
  return null;
}

/**
 * Returns the date at the beginning of a sentence, preceded only by place names and words such as
 * "Posted".
 */
function datelineOf(tokens: readonly Token[], sentence: Sentence): IssueDate | null {
  const end = Math.min(sentence.to, sentence.from + LEAD_MAX);
  let at = sentence.from;
  for (; at < end; at++) {
    const token = tokens[at];
    if (!token) return null;
    // For example: "Flag status update, May 3, 2026: …", "Posted by Half-Staff Alerts on May 3,
    // 2026"
    const isTitle = /^(status|alert|notice|update)$/.test(tokens[at + 1]?.text ?? '');
    const isFlag = positionAt(tokens, at) ?? /^flags?$/.test(token.text);
    if (isFlag && !isTitle && !isByline(tokens, sentence)) return null;
    if (OF_A_PERIOD.has(token.text)) return null;
    if (tokens[at + 1]?.text === ':' && LABELS_OF_A_PERIOD.test(token.text)) return null;
    const isPosted =
      /^(posted|published)$/.test(tokens[sentence.from]?.text ?? '') && at <= sentence.from + 4;
    if (/^(updated|modified|revised)$/.test(token.text) && !isPosted) return null;
    const phrase = datePhraseAt(tokens, at);
    if (phrase) {
      const date = dayOf(phrase.date);
      // In "March 3 was", the date belongs to the sentence and is not a dateline.
      if (!date) return null;
      return closesDateline(tokens, phrase.to, sentence, at === sentence.from)
        ? { date, sentence, to: phrase.to, signed: false }
        : null;
    }
    if (token.kind === 'number' || token.kind === 'opaque') {
      // For example: "Proclamation 9830 of December 1, 2018".
      // For example: "Facilities Bulletin 26-41, May 4, 2026" on a line of its own.
      const isTitle = sentence.isHeading && at > sentence.from;
      if (token.kind === 'opaque' || !(isTitle || tokens[at - 1]?.text === 'proclamation'))
        return null;
    } else if (token.kind === 'word' && !token.cap && !LEADS.has(token.text)) return null;
  }
  return null;
}

/** Matches the words before a publisher's name: "Posted by …", "Published by …". */
const isByline = (tokens: readonly Token[], { from }: Sentence): boolean =>
  /^(posted|published)$/.test(tokens[from]?.text ?? '') && tokens[from + 1]?.text === 'by';

/**
 * Whether a dateline ends after its date, as shown by a line end, a dash, a time of day or a name.
 */
function closesDateline(
  tokens: readonly Token[],
  at: number,
  sentence: Sentence,
  isFirst: boolean,
): boolean {
  if (at >= sentence.to) return true;
  const token = tokens[at];
  if (!token) return true;
  if (isSunBehind(tokens, at)) return false;
  if (['-', ':', ')', '(', '|', '.', '\n', '/', '\u00B7', '\u2022'].includes(token.text))
    return true;
  if (token.text === ',' || (token.text === 'at' && !token.cap)) {
    if (timePhraseAt(tokens, at + 1) !== null || tokens[at + 1]?.kind === 'number') return true;
    return isFirst && isPlaceThenDash(tokens, at + 1, sentence);
  }
  if (timePhraseAt(tokens, at) || token.kind === 'number') return true;
  // For example: "November 6, 2017 JUNEAU - Governor …", "2020-05-22 Following …".
  // A sign such as an emoji ends it, too.
  if (token.kind === 'opaque') return isFirst;
  return isFirst && token.kind === 'word' && token.cap && !WEEKLY.has(token.text);
}

/**
 * Matches a date that belongs to the order and does not say when the text was written: "May 7, 2026
 * (sunrise)", "May 7, 2026, at sunset".
 */
function isSunBehind(tokens: readonly Token[], at: number): boolean {
  let next = at;
  while (/^([,(-]|at|from|\n)$/.test(tokens[next]?.text ?? '') && next < at + 3) next++;
  const kind = timePhraseAt(tokens, next)?.time.kind;
  return kind === 'sunrise' || kind === 'sunset';
}

/** Matches a place and a dash after a date: "November 6, 2017, JUNEAU - …". */
function isPlaceThenDash(tokens: readonly Token[], from: number, { to }: Sentence): boolean {
  for (let at = from; at < Math.min(to, from + 6); at++) {
    const token = tokens[at];
    if (at > from && (token?.text === '-' || token?.text === ':')) return true;
    if (token?.kind === 'word' ? !token.cap : token?.text !== ',' && token?.text !== '.')
      return false;
  }
  return false;
}

const WEEKLY = new Set(['is', 'was', 'as', 'memorial']);

/**
 * Returns the date of a signature, as in "This 6th day of October, 2005", "set my hand this …" or
 * "Ordered on this, the 23rd day of …".
 */
function signatureOf(tokens: readonly Token[], sentence: Sentence): IssueDate | null {
  let signed = false;
  for (let at = sentence.from; at < sentence.to; at++) {
    const word = tokens[at]?.text ?? '';
    if (SIGNED.has(word) && !isOfLaw(tokens, sentence.from, at)) signed = true;
    const starts = word === 'this' && (signed || at - sentence.from <= 3);
    const plain = signed && (word === 'on' || word === 'dated' || word === 'signed');
    if (!starts && !plain) continue;
    let next = at + 1;
    while ([',', 'the', '\n', 'on', ':'].includes(tokens[next]?.text ?? '')) next++;
    const phrase = datePhraseAt(tokens, next);
    if (!phrase) continue;
    const date = dayOf(phrase.date);
    return date ? { date, sentence, to: phrase.to, signed: true } : null;
  }
  return null;
}

function dayOf(date: WrittenDate | null): CivilDate | null {
  if (date?.kind !== 'day' || date.year === null) return null;
  return civilDate(date.year, date.month, date.day);
}
