import { DIGIT, kinds, LETTER, markText, NEWLINE, SPACE } from './characters.ts';
import { pushNumber } from './numbers.ts';
import { inEnglish } from './spanish.ts';
import type { Span } from './textMap.ts';
import { push, type Token } from './token.ts';
import { pushWord } from './words.ts';

/** Splits parts of normalized text into tokens. Takes linear time. */
export function tokensOf(text: string, parts: readonly Span[]): Token[] {
  const tokens: Token[] = [];
  for (const { start, end } of parts) {
    if (tokens.length > 0) push(tokens, 'break', '\n\n', start, start, -1, false, true);
    addTokens(tokens, text, start, end);
  }
  markLabels(tokens);
  return inEnglish(withoutPageNumbers(withoutQuoting(tokens)));
}

/**
 * Removes the ">" at the beginning of each line if the whole text is quoted. If only a part is
 * quoted, keeps the first ">" of each paragraph, which marks the paragraph as part of an earlier
 * email.
 */
function withoutQuoting(tokens: readonly Token[]): readonly Token[] {
  const isFirst = (at: number): boolean => at === 0 || tokens[at - 1]?.kind === 'break';
  const isMark = (at: number): boolean => tokens[at]?.text === '>' && isFirst(at);
  if (!tokens.some((_, at) => isMark(at))) return tokens;
  const isQuoted = tokens.every(
    (token, at) => token.kind === 'break' || !isFirst(at) || isMark(at),
  );
  const kept: Token[] = [];
  let isInQuote = false;
  for (const [at, token] of tokens.entries()) {
    const last = kept.at(-1);
    if (!isFirst(at) || token.kind === 'break') {
      // A quoted empty line also ends a paragraph.
      if (token.kind === 'break' && last?.kind === 'break') last.text = '\n\n';
      else kept.push(token);
      continue;
    }
    // The beginning and the end of the quoted part end a paragraph.
    if (!isQuoted && isMark(at) !== isInQuote && last) last.text = '\n\n';
    isInQuote = isMark(at);
    if (isInQuote && (isQuoted || last?.text !== '\n\n') && kept.length > 0) continue;
    if (isInQuote && isQuoted) continue;
    kept.push(token);
  }
  return kept;
}

/**
 * Removes the lines of a PDF that contain only a page number ("2", "- 2 -", "Page 2 of 3"), so that
 * a sentence continues on the next page.
 */
function withoutPageNumbers(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) break;
    const last = kept.at(-1);
    const end = last === undefined || last.kind === 'break' ? behindPageNumber(tokens, at) : -1;
    if (end === -1) {
      kept.push(token);
      continue;
    }
    // The paragraph goes on unless its last sentence has ended.
    const before = kept.at(-2);
    if (last && before && (before.kind === 'word' || before.text === ',')) last.text = '\n';
    at = end;
  }
  return kept;
}

/** Maximum number of tokens in a page number. */
const PAGE_MAX = 8;
const PAGE_PART = /^([-|[\]]|page|of|p|a|g|e)$/;

/**
 * Returns the index of the line break after a page number that stands alone on its line; -1 if
 * there is none.
 */
function behindPageNumber(tokens: readonly Token[], from: number): number {
  let hasNumber = false;
  let isNamed = false;
  let at = from;
  for (; at < tokens.length && tokens[at]?.kind !== 'break'; at++) {
    const token = tokens[at];
    if (!token || at - from >= PAGE_MAX) return -1;
    if (/^(page|p)$/.test(token.text)) isNamed = true;
    // The Federal Register has pages with five digits.
    const isNumber = token.kind === 'number' ? !token.cap : /^\d+$/.test(token.text);
    if (isNumber && hasNumber && !isNamed && tokens[at - 1]?.text !== 'of') return -1;
    hasNumber ||= isNumber;
    if (!isNumber && !PAGE_PART.test(token.text)) return -1;
  }
  const isYear = !isNamed && (tokens[from]?.value ?? 0) > PAGES_MAX;
  return hasNumber && !isYear && at < tokens.length ? at : -1;
}

/** The highest number that counts as a page number without the word "page" next to it. */
const PAGES_MAX = 99;

const LABELS = new Set(
  'start starts begin begins from end ends until effective expires when'.split(' '),
);

/** Maximum number of words in a label, such as "Effective date and time". */
const LABEL_MAX = 3;

/**
 * Replaces the line break after a label that stands alone on its line (such as a table cell) with a
 * colon.
 */
function markLabels(tokens: Token[]): void {
  let isLabelBefore = false;
  for (let at = 0; at < tokens.length; at++) {
    if (at > 0 && tokens[at - 1]?.kind !== 'break') continue;
    let end = at;
    while (end < at + LABEL_MAX && tokens[end]?.kind === 'word') end++;
    const colon = tokens[end];
    const first = tokens[at];
    const isLabel =
      first?.kind === 'word' && first.cap && LABELS.has(first.text) && colon?.kind === 'break';
    // A table header has several consecutive labels, which are not followed by values.
    const next = tokens[end + 1];
    const isHead: boolean = isLabelBefore || (next?.cap === true && LABELS.has(next.text));
    if (isLabel && !isHead && colon) {
      colon.kind = 'mark';
      colon.text = ':';
    }
    isLabelBefore = isLabel && isHead;
  }
}

function addTokens(tokens: Token[], text: string, from: number, to: number): void {
  let at = from;
  let spaced = true;
  while (at < to) {
    const code = text.charCodeAt(at);
    switch (kinds[code]) {
      case SPACE:
        at++;
        spaced = true;
        continue;
      case NEWLINE:
        at = pushBreak(tokens, text, at, to);
        spaced = true;
        continue;
      case LETTER:
        at = pushWord(tokens, text, at, to, spaced);
        break;
      case DIGIT:
        at = pushNumber(tokens, text, at, to, spaced);
        break;
      default:
        push(tokens, 'mark', markText(code, text[at] ?? ''), at, at + 1, -1, false, spaced);
        at++;
    }
    spaced = false;
  }
}

/** Adds one token for a run of line breaks and spaces. */
function pushBreak(tokens: Token[], text: string, start: number, to: number): number {
  let lines = 0;
  let at = start;
  for (; at < to; at++) {
    const code = text.charCodeAt(at);
    const kind = kinds[code];
    if (kind === NEWLINE) {
      // "\r\n" is one line break. A form feed or a paragraph separator ends a paragraph.
      if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) continue;
      lines += code === 0x0c || code === 0x2029 ? 2 : 1;
    } else if (kind !== SPACE) break;
  }
  push(tokens, 'break', lines > 1 ? '\n\n' : '\n', start, at, -1, false, true);
  return at;
}
