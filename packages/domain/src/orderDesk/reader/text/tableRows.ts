import type { Token } from './token.ts';

/**
 * A line of a table that consists of two cells. The cells are the tokens from `from` up to, but not
 * including, `to`; `value` is the index of the second cell's first token.
 */
interface Row {
  /** Index of the first token of the line, which may be a "|" at the left edge of the table. */
  line: number;
  from: number;
  to: number;
  /** Index of the separator between the cells; -1 if only a tab separates them. */
  mark: number;
  value: number;
}

/** Maximum number of tokens in the first cell of a table row. */
const LABEL_MAX = 6;

/** Lines of text count as a table only if there are at least this many rows. */
const ROWS_MIN = 3;

/** Labels of rows that say when flags are at half-staff. A table without such a row stays as it is. */
const PERIOD =
  /^(from|until|through|start|starts|begin|begins|beginning|effective|end|ends|ending|when|dates?|period|duration|lowered|raised|returned|return|expires)$/;

/**
 * Turns the rows of a table with two columns into the rows of a form: "Start | Sunrise, May 8" becomes
 * "Start: Sunrise, May 8".
 * @param text the text that the tokens come from, in which a tab may separate two cells
 */
export function withTableRows(tokens: readonly Token[], text: string): readonly Token[] {
  const kept: Token[] = [];
  let next = 0;
  let table: Row[] = [];
  const finish = (): void => {
    const isTable =
      table.length >= ROWS_MIN && table.some((row) => PERIOD.test(tokens[row.from]?.text ?? ''));
    for (const row of isTable ? table : []) {
      // Only line breaks and a ruler are between two rows.
      if (row === table[0]) kept.push(...tokens.slice(next, row.line));
      else kept.push({ ...breakBefore(tokens, row), text: '\n' });
      kept.push(...asFormRow(tokens, row));
      next = row.to;
      while (tokens[next]?.text === '|') next++;
    }
    table = [];
  };
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    while (to < tokens.length && tokens[to]?.kind !== 'break') to++;
    const row = rowIn(tokens, from, to, text);
    if (row) table.push(row);
    else if (!isRuler(tokens, from, to)) finish();
    from = to + 1;
  }
  finish();
  return next === 0 ? tokens : [...kept, ...tokens.slice(next)];
}

/** Returns the cells of a line if there are exactly two; null otherwise. */
function rowIn(tokens: readonly Token[], first: number, last: number, text: string): Row | null {
  let [from, to] = [first, last];
  while (from < to && tokens[from]?.text === '|') from++;
  while (to > from && tokens[to - 1]?.text === '|') to--;
  let found: Row | null = null;
  for (let at = from + 1; at < to; at++) {
    const isMark = tokens[at]?.text === '|';
    if (!isMark && (tokens[at - 1]?.text === '|' || !hasTab(tokens, at, text))) continue;
    if (found) return null;
    found = { line: first, from, to, mark: isMark ? at : -1, value: isMark ? at + 1 : at };
  }
  // For example: "Authority - Governor Poe"
  for (let at = from + 1; !found && at < Math.min(to, from + LABEL_MAX); at++)
    if (isDash(tokens[at])) found = { line: first, from, to, mark: at, value: at + 1 };
  if (!found || !tokens[from]?.cap) return null;
  const end = found.mark === -1 ? found.value : found.mark;
  const isLabel = tokens.slice(from, end).every(({ kind }) => kind === 'word' || kind === 'mark');
  return isLabel && end - from <= LABEL_MAX ? found : null;
}

const isDash = (token: Token | undefined): boolean => token?.text === '-' && token.spaced;

/** Whether a tab precedes a token. */
const hasTab = (tokens: readonly Token[], at: number, text: string): boolean =>
  tokens[at]?.spaced === true &&
  text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? 0).includes('\t');

/** Matches a line between the header and the rows of a table: "|---|---|". */
const isRuler = (tokens: readonly Token[], from: number, to: number): boolean =>
  from < to && tokens.slice(from, to).every(({ text }) => /^[-|:=+]$/.test(text));

const breakBefore = (tokens: readonly Token[], { line }: Row): Token => tokens[line - 1] as Token;

/** Returns the tokens of a table row with a colon after its label. */
function asFormRow(tokens: readonly Token[], { from, to, mark, value }: Row): Token[] {
  const label = tokens.slice(from, mark === -1 ? value : mark);
  const last = label.at(-1);
  if (!last || last.text === ':') return [...label, ...tokens.slice(value, to)];
  const colon: Token = {
    ...last,
    kind: 'mark',
    text: ':',
    start: last.end,
    cap: false,
    spaced: false,
  };
  return [...label, colon, ...tokens.slice(value, to)];
}
