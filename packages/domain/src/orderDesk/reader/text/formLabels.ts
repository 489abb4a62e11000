import type { Token } from './token.ts';

/** The kinds of rows in a flag notice that is laid out as a form. */
type Row = 'start' | 'end' | 'where' | 'flags' | 'reason';

/**
 * Minimum and maximum number of tokens in a phrase that is replaced with a one-word label such as
 * "start". Labels of a single word stay as they are.
 */
const LABEL_MIN = 3;
const LABEL_MAX = 16;

const TIME = /^(sunrise|sunset|sundown|dawn|noon)$/;

/**
 * Replaces the long labels of a form with one word: "Date flag is to return to full staff (at
 * sunset):" becomes "end: sunset". Puts the rows of the form into one paragraph. Changes nothing
 * unless the form has a row for the start and a row for the end.
 */
export function withShortLabels(
  tokens: readonly Token[],
  behindDate: (at: number) => number,
): Token[] {
  const rows = rowsIn(tokens);
  const kinds = new Set(rows.map(({ row }) => row));
  if (!kinds.has('start') || !kinds.has('end')) return [...tokens];
  const kept: Token[] = [];
  let next = 0;
  const isWholeDays = areWholeDays(tokens, rows, behindDate);
  for (const [index, { row, from, colon }] of rows.entries()) {
    for (; next < from; next++) push(kept, tokens[next], index > 0);
    const first = tokens[from];
    const mark = tokens[colon];
    if (!first || !mark) continue;
    const word = (text: string): Token => ({ ...first, kind: 'word', text, upper: false });
    const time = isWholeDays
      ? word(row === 'start' ? 'sunrise' : 'sunset')
      : tokens.slice(from, colon).find(({ text }) => TIME.test(text));
    if (row === 'start')
      kept.push(word('half'), { ...word('-'), kind: 'mark', spaced: false }, word('staff'));
    kept.push(word(row), mark);
    if (time && (row === 'start' || row === 'end'))
      kept.push({ ...time, start: mark.end, end: mark.end });
    next = colon + 1;
    // The value may begin on the next line.
    while (tokens[next]?.kind === 'break') next++;
    // In "Immediately - Saturday, June 1", the date gives no additional information.
    if (row === 'start' && tokens[next]?.text === 'immediately') {
      push(kept, tokens[next], false);
      next++;
      while (next < tokens.length && tokens[next]?.kind !== 'break') next++;
    }
  }
  for (; next < tokens.length; next++) push(kept, tokens[next], false);
  return kept;
}

/**
 * Whether a form states only a first and a last day, without hours. Both then count as whole days:
 * "Half-Staff Start Date: 2026-08-29" above "Half-Staff End Date: 2026-09-01".
 */
function areWholeDays(
  tokens: readonly Token[],
  rows: ReturnType<typeof rowsIn>,
  behindDate: (at: number) => number,
): boolean {
  const days = rows.filter(({ row }) => row === 'start' || row === 'end');
  return (
    days.length === 2 &&
    days.every(({ row, from, colon }) => {
      const label = tokens.slice(from, colon).map(({ text }) => text);
      const isOfHalf = label.includes('half') && !label.some((text) => TIME.test(text));
      const isNamed = label.some((text) => (row === 'start' ? DAY_START : DAY_END).test(text));
      let at = colon + 1;
      while (tokens[at]?.kind === 'break') at++;
      const end = behindDate(at);
      const isAlone = end !== -1 && (tokens[end] === undefined || tokens[end]?.kind === 'break');
      return isOfHalf && isNamed && isAlone;
    })
  );
}

const DAY_START = /^(start|starts|begin|begins|beginning)$/;
const DAY_END = /^(end|ends|ending)$/;

/** Adds a token to the result. Within a form, the end of a paragraph becomes the end of a line. */
function push(kept: Token[], token: Token | undefined, isInForm: boolean): void {
  if (!token) return;
  kept.push(isInForm && token.kind === 'break' ? { ...token, text: '\n' } : token);
}

/** Returns the rows whose label has several words, such as "Half-Staff Start Date:". */
function rowsIn(tokens: readonly Token[]): { row: Row; from: number; colon: number }[] {
  const rows: { row: Row; from: number; colon: number }[] = [];
  for (let from = 0; from < tokens.length; from++) {
    if (from > 0 && tokens[from - 1]?.kind !== 'break') continue;
    const colon = colonBehind(tokens, from);
    if (colon === -1) continue;
    const row = rowOf(tokens, from, colon);
    if (row && colon - from >= LABEL_MIN) rows.push({ row, from, colon });
  }
  return rows;
}

/** Returns the index of the colon that ends a label on the same line; -1 if there is none. */
function colonBehind(tokens: readonly Token[], from: number): number {
  if (!tokens[from]?.cap) return -1;
  for (let at = from + 1; at < Math.min(tokens.length, from + LABEL_MAX + 1); at++) {
    const token = tokens[at];
    if (token?.kind === 'break' || token?.kind === 'number') return -1;
    if (token?.text === ':') return at;
  }
  return -1;
}

const END = /^(return|returned|raise|raised|up|end|ends|ending|until|through|expires|expiration)$/;
const START =
  /^(lower|lowered|lowering|down|half|start|starts|begin|begins|beginning|effective|from)$/;

function rowOf(tokens: readonly Token[], from: number, colon: number): Row | null {
  const words = tokens.slice(from, colon).map(({ text }) => text);
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  const isAboutFlags = has(/^(flags?|half|full)$/);
  if (!isAboutFlags) return null;
  const first = words[0] ?? '';
  if (first === 'where' || first === 'location') return 'where';
  if (first === 'which') return 'flags';
  if (has(/^(reason|honored|honoring|tribute)$/)) return 'reason';
  if (!has(/^(date|day|time|when)$/)) return null;
  if (has(END) || has(/^full$/)) return 'end';
  return has(START) ? 'start' : null;
}
