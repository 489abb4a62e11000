import { addDays, type CivilDate, civilDate } from '../../../../time/civilDate.ts';
import { partiesIn } from '../../parties/authorities.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { type Point, pointsIn } from '../../when/points.ts';
import type { Mention } from '../../words/mentions.ts';

/**
 * Whether a date is the day when the order was given and is therefore not part of the order's
 * period.
 */
export const isDayOfOrdering = (
  tokens: readonly Token[],
  point: Point,
  mentions: readonly Mention[],
): boolean =>
  isBehindReport(tokens, point) ||
  isBeforeReport(tokens, point) ||
  isBesideOrder(tokens, point, mentions) ||
  isBeforeOrder(tokens, point, mentions);

/**
 * Matches the day on which an announcement was made: "Governor Poe announced Tuesday", "she said on
 * Monday".
 */
const isBehindReport = (tokens: readonly Token[], { time, role, from, to }: Point): boolean =>
  time === null &&
  !isDayOfMourning(tokens, to) &&
  (role === 'none' || role === 'on') &&
  /^(announced|said|ordered|directed|issued|signed|instructed|proclaimed|declared)$/.test(
    tokens[from - 1]?.text ?? '',
  );

/**
 * Matches a date between an official and the verb: "Governor Poe on Monday, May 11, declared three
 * days of mourning".
 */
function isBeforeReport(tokens: readonly Token[], { time, role, from, to }: Point): boolean {
  const verb = tokens[to]?.text === ',' ? to + 1 : to;
  if (time !== null || !(role === 'none' || role === 'on')) return false;
  if (!/^(announced|said|signed|issued|proclaimed|declared)$/.test(tokens[verb]?.text ?? ''))
    return false;
  let office = from - 1;
  while (office > from - OFFICE_MAX && (tokens[office]?.cap || tokens[office]?.text === '.'))
    office--;
  return partiesIn(tokens, { from: office + 1, to: from }).length > 0;
}

/**
 * Matches the words "a day of mourning" after a date: "has declared Friday, May 8, a day of
 * mourning".
 */
export function isDayOfMourning(tokens: readonly Token[], at: number): boolean {
  let next = at;
  while (/^(,|as|to|be|a|statewide|state)$/.test(tokens[next]?.text ?? '')) next++;
  const isDay = tokens[next]?.text === 'day' && tokens[next + 1]?.text === 'of';
  return (
    next > at && isDay && /^(mourning|remembrance|respect)$/.test(tokens[next + 2]?.text ?? '')
  );
}

/**
 * Whether a sentence says that the order was given at least `days` days before the text was
 * written.
 */
export function wasOrderedBefore(
  tokens: readonly Token[],
  { from, to }: Sentence,
  mentions: readonly Mention[],
  issued: CivilDate,
  days = 0,
): boolean {
  if (!mentions.some(({ mode }) => mode === 'order')) return false;
  return pointsIn(tokens, from, to).some((point) => {
    const { date } = point;
    if (typeof date !== 'object' || date?.kind !== 'day') return false;
    if (!isBeforeOrder(tokens, point, mentions)) return false;
    const year = date.year ?? Number(issued.slice(0, 4));
    return addDays(civilDate(year, date.month, date.day), days) < issued;
  });
}

/**
 * Whether "today" is directly before or after the ordering verb. If so, another "today" in the
 * sentence is a day when flags are lowered.
 */
const hasToday = (tokens: readonly Token[], mentions: readonly Mention[]): boolean =>
  mentions.some(
    ({ mode, verb }) =>
      mode === 'order' && [verb - 1, verb + 1].some((at) => tokens[at]?.text === 'today'),
  );

/** Matches the day when the order was given, as in "were ordered to half-staff today". */
const isBesideOrder = (
  tokens: readonly Token[],
  { time, role, from, to }: Point,
  mentions: readonly Mention[],
): boolean =>
  time === null &&
  ((role === 'none' && tokens[from]?.text === 'today' && !hasToday(tokens, mentions)) ||
    ((role === 'none' || role === 'on') &&
      (tokens[to]?.text === 'by' ||
        (tokens[to]?.text === ',' && tokens[to + 1]?.text === 'by')))) &&
  mentions.some(
    ({ mode, verb }) =>
      mode === 'order' &&
      verb < from &&
      /^(ordered|directed|announced|proclaimed|instructed)$/.test(tokens[verb]?.text ?? ''),
  );

/**
 * Matches a date before an official and a verb: "On May 1, 2026, Governor Poe ordered", "Today,
 * Governor Poe ordered".
 */
function isBeforeOrder(
  tokens: readonly Token[],
  { time, from, to }: Point,
  mentions: readonly Mention[],
): boolean {
  const verb = mentions.find(({ mode }) => mode === 'order')?.verb ?? -1;
  if (
    time !== null ||
    verb <= to ||
    !/^(ordered|directed|announced|ordering|directing)$/.test(tokens[verb]?.text ?? '')
  )
    return false;
  if (verb - to > NAME_MAX || !/^(on|today)$/.test(tokens[from]?.text ?? '')) return false;
  for (let at = to; at < verb; at++) {
    const token = tokens[at];
    if (token?.kind === 'word' && !token.cap && !BETWEEN.test(token.text)) return false;
  }
  if (partiesIn(tokens, { from: to, to: verb }).length > 0) return true;
  // For example: "On May 1, 2026, I ordered"
  if (tokens.slice(to, verb).some(({ text }) => text === 'i')) return true;
  // For example: "Governor Poe on Monday, May 11, 2026, issued an executive order directing"
  if (mentions.some((mention) => mention.from < from)) return false;
  const office = Math.max(0, from - OFFICE_MAX);
  for (let at = from - 1; at >= office; at--) {
    const token = tokens[at];
    if (token?.kind !== 'word' && token?.text !== '.') return false;
    if (partiesIn(tokens, { from: at, to: from }).length > 0) return true;
    if (token.kind === 'word' && !token.cap) return false;
  }
  return false;
}

/**
 * Words that can come between a day and the ordering verb, as in "Today, the Governor signed an
 * executive order directing …".
 */
const BETWEEN =
  /^(the|of|and|has|had|then|previously|president|governor|mayor|signed|issued|a|an|executive|order|proclamation)$/;

/** Maximum number of words between an official and a day that follows. */
const OFFICE_MAX = 6;

/** Maximum total number of words in an official's title and name. */
const NAME_MAX = 16;
