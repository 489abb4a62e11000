import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { type Point, pointsIn } from '../../when/points.ts';
import { asideIn } from '../../words/asideTimes.ts';
import type { Mention } from '../../words/mentions.ts';
import { topicsOf } from '../../words/predicates.ts';
import { isDayOfMourning, isDayOfOrdering } from './dayOfOrdering.ts';
import { isDayOfPeriod, namedDayBefore, RAISE } from './fieldOf.ts';

/**
 * Returns the dates and times in a sentence that say when to lower or raise flags. Leaves out other
 * dates and times, such as those of a death or a ceremony.
 * @param behindDateline index of the first token after the sentence's dateline
 */
export function relevant(
  tokens: readonly Token[],
  sentence: Sentence,
  mentions: readonly Mention[],
  weak: boolean,
  behindDateline: number,
): Point[] {
  const topicAt = topicsOf(tokens, sentence);
  // In "October 13, 2025 - Today, …", the dash is not part of a range of dates.
  const points = pointsIn(tokens, Math.max(sentence.from, behindDateline), sentence.to);
  const kept: Point[] = [];
  const isAside = asideIn(tokens, sentence);
  for (const [index, point] of points.entries()) {
    if (isAside(point.from) || isFormerDay(tokens, point)) continue;
    const before = points[index - 1];
    if (before && isFormerDay(tokens, before) && point.linked && point.role === 'end') {
      kept.push({ ...point, role: 'on' });
      continue;
    }
    const { topic, plain } = topicAt(point.from);
    const last = kept.at(-1);
    const isChained =
      point.linked && last !== undefined && last === points[points.indexOf(point) - 1];
    const sun = point.time?.kind === 'sunrise' || point.time?.kind === 'sunset';
    const isPeriod = point.role === 'start' || point.role === 'end';
    // A "today" after the name of the authority belongs to the ordering verb: "the Governor today
    // ordered".
    if (isToday(point) && !isAboutFlags(tokens, sentence, point, mentions)) continue;
    const next = points[points.indexOf(point) + 1];
    // "to half-staff today, Friday, May 15, from sunrise to sunset" says when flags are lowered.
    const isOfPeriod =
      (next?.linked === true && next.time !== null && next.date === null) ||
      isOnlyDay(tokens, points, point);
    if (!isOfPeriod && isDayOfOrdering(tokens, point, mentions)) continue;
    if (weak && isDayOfIssue(tokens, sentence, point)) continue;
    if (isReplaced(tokens, point) || isDayOfPosting(tokens, sentence, point)) continue;
    if (isOfNumberedTitle(tokens, sentence, point)) continue;
    if (isOfSignature(tokens, sentence, point) || isOfOther(tokens, sentence, point, mentions))
      continue;
    let keep: boolean;
    if (isChained) keep = true;
    else if (isDayOfFlags(tokens, sentence, point, topicAt)) keep = true;
    else if (mentions.length > 0 && isDayOfMourning(tokens, point.to)) keep = true;
    // For example: "Sunrise 2/13/2026" on a line of its own
    else if (sun && point.date !== null && tokens[point.from - 1]?.kind === 'break') keep = true;
    else if (topic === 'flag' || isSunriseToSunset(points, point)) keep = true;
    else if (isDayOfPeriod(points, point)) keep = true;
    else if (weak)
      keep = topic === 'other' || isPeriod || point.now || (sun && point.date !== null);
    else if (isPeriod && (sun || point.event !== null || point.now)) keep = true;
    else if (point.now) keep = topic !== 'incident' && topic !== 'ceremony';
    else if (topic === 'other')
      keep =
        isPeriod ||
        isFirst(tokens, sentence, point) ||
        (sun && isBehindRaise(tokens, sentence, point));
    else if (topic === 'honor') keep = isPeriod || (plain && point.role === 'on');
    else keep = false;
    if (keep) kept.push(point);
  }
  return kept;
}

/**
 * Matches the original day of an order that has been moved: "postponed from Thursday, April 16, to
 * Tuesday, April 21".
 */
