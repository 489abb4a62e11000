import { addDays, type CivilDate } from '../../../time/civilDate.ts';
import type { Sentence } from '../text/sentences.ts';
import type { Token } from '../text/tokens.ts';
import type { WrittenDate } from '../when/datePhrases.ts';
import { countAt } from '../when/numberWords.ts';
import { type OpenEvent, type Point, pointsIn } from '../when/points.ts';
import { type Mention, positionAt } from '../words/mentions.ts';
import { topicsOf } from '../words/predicates.ts';
import { isDayOfOrdering } from './dayOfOrdering.ts';

/** `bad`: it cannot be right. `unknown`: its year or day is not stated. `day`: the order's only day. */
export type EvidenceDate = CivilDate | 'bad' | 'unknown' | 'day' | null;

/** What a sentence says about an order's start, end or only day. */
export interface Evidence {
  field: 'start' | 'end' | 'day';
  /** `vague`: stated, but not as an hour that an order can have. */
  kind: 'now' | 'open' | 'sunrise' | 'sunset' | 'clock' | 'vague';
  /** Of a clock time. */
  time: string | null;
  date: EvidenceDate;
  /** The date as it is written, to compare it with a full one. */
  written: WrittenDate | null;
  sentence: Sentence;
  /** The event that the end waits for. */
  event: OpenEvent | null;
  /** It comes from a sentence that names the order, not the flags. */
  weak: boolean;
}

interface Context {
  tokens: readonly Token[];
  resolve: (date: WrittenDate) => CivilDate | null;
  /** The last date before the sentence: what "this day" means. */
  before: EvidenceDate;
  /** Where the sentence begins behind its dateline. */
  behindDateline: number;
  /** The kind of the order: in a sentence about the other position, flags go back. */
  kind: 'half' | 'full';
}

/** What a sentence about flags says about time. */
export function evidenceIn(
  { tokens, resolve, before, behindDateline, kind }: Context,
  sentence: Sentence,
  mentions: readonly Mention[],
  weak: boolean,
): Evidence[] {
  const points = relevant(tokens, sentence, mentions, weak).filter(
    ({ from }) => from >= behindDateline,
  );
  const found: Evidence[] = [];
  const dateOf = (point: Point | undefined): EvidenceDate => {
    if (!point?.date) return null;
    if (point.date === 'bad' || point.date === 'same') return point.date === 'bad' ? 'bad' : 'day';
    return resolve(completed(point, points)) ?? 'unknown';
  };
  /** The date that "that day" means: the last one before it, in the sentence or in the one before. */
  const sameDay = (point: Point): EvidenceDate => {
    const all = pointsIn(tokens, sentence.from, point.from);
    const last = all.findLast(({ date }) => date !== null && date !== 'same');
    return last ? dateOf(last) : before;
  };
  const written = (point: Point): WrittenDate | null =>
    point.date === null || point.date === 'bad' || point.date === 'same' ? null : point.date;
  const add = (
    field: Evidence['field'],
    evidenceKind: Evidence['kind'],
    point: Point,
    date: EvidenceDate,
    from: Point = point,
  ): void => {
    const time = point.time?.kind === 'clock' ? point.time.time : null;
    const actual = date === 'day' && from.date === 'same' ? (sameDay(from) ?? date) : date;
    found.push({
      field,
      kind: evidenceKind,
      time,
      date: actual,
      written: written(from),
      sentence,
      event: from.event,
      weak,
    });
  };

  for (const [i, point] of points.entries()) {
    if (isDayOfEvent(points, i - 1)) continue;
    if (isDayOfEvent(points, i)) {
      add('day', 'open', points[i + 1] ?? point, 'unknown');
      continue;
    }
    const field = fieldOf(tokens, sentence, point, points, kind);
    if (field === null) continue;
    if (point.now) {
      if (field === 'start') add('start', 'now', point, null);
      continue;
    }
    // "immediately on Monday, April 21": the day says no more than the word.
    if (field === 'day' && point.linked && points[i - 1]?.now) continue;
    if (field === 'day') {
      if (point.event && point.date === null) add('day', 'open', point, 'unknown');
      else add('day', point.several ? 'vague' : 'sunrise', point, dateOf(point));
      continue;
    }
    const partner = partnerOf(points, i, field);
    if (field === 'end') {
      if (point.event) {
        const date = dateOf(point);
        if (date === null) add('end', 'open', point, null);
        else
          add(
            'end',
            point.time?.kind === 'sunset' || !point.time ? 'sunset' : 'vague',
            point,
            date,
          );
      } else if (!point.time) add('end', 'vague', point, dateOf(point));
      else {
        const own = dateOf(point);
        const shared = dateOf(partner);
        const lent = own === 'day' ? (shared ?? own) : (own ?? shared);
        const from = own === null || (own === 'day' && shared) ? (partner ?? point) : point;
        add('end', point.several ? 'vague' : timeKind(point), point, lent ?? 'day', from);
      }
    } else if (!point.time) add('start', 'vague', point, dateOf(point));
    else {
      const own = dateOf(point);
      const next = points[i + 1];
      // "from sunrise to sunset on May 5": the date is for both.
      const lends = own === null && next?.linked === true && next.role === 'end' ? next : undefined;
      const isLoose =
        point.role === 'at' && point.time.kind === 'clock' && !isBehindVerb(tokens, point);
      const hour = point.time.kind === 'sunset' || isLoose ? 'vague' : timeKind(point);
      add('start', hour, point, own ?? dateOf(lends) ?? 'day', own || !lends ? point : lends);
    }
  }
  if (!weak)
    for (const field of isEither(tokens, sentence) ? ['end' as const] : unreadIn(tokens, sentence))
      found.push({
        field,
        kind: 'vague',
        time: null,
        date: isEither(tokens, sentence) ? 'bad' : null,
        written: null,
        sentence,
        event: null,
        weak,
      });
  return found;
}

