import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { datePhraseAt } from '../../when/datePhrases.ts';
import { type Point, pointsIn } from '../../when/points.ts';
import { END, START } from '../../when/pointWords.ts';
import { timePhraseAt } from '../../when/timesOfDay.ts';
import { positionAt } from '../../words/positions.ts';
import { topicsOf } from '../../words/predicates.ts';
import { RAISE } from './fieldOf.ts';

/**
 * Matches an end that depends on which of two times is later: "until sunset on May 9 or the day of
 * interment, whichever is later".
 */
export function isEither(tokens: readonly Token[], { from, to }: Sentence): boolean {
  const has = (pattern: RegExp): boolean =>
    tokens.slice(from, to).some(({ text }) => pattern.test(text));
  for (let at = from; at < to; at++) {
    if (tokens[at]?.text !== 'whichever') continue;
    const order = tokens[at + 2]?.text ?? '';
    // "close of business or sunset, whichever comes first" means sunset.
    if (/^(first|earlier|sooner)$/.test(order)) return !has(/^business$/);
    if (/^(last|later|latest|longer)$/.test(order)) return true;
  }
  return false;
}

/**
 * Matches words that make a day uncertain ("possibly May 10", "subject to change", "weather
 * permitting", "at the earliest") or add a second period ("again from sunrise").
 */
function isReserved(tokens: readonly Token[], at: number): boolean {
  const [word, next, far] = [at, at + 1, at + 2].map((i) => tokens[i]?.text ?? '');
  if (word === 'again')
    return /^(from|on)$/.test(next ?? '') && pointsIn(tokens, at + 1, at + 6).length > 0;
  if (word === 'subject') return next === 'to' && /^(change|confirmation)$/.test(far ?? '');
  if (word === 'weather') return /^(permitting|allowing)$/.test(next ?? '');
  return word === 'possibly' || (word === 'the' && next === 'earliest');
}

/**
 * Matches days that are in doubt because the text offers a choice ("on May 8 or May 9"), adds a
 * second period ("and again from May 15") or may change ("subject to change").
 */
export function isInDoubt(tokens: readonly Token[], sentence: Sentence): boolean {
  const topicAt = topicsOf(tokens, sentence);
  for (let at = sentence.from; at < sentence.to; at++) {
    const topicHere = topicAt(at).topic;
    // For example: "on the day of services, May 9, and again on the day of burial, May 11"
    const isAgain = tokens[at]?.text === 'again' && topicHere !== 'incident';
    if (isReserved(tokens, at) && (isAgain || /^(flag|other)$/.test(topicHere))) return true;
    const phrase = datePhraseAt(tokens, at);
    if (!phrase) continue;
    let or = phrase.to;
    if (tokens[or]?.text === ',') or++;
    const next = tokens[or + 1]?.text === 'on' ? or + 2 : or + 1;
    if (isSecondDay(tokens, at, phrase.to, sentence)) return true;
    const isFlag = /^(flag|other|honor)$/.test(topicAt(at).topic);
    if (isFlag && tokens[or]?.text === 'or' && datePhraseAt(tokens, next)) return true;
    // For example: "Saturday a week"
    const week = tokens[phrase.to]?.text === 'a' ? phrase.to + 1 : phrase.to;
    if (isFlag && phrase.date?.kind === 'weekday' && tokens[week]?.text === 'week') return true;
    at = phrase.to - 1;
  }
  return false;
}

/**
 * Matches an order that repeats and therefore covers more days than it mentions: "on May 19 and on
 * the 19th of every month".
 */
export const isRepeated = (tokens: readonly Token[], { from, to }: Sentence): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        /^(every|each)$/.test(text) &&
        /^(month|week|day|weekend|sunday|monday|tuesday|wednesday|thursday|friday|saturday)$/.test(
          tokens[from + i + 1]?.text ?? '',
        ),
    );

/**
 * Returns `start`, `end` or both if the sentence states them in words that cannot be parsed, as in
 * "until two hours after sunset" or "beginning an hour before sunrise".
 * @param isOfOrder whether the sentence is about the order itself rather than about flags
 */
