import type { Token } from '../../text/token.ts';
import { pointsIn } from '../../when/points.ts';
import { CEREMONIES } from '../../words/lexicon.ts';
import { positionAt } from '../../words/positions.ts';

/**
 * A row of a form, such as "Flags down: sunrise, May 8". `from` is the index of the label's first
 * token, `colon` that of the colon, `value` that of the value's first token, and `to` the index
 * after the value.
 */
interface Row {
  kind: 'start' | 'end' | 'whole' | 'hours';
  from: number;
  colon: number;
  value: number;
  to: number;
}

/**
 * Maximum number of words in the label, and in the value, of a row such as "Flags down: sunrise,
 * May 8".
 */
const LABEL_MAX = 5;
const VALUE_MAX = 24;

/**
 * Replaces the rows of a form that say when flags are at half-staff ("Flags down: sunrise, May 8",
 * "Flags up: sunset, May 10") with a sentence. The rest of the parser then needs no special case
 * for such rows.
 */
export function withPeriodRows(tokens: readonly Token[]): readonly Token[] {
  const rows = rowsIn(tokens);
  const kept: Token[] = [];
  let next = 0;
  for (const [index, row] of rows.entries()) {
    const second = rows[index + 1];
    if (row.from < next || !isUnderHalf(tokens, row.from)) continue;
    const words = wordsOf(tokens, row, second);
    if (!words) continue;
    const to =
      row.kind === 'whole' && !isPair(tokens, row, second) ? row.to : (second?.to ?? row.to);
    kept.push(...tokens.slice(next, row.from), ...words);
    next = to;
  }
  return next === 0 ? tokens : [...kept, ...tokens.slice(next)];
}

/**
 * Returns a sentence with the same meaning as one or two rows of a form; null if the rows state no
 * period.
 */
function wordsOf(tokens: readonly Token[], row: Row, second: Row | undefined): Token[] | null {
  const first = tokens[row.from];
  const isSingle = row.kind === 'whole' && !isPair(tokens, row, second);
  const last = tokens[(isSingle ? row : (second ?? row)).to - 1];
  if (!first || !last) return null;
  const words = (text: string): Token[] =>
    text.split(' ').map((word) => ({
      ...first,
      kind: /^[a-z]/.test(word) ? 'word' : 'mark',
      text: word,
      value: -1,
      cap: false,
      upper: false,
      spaced: word !== '-',
    }));
  const lead = words('flags at half - staff').map((word, i) => ({ ...word, cap: i === 0 }));
  const close = words('.').map((mark) => ({ ...mark, start: last.end - 1, end: last.end }));
  const own = valueIn(tokens, row);
  if (row.kind === 'start' && second?.kind === 'end' && isNext(tokens, row, second)) {
    const isNow = own[0]?.text === 'immediately' || own[0]?.text === 'upon';
    const end = isUnknown(valueIn(tokens, second))
      ? words('a date to be determined')
      : valueIn(tokens, second);
    const start = isUnknown(own) ? words('a date to be announced') : own;
    const isLed = /^(until|through|till)$/.test(end[0]?.text ?? '');
    return [
      ...lead,
      ...(isNow ? [] : words('from')),
      ...start,
      ...(isLed ? [] : words('until')),
      ...end,
      ...close,
    ];
  }
  if (row.kind !== 'whole') return null;
  const isDay = own[0]?.cap === true || own[0]?.kind === 'number';
  const isRange = /^(sunrise|dawn)$/.test(own[0]?.text ?? '');
  const link = isRange ? words('from') : isDay ? words('on') : [];
  if (isPair(tokens, row, second))
    return [...lead, ...link, ...own, ...words(','), ...valueIn(tokens, second), ...close];
  return isWhole(own) ? [...lead, ...link, ...own, ...close] : null;
}

/**
 * Matches two rows of a form that state one day and its hours: "Date: Saturday, May 9, 2026" above
 * "Time: Sunrise to sunset".
 */
const isPair = (tokens: readonly Token[], row: Row, second: Row | undefined): second is Row =>
  row.kind === 'whole' &&
  second?.kind === 'hours' &&
  isNext(tokens, row, second) &&
  !isWhole(valueIn(tokens, row));

/** Whether there are only line breaks between two rows of a form. */
const isNext = (tokens: readonly Token[], row: Row, second: Row): boolean =>
  tokens.slice(row.to, second.from).every(({ kind }) => kind === 'break');

const valueIn = (tokens: readonly Token[], { value, to }: Row): readonly Token[] =>
  tokens.slice(value, to);

/** Matches a value that is not known yet: "To be announced", "TBD". */
const isUnknown = (value: readonly Token[]): boolean =>
  /^(tbd|tba|unknown|pending)$/.test(value[0]?.text ?? '') ||
  (value[0]?.text === 'to' && value[1]?.text === 'be');

/** Whether a value contains days but no hours, as in "Flags down: May 8". */
const isOnlyDay = (value: readonly Token[]): boolean => {
  const points = pointsIn(value, 0, value.length);
  return points.length > 0 && points.every(({ date, time }) => date !== null && time === null);
};