const isFormerDay = (tokens: readonly Token[], { role, date, from }: Point): boolean =>
  role === 'start' &&
  date !== null &&
  tokens[from]?.text === 'from' &&
  /^(postponed|moved|rescheduled|delayed|changed|pushed|shifted)$/.test(
    tokens[from - 1]?.text ?? '',
  );

/**
 * Matches a day that follows the hours it applies to: "from sunrise until sunset at all state
 * buildings today, Monday, October 4".
 */
function isOnlyDay(tokens: readonly Token[], points: readonly Point[], point: Point): boolean {
  const before = points.slice(0, points.indexOf(point));
  const isExplicit = tokens[point.from]?.text === 'today' && point.to - point.from > 1;
  return (
    isExplicit &&
    before.some(({ time }) => time?.kind === 'sunrise') &&
    before.every(({ date }) => date === null)
  );
}

/** Matches "sunrise to sunset", the hours that are typical of orders about flags. */
function isSunriseToSunset(points: readonly Point[], point: Point): boolean {
  const next = points[points.indexOf(point) + 1];
  return (
    point.time?.kind === 'sunrise' &&
    next?.linked === true &&
    next.role === 'end' &&
    next.time?.kind === 'sunset'
  );
}

/** Matches a time after a verb that says flags are raised: "They go back up at sunset". */
const isBehindRaise = (tokens: readonly Token[], { from }: Sentence, point: Point): boolean =>
  /^(they|these|it)$/.test(tokens[from]?.text ?? '') &&
  tokens.slice(from, point.from).some(({ text }) => RAISE.test(text));

/**
 * Matches a date or time that the text rules out: "not Friday, March 13", "instead of at sunset on
 * May 5".
 */
function isReplaced(tokens: readonly Token[], { from }: Point): boolean {
  for (let at = from; at >= from - 2; at--) {
    const word = tokens[at - 1]?.text ?? '';
    if (word === 'not' || word === 'than') return true;
    if (word === 'of' && tokens[at - 2]?.text === 'instead') return true;
    if (!/^(on|at|until|from|through)$/.test(word)) return false;
  }
  return false;
}

/**
 * Matches the day when an order was issued: "This directive was issued by Governor Poe on May 5,
 * 2026".
 */
const isDayOfIssue = (tokens: readonly Token[], { from }: Sentence, point: Point): boolean =>
  point.time === null &&
  (point.role === 'on' || point.role === 'none') &&
  tokens
    .slice(from, point.from)
    .some(({ text }) =>
      /^(issued|signed|announced|given|filed|dated|received|recorded|published|posted|attested|adopted|entered)$/.test(
        text,
      ),
    );

/**
 * Matches the date in a line such as "Posted by Half-Staff Alerts on Mar 04, 2026", even if the
 * line is below a title.
 */
function isDayOfPosting(tokens: readonly Token[], { from }: Sentence, point: Point): boolean {
  if (point.role === 'start' || point.role === 'end') return false;
  let line = point.from;
  while (line > from && tokens[line - 1]?.kind !== 'break') line--;
  return (
    /^(posted|published|updated|submitted|modified|revised)$/.test(tokens[line]?.text ?? '') &&
    (tokens[line + 1]?.text === 'by' || line > from)
  );
}

/**
 * Matches the date of a numbered order at the end of its title: "2026-04 Flags at Half-Staff
 * (February 4, 2026)", "Executive Order 12 - Flags - February 4, 2026".
 */