export function unreadIn(
  tokens: readonly Token[],
  sentence: Sentence,
  isOfOrder: boolean,
): ('start' | 'end')[] {
  const { from, to } = sentence;
  const fields: ('start' | 'end')[] = [];
  const topicAt = topicsOf(tokens, sentence);
  let points: Point[] | null = null;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    const row = isOpenRow(tokens, at) ? rowOf(tokens, at, from) : null;
    if (row) fields.push(row);
    const limit =
      limitAt(tokens, at, to) && (isOfOrder ? /^(flag|other)$/ : /^flag$/).test(topicAt(at).topic);
    if (limit) fields.push(isAboutRaising(tokens, at, from) ? 'end' : 'start');
    if (isOfOrder) continue;
    const isEnd = word === 'until' || word === 'till' || word === 'til';
    // For example: "from 8 to 5"
    const number = tokens[at + 1];
    const isNumbers = word === 'from' && number?.kind === 'number' && number.value < YEAR_MIN;
    if (!isEnd && word !== 'from' && !/^(starting|beginning|commencing)$/.test(word)) continue;
    points ??= pointsIn(tokens, from, to);
    if (points.some((point) => point.from <= at && at < point.to)) continue;
    // For example: "from the changing of the guard to sunset"
    const end = points.find((point) => point.role === 'end' && point.from > at);
    const isStart = word === 'from' && end !== undefined && end.from - at <= RANGE_MAX;
    if (word === 'from' && !isNumbers && !(isStart && topicAt(at).topic === 'flag')) continue;
    const isRange = isNumbers;
    const { topic } = topicAt(at);
    if (topic === 'incident' || topic === 'ceremony') continue;
    if (isEnd || isRange) fields.push('end');
    if (!isEnd) fields.push('start');
  }
  return fields;
}

/**
 * Matches a second day that has its own reason: "on May 7 for Private Moe, and on May 9 for Officer
 * Roe", "May 7 (Private Moe) and May 9 (Officer Roe)".
 */
function isSecondDay(
  tokens: readonly Token[],
  date: number,
  end: number,
  { from }: Pick<Sentence, 'from'>,
): boolean {
  const and = tokens[date - 1]?.text === 'on' ? date - 2 : date - 1;
  if (tokens[and]?.text !== 'and') return false;
  const isListed = tokens[and - 1]?.text === ')' && tokens[end]?.text === '(';
  const isOwn =
    tokens[date - 1]?.text === 'on' && tokens[end]?.text === 'for' && tokens[end + 1]?.cap;
  if (!isListed && !isOwn) return false;
  for (let at = from; at < and; at++)
    if (tokens[at]?.text === 'on' && datePhraseAt(tokens, at + 1)) return true;
  return isListed;
}

/**
 * Matches a limit that is not an exact time: "before sunrise on May 8", "after sunset", "no later
 * than 10 a.m.". Does not match "after Monday's attack".
 */
function limitAt(tokens: readonly Token[], at: number, to: number): boolean {
  const word = tokens[at]?.text ?? '';
  const isThan = word === 'than' && /^(later|earlier|before)$/.test(tokens[at - 1]?.text ?? '');
  if (!isThan && word !== 'before' && word !== 'after') return false;
  const next = tokens[at + 1]?.text === 'the' ? at + 2 : at + 1;
  const end = datePhraseAt(tokens, next)?.to ?? timePhraseAt(tokens, next)?.to ?? -1;
  return end !== -1 && end <= to && tokens[end]?.text !== "'s";
}

/**
 * Whether a limit such as "after" or "no later than" applies to the end of half-staff: "until after
 * sunset", "raised no later than noon".
 */
function isAboutRaising(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at - 1; i >= from; i--) {
    const position = positionAt(tokens, i);
    if (position) return position.position === 'full';
    const word = tokens[i]?.text ?? '';
    if (END.has(word) || RAISE.test(word)) return true;
  }
  return false;
}

/**
 * Matches the colon and the value in a row whose value is not known yet: "End: To be announced",
 * "Start: TBD".
 */
const isOpenRow = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === ':' &&
  (/^(tbd|tba|unknown|pending|undetermined)$/.test(tokens[at + 1]?.text ?? '') ||
    (tokens[at + 1]?.text === 'to' && tokens[at + 2]?.text === 'be'));

/**
 * Returns `start` for a label such as "Start date:" and `end` for a label such as "End:"; null for
 * other labels.
 */
function rowOf(tokens: readonly Token[], colon: number, from: number): 'start' | 'end' | null {
  for (let at = colon - 1; at >= Math.max(from, colon - 3); at--) {
    const word = tokens[at]?.text ?? '';
    if (START.has(word) || /^lower(ed)?$/.test(word)) return 'start';
    if (END.has(word) || /^(raise|return)(d|ed)?$/.test(word)) return 'end';
  }
  return null;
}

/** Smallest number that is read as a year, as in "the officers from 2025". */
const YEAR_MIN = 1900;

/**
 * Maximum number of words between "from" and "until" if the start between them cannot be parsed.
 */
const RANGE_MAX = 6;