/** Whether a value contains both a start and an end: "sunrise to sunset, May 9". */
const isWhole = (value: readonly Token[]): boolean => {
  const has = (pattern: RegExp): boolean => value.some(({ text }) => pattern.test(text));
  return has(START_VALUE) && has(END_VALUE);
};

const START_VALUE = /^(sunrise|sunup|dawn|immediately|upon|now)$/;
const END_VALUE = /^(sunset|sundown|noon|notice|interment|burial|funeral|service)$/;

const START =
  /^(start|starts|starting|begin|begins|beginning|from|effective|lower|lowered|lowering|down|commences|commencing)$/;
const END =
  /^(end|ends|ending|until|through|thru|to|expires|expiration|raise|raised|return|returns|returned|up)$/;
const WHOLE = /^(dates?|days?|when|period|duration|effective)$/;
const HOURS = /^(times?|hours)$/;
/**
 * Words that do not affect whether a label means a start or an end, such as "flags" in "Flags down"
 * and "date" in "Half-staff start date".
 */
const BESIDE =
  /^(flags?|the|date|time|day|half|full|staff|mast|is|are|be|of|and|at|-|\/|\(|\)|s|u\.s\.)$/;

function rowsIn(tokens: readonly Token[]): Row[] {
  const rows: Row[] = [];
  for (let from = 0; from < tokens.length; from++) {
    if (from > 0 && tokens[from - 1]?.kind !== 'break') continue;
    const row = rowAt(tokens, from);
    if (row) rows.push(row);
  }
  return rows;
}

function rowAt(tokens: readonly Token[], from: number): Row | null {
  let colon = from;
  while (
    colon <= from + 2 * LABEL_MAX &&
    tokens[colon]?.kind !== 'break' &&
    tokens[colon]?.text !== ':'
  )
    colon++;
  if (tokens[colon]?.text !== ':' || colon === from) return null;
  // The value may be on the next line.
  const value = tokens[colon + 1]?.kind === 'break' ? colon + 2 : colon + 1;
  let to = value;
  while (tokens[to] && tokens[to]?.kind !== 'break') to++;
  if (to - value > VALUE_MAX) return null;
  if (value > colon + 1 && hasLabel(tokens, value, to)) return null;
  const kind = kindOf(tokens.slice(from, colon), tokens.slice(value, to));
  return kind && { kind, from, colon, value, to };
}

const hasLabel = (tokens: readonly Token[], from: number, to: number): boolean =>
  tokens
    .slice(from, to)
    .some(({ kind }, i) => kind === 'word' && tokens[from + i + 1]?.text === ':');

function kindOf(label: readonly Token[], value: readonly Token[]): Row['kind'] | null {
  const texts = label.map(({ text }) => text);
  const own = texts.filter((text) => !BESIDE.test(text));
  const has = (pattern: RegExp): boolean => value.some(({ text }) => pattern.test(text));
  if (value.some(({ text }) => CEREMONIES.has(text)) && !has(END_VALUE)) return null;
  const isDay = isUnknown(value) || isOnlyDay(value);
  if (own.length > 0 && own.every((text) => END.test(text)))
    return isDay || has(END_VALUE) ? 'end' : null;
  const isStart = isDay || (has(START_VALUE) && !has(END_VALUE));
  if (own.length > 0 && own.every((text) => START.test(text)) && isStart) return 'start';
  const all = own.length > 0 ? own : texts;
  if (all.every((text) => HOURS.test(text))) return isWhole(value) ? 'hours' : null;
  const isPeriod = all.every((text) => WHOLE.test(text) || BESIDE.test(text));
  return isPeriod && texts.some((text) => WHOLE.test(text)) && isStated(value) ? 'whole' : null;
}

const isStated = (value: readonly Token[]): boolean =>
  isWhole(value) || pointsIn(value, 0, value.length).some(({ date }) => date !== null);

/** Maximum number of tokens between a line that says "half-staff" and a row of a form below it. */
const TITLE_DISTANCE = 90;

/**
 * Whether half-staff is the last flag position named above a row such as "Flags down: sunrise, May
 * 8".
 */
function isUnderHalf(tokens: readonly Token[], row: number): boolean {
  for (let at = row - 1; at >= Math.max(0, row - TITLE_DISTANCE); at--) {
    const position = positionAt(tokens, at);
    if (!position) continue;
    let from = at;
    while (from > 0 && tokens[from - 1]?.kind !== 'break') from--;
    let to = at;
    while (tokens[to] && tokens[to]?.kind !== 'break') to++;
    return (
      position.position === 'half' &&
      !tokens.slice(from, to).some(({ text }) => NO_ORDER.test(text))
    );
  }
  return false;
}

const NO_ORDER =
  /^(no|not|never|none|last|previous|past|next|upcoming|when|if|may|should|policy|history|request|form|was|were|been|canceled|cancelled|rescinded|extended)$/;