/** "from sunrise to sunset on the day of her funeral": one day, whose date is elsewhere. */
function isDayOfEvent(points: readonly Point[], at: number): boolean {
  const [first, second] = [points[at], points[at + 1]];
  return (
    first?.role === 'start' &&
    first.time?.kind === 'sunrise' &&
    first.date === null &&
    second?.role === 'end' &&
    second.linked &&
    second.time?.kind === 'sunset' &&
    second.date === null &&
    second.event !== null &&
    second.event !== 'notice'
  );
}

/** "until sunset on May 9 or the day of interment, whichever is later". */
function isEither(tokens: readonly Token[], { from, to }: Sentence): boolean {
  const has = (pattern: RegExp): boolean =>
    tokens.slice(from, to).some(({ text }) => pattern.test(text));
  for (let at = from; at < to; at++) {
    if (tokens[at]?.text !== 'whichever') continue;
    const order = tokens[at + 2]?.text ?? '';
    // "close of business or sunset, whichever comes first" is sunset.
    if (/^(first|earlier|sooner)$/.test(order)) return !has(/^business$/);
    if (/^(last|later|latest|longer)$/.test(order)) return true;
  }
  return false;
}

/** "until two hours after sunset", "beginning an hour before sunrise": stated, but not readable. */
function unreadIn(tokens: readonly Token[], sentence: Sentence): ('start' | 'end')[] {
  const { from, to } = sentence;
  const fields: ('start' | 'end')[] = [];
  const topicAt = topicsOf(tokens, sentence);
  let points: Point[] | null = null;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    const isEnd = word === 'until' || word === 'till' || word === 'til';
    // "from 8 to 5"
    const isNumbers = word === 'from' && tokens[at + 1]?.kind === 'number';
    if (!isEnd && word !== 'from' && !/^(starting|beginning|commencing)$/.test(word)) continue;
    points ??= pointsIn(tokens, from, to);
    if (points.some((point) => point.from <= at && at < point.to)) continue;
    // "from the changing of the guard to sunset"
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

/** The most words of a start that is not readable, from "from" to "until". */
const RANGE_MAX = 6;

const timeKind = (point: Point): Evidence['kind'] =>
  point.time === null || point.time.kind === 'vague' ? 'vague' : point.time.kind;

/** The point whose date an end without a date takes: the start in the same sentence. */
function partnerOf(
  points: readonly Point[],
  at: number,
  field: 'start' | 'end',
): Point | undefined {
  if (field === 'start') return undefined;
  const days = points.filter(({ date, time }) => date !== null && time === null);
  const start = points.slice(0, at).findLast(({ date, time }) => date !== null && time !== null);
  return days.length === 0 ? start : undefined;
}

/** A date without a year takes that of the other end of its range. */
function completed(point: Point, points: readonly Point[]): WrittenDate {
  const date = point.date as WrittenDate;
  if (date.kind !== 'day' || date.year !== null) return date;
  const at = points.indexOf(point);
  for (const other of [points[at + 1], points[at - 1]]) {
    if (!other || typeof other.date !== 'object' || other.date?.kind !== 'day') continue;
    if (other.date.year === null) continue;
    const isRange = point.role === 'start' ? other.role === 'end' : other.role === 'start';
    const isNear = isRange || other.linked || point.linked;
    if (!isNear) continue;
    const mine = date.month * 100 + date.day;
    const its = other.date.month * 100 + other.date.day;
    const isEarlier = points.indexOf(other) > at;
    const year = other.date.year;
    // December 29 to January 28: the years differ.
    if (isEarlier) return { ...date, year: mine <= its ? year : year - 1 };
    return { ...date, year: mine >= its ? year : year + 1 };
  }
  return date;
}

/** "lowered at noon", "to half-staff at 8 a.m.": not an hour of something else. */
const isBehindVerb = (tokens: readonly Token[], { from }: Point): boolean =>
  /^(staff|mast|lowered|flown|lower|displayed|effective|begins?|beginning|starts?|starting)$/.test(
    tokens[tokens[from - 1]?.text === ',' ? from - 2 : from - 1]?.text ?? '',
  );

const LOWER = /^(lower(ed|ing|s)?|flown|fly|flying|displayed|placed|begin|moved)$/;
const RAISE = /^(rais(e|ed|ing)|return(ed|s|ing)?|resum(e|ed|ing)|restor(e|ed)|back|up|hoisted)$/;

/** Which field a point is about; null: none. */
function fieldOf(
  tokens: readonly Token[],
  sentence: Sentence,
  point: Point,
  points: readonly Point[],
  kind: 'half' | 'full',
): Evidence['field'] | null {
  if (point.now) {
    // "flags return to full-staff immediately"
    return isReturn(tokens, sentence, point, kind) ? null : 'start';
  }
  if (isReturn(tokens, sentence, point, kind)) {
    const isAt = point.role === 'at' || point.role === 'on' || point.role === 'none';
    return isAt && point.time ? 'end' : null;
  }
  if (point.role === 'start' || point.role === 'end') return point.role;
  if (point.role === 'of') return null;
  const next = points[points.indexOf(point) + 1];
  if (point.time?.kind === 'sunrise') return 'start';
  if (point.time) {
    // "8 a.m. to 5 p.m. Friday"
    if (next?.linked && next.role === 'end' && next.time) return 'start';
    return point.role === 'at' ? 'start' : null;
  }
  if (point.event) return point.role === 'on' ? 'day' : null;
  if (point.date === null) return null;
  return point.role === 'on' || isDirect(tokens, sentence, point) ? 'day' : null;
}

/** Whether the verb before the point sends the flags back: to full-staff after half-staff. */
function isReturn(
  tokens: readonly Token[],
  sentence: Sentence,
  point: Point,
  kind: 'half' | 'full',
): boolean {
  for (let at = point.from - 1; at >= sentence.from; at--) {
    const position = positionAt(tokens, at);
    if (position) {
      if (position.position !== kind) return true;
      // "returned to half-staff" after a full-staff exception is also a return; for half it is not.
      return false;
    }
    const word = tokens[at]?.text ?? '';
    // "up to sunset"
    if (word === 'up' && /^(to|until|till|through)$/.test(tokens[at + 1]?.text ?? '')) continue;
    if (RAISE.test(word)) return kind === 'half';
    if (LOWER.test(word)) return kind === 'full' && word.startsWith('lower');
  }
  return kind === 'half' && point.time !== null && isBeforeReturn(tokens, sentence, point);
}

/** "At sunset on May 9, flags will return to full-staff": a point that stands first. */
function isBeforeReturn(tokens: readonly Token[], { from, to }: Sentence, point: Point): boolean {
  if (point.role !== 'at' || point.from > from + 2) return false;
  for (let at = point.to; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (RAISE.test(word)) return true;
    if (LOWER.test(word) || positionAt(tokens, at)) return false;
  }
  return false;
}

/** "at half-staff Friday", "all day Friday", "Friday: …": a day without a word that leads to it. */
function isDirect(tokens: readonly Token[], sentence: Sentence, point: Point): boolean {
  let at = point.from - 1;
  while (at >= sentence.from && [',', '\n', '('].includes(tokens[at]?.text ?? '')) at--;
  if (at < sentence.from) return true;
  const word = tokens[at]?.text ?? '';
  // "When: Friday, May 8, …"
  if (word === ':')
    return /^(when|dates|day|days|period|duration|hours)$/.test(tokens[at - 1]?.text ?? '');
  if (tokens[point.from - 1]?.text === ',' && isBehindFlags(tokens, sentence, at)) return true;
  return /^(staff|mast|halfstaff|fullstaff|day|statewide|lowered|height)$/.test(word);
}

/** "all flags at state facilities, Friday, May 8": nothing but the flags and their place before it. */
function isBehindFlags(tokens: readonly Token[], { from }: Sentence, last: number): boolean {
  for (let at = last; at >= Math.max(from, last - 8); at--) {
    const word = tokens[at]?.text ?? '';
    if (/^flags?$/.test(word)) return true;
    if (/^(for|who|of|after|by|to|and|,)$/.test(word)) return false;
  }
  return false;
}

/** The points that are about the flags, not about a death or a ceremony. */
function relevant(
  tokens: readonly Token[],
  sentence: Sentence,
  mentions: readonly Mention[],
  weak: boolean,
): Point[] {
  const topicAt = topicsOf(tokens, sentence);
  const points = pointsIn(tokens, sentence.from, sentence.to);
  const kept: Point[] = [];
  for (const point of points) {
    const { topic, plain } = topicAt(point.from);
    const last = kept.at(-1);
    const isChained =
      point.linked && last !== undefined && last === points[points.indexOf(point) - 1];
    const sun = point.time?.kind === 'sunrise' || point.time?.kind === 'sunset';
    const isPeriod = point.role === 'start' || point.role === 'end';
    // "today" behind the name of the authority belongs to the verb: "today ordered".
    if (isToday(point) && !isAboutFlags(tokens, sentence, point, mentions)) continue;
    const next = points[points.indexOf(point) + 1];
    // "to half-staff today, Friday, May 15, from sunrise to sunset": the day of the flags.
    const isOfPeriod = next?.linked === true && next.time !== null && next.date === null;
    if (!isOfPeriod && isDayOfOrdering(tokens, point, mentions)) continue;
    if (isReplaced(tokens, point)) continue;
    let keep: boolean;
    if (isChained) keep = true;
    else if (isNamedDay(tokens, point)) keep = true;
    else if (topic === 'flag') keep = true;
    else if (weak) keep = topic === 'other' || isPeriod || point.now;
    else if (isPeriod && (sun || point.event !== null || point.now)) keep = true;
    else if (point.now) keep = topic !== 'incident' && topic !== 'ceremony';
    else if (topic === 'other') keep = isPeriod || isFirst(tokens, sentence, point);
    else if (topic === 'honor') keep = isPeriod || (plain && point.role === 'on');
    else keep = false;
    if (keep) kept.push(point);
  }
  return kept;
}

/** "not Friday, March 13", "instead of at sunset on May 5": what does not count. */
function isReplaced(tokens: readonly Token[], { from }: Point): boolean {
  for (let at = from; at >= from - 2; at--) {
    const word = tokens[at - 1]?.text ?? '';
    if (word === 'not' || word === 'than') return true;
    if (word === 'of' && tokens[at - 2]?.text === 'instead') return true;
    if (!/^(on|at|until|from|through)$/.test(word)) return false;
  }
  return false;
}

/** "On Friday, May 8, …" at the beginning, or behind the name of a place. */
function isFirst(tokens: readonly Token[], { from }: Sentence, point: Point): boolean {
  for (let at = point.from - 1; at >= from; at--) {
    const token = tokens[at];
    if (token?.text === ':') return true;
    if (token?.kind === 'word' && !token.cap) return false;
  }
  const next = tokens[point.to];
  // "2026-05-08 The Governor …": a dateline.
  return point.role !== 'none' || next?.kind !== 'word' || !next.cap;
}

/** "on Memorial Day, Monday, May 25": the date of a day that has a name. */
function isNamedDay(tokens: readonly Token[], { from, role }: Point): boolean {
  const at = tokens[from - 1]?.text === ',' || tokens[from - 1]?.text === '(' ? from - 2 : from - 1;
  return role === 'none' && tokens[at]?.text === 'day' && tokens[at]?.cap === true;
}

const isToday = ({ date, time, role }: Point): boolean =>
  typeof date === 'object' &&
  date !== null &&
  (date.kind === 'today' || date.kind === 'weekday') &&
  time === null &&
  role !== 'end' &&
  role !== 'start';

/** Whether a mention of a position comes before the point, and no verb that orders in between. */
function isAboutFlags(
  tokens: readonly Token[],
  sentence: Sentence,
  point: Point,
  mentions: readonly Mention[],
): boolean {
  if (mentions.some(({ from }) => from < point.from)) return true;
  // "On Friday, flags will be …".
  const first = mentions.length > 0 && point.from <= sentence.from + 1;
  return first && /^(,|flags?|all|the)$/.test(tokens[point.to]?.text ?? '');
}

const DAYS_MAX = 366;

/** "for a period of 30 days from the day of his death": the number of days. */
export function daysFromDeath(tokens: readonly Token[], { from, to }: Sentence): number | null {
  for (let at = from; at < to; at++) {
    const count = countAt(tokens, at);
    if (!count || count.value < 1 || count.value > DAYS_MAX) continue;
    if (tokens[count.to]?.text !== 'days') continue;
    const words = tokens.slice(count.to + 1, Math.min(to, count.to + 10)).map(({ text }) => text);
    if (
      /^(from|after|following) (the )?(day|date) of (his|her|their|\n|the )*\s?(death|passing)/.test(
        words.join(' '),
      )
    )
      return count.value;
  }
  return null;
}

/** Adds days to a date. */
export const daysAfter = (date: CivilDate, days: number): CivilDate => addDays(date, days);