function isOfNumberedTitle(
  tokens: readonly Token[],
  { from, to }: Sentence,
  { role, to: end }: Point,
): boolean {
  const last = tokens[end]?.text === ')' ? end + 1 : end;
  if (role !== 'none' || last < to) return false;
  const words = tokens.slice(from, from + NUMBER_MAX);
  const number = words.findIndex(({ kind, cap }) => kind === 'number' && !cap);
  const isOfOrder = words
    .slice(0, Math.max(0, number))
    .every(({ text }) =>
      /^(executive|order|proclamation|directive|eo|no|number|memo|memorandum|[.#-])$/.test(text),
    );
  const isNumbered = words[number + 1]?.text === '-' && words[number + 2]?.kind === 'number';
  return number !== -1 && isOfOrder && (number > 0 || isNumbered);
}

/** Maximum number of tokens in the number of an order, such as "Executive Order No. 2026-04". */
const NUMBER_MAX = 7;

/**
 * Matches the date of a signature: "IN WITNESS WHEREOF, I have hereunto set my hand this fifth day
 * of May".
 */
const isOfSignature = (tokens: readonly Token[], { from }: Sentence, point: Point): boolean =>
  tokens
    .slice(from, point.from)
    .some(
      ({ text }, i) =>
        /^(whereof|hereunto)$/.test(text) ||
        (text === 'my' && tokens[from + i + 1]?.text === 'hand'),
    );

/**
 * Matches the date of another order: "In addition to the order for Memorial Day on May 31, I hereby
 * order …".
 */
function isOfOther(
  tokens: readonly Token[],
  { from }: Sentence,
  point: Point,
  mentions: readonly Mention[],
): boolean {
  const verb = mentions.find(({ mode }) => mode === 'order')?.verb ?? -1;
  if (point.from >= verb) return false;
  const [first, second] = [tokens[from]?.text ?? '', tokens[from + 1]?.text ?? ''];
  const isBeside =
    (first === 'in' && second === 'addition' && tokens[from + 2]?.text === 'to') ||
    ((first === 'separate' || first === 'apart') && second === 'from') ||
    /^(besides|unlike)$/.test(first);
  return (
    isBeside &&
    tokens
      .slice(from, point.from)
      .some(({ text }) => /^(order|orders|proclamation|directive|lowering)$/.test(text))
  );
}

/**
 * Matches a day at the beginning of a sentence: "On Friday, May 8, …". Capitalized words, such as a
 * place name, may precede it.
 */
function isFirst(tokens: readonly Token[], { from }: Sentence, point: Point): boolean {
  for (let at = point.from - 1; at >= from; at--) {
    const token = tokens[at];
    if (token?.text === ':') return true;
    if (token?.kind === 'word' && !token.cap) return false;
  }
  const next = tokens[point.to];
  // "2026-05-08 The Governor …" begins with a dateline.
  return point.role !== 'none' || next?.kind !== 'word' || !next.cap;
}

/**
 * Matches the date of a named day: "on Memorial Day, Monday, May 25". Does not match the date of a
 * death: "who died on Labor Day".
 */
function isDayOfFlags(
  tokens: readonly Token[],
  { from }: Sentence,
  point: Point,
  topicAt: ReturnType<typeof topicsOf>,
): boolean {
  const first = namedDayBefore(tokens, point);
  return first !== -1 && topicAt(Math.max(first, from)).topic !== 'incident';
}

const isToday = ({ date, time, role }: Point): boolean =>
  typeof date === 'object' &&
  date !== null &&
  (date.kind === 'today' || date.kind === 'weekday') &&
  time === null &&
  role !== 'end' &&
  role !== 'start';

/**
 * Whether a flag position comes before a date or time, with no verb such as "ordered" in between.
 */
function isAboutFlags(
  tokens: readonly Token[],
  sentence: Sentence,
  point: Point,
  mentions: readonly Mention[],
): boolean {
  if (mentions.some(({ from }) => from < point.from)) return true;
  // For example: "On Friday, flags will be …".
  const isBehindLabel =
    tokens[point.from - 1]?.text === ':' && point.from <= sentence.from + LABEL_MAX;
  const first = mentions.length > 0 && (point.from <= sentence.from + 1 || isBehindLabel);
  return first && /^(,|flags?|all|the)$/.test(tokens[point.to]?.text ?? '');
}

/** Maximum number of tokens in a label such as "ATTENTION:". */
const LABEL_MAX = 4;
