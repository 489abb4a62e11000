import type { Token } from '../text/token.ts';
import {
  BEFORE_PERIOD,
  introducesItems,
  isBeforePeriod,
  isOrdering,
  SUN,
} from './introductions.ts';
import { DATE_WORD, MONTH, startOfLine } from './lines.ts';
import { endsSentence, isClosing, isEnd, isInitialsEnd } from './sentenceEnds.ts';
import { lineEnds } from './wrappedLines.ts';

/** A sentence, heading or list item: the tokens from `from` to `to` (exclusive). */
export interface Sentence {
  from: number;
  to: number;
  /** Index of the paragraph that contains the sentence. */
  paragraph: number;
  /**
   * Whether the sentence is short and has no final period, like a heading, a date line or a label.
   */
  isHeading: boolean;
}

/**
 * Maximum number of tokens in a sentence. Longer ones are skipped, because they are not prose or
 * their beginning is unclear.
 */
const TOKENS_MAX = 500;

/**
 * Minimum number of consecutive punctuation marks that turn a line into a separator, such as
 * "--------".
 */
const RULE_MARKS = 8;

/** Maximum number of tokens in a heading. */
const HEADING_MAX = 40;

/**
 * Removes line breaks that only wrap the text of a sentence. As a result, a phrase on two lines is
 * parsed like a phrase on one line. Keeps line breaks inside headings.
 */
export function withoutWraps(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
): { tokens: Token[]; sentences: Sentence[] } {
  const kept: Token[] = [];
  const moved: Sentence[] = [];
  let next = 0;
  for (const sentence of sentences) {
    for (; next < sentence.from; next++) keep(kept, tokens[next]);
    const from = kept.length;
    for (; next < sentence.to; next++)
      if (sentence.isHeading || tokens[next]?.kind !== 'break') keep(kept, tokens[next]);
    moved.push({ ...sentence, from, to: kept.length });
  }
  for (; next < tokens.length; next++) keep(kept, tokens[next]);
  return { tokens: kept, sentences: moved };
}

function keep(kept: Token[], token: Token | undefined): void {
  if (token) kept.push(token);
}

/**
 * Splits tokens into sentences in one pass.
 * @param joints the offsets at which line breaks inside hyphenated words were removed, in ascending
 * order
 */
export function sentencesOf(tokens: readonly Token[], joints: readonly number[] = []): Sentence[] {
  const ends = lineEnds(tokens, joints);
  const sentences: Sentence[] = [];
  let paragraph = 0;
  let from = 0;
  const close = (to: number): void => {
    let first = from;
    while (first < to && (tokens[first]?.kind === 'break' || isSymbol(tokens[first]))) first++;
    let last = to;
    while (last > first && tokens[last - 1]?.kind === 'break') last--;
    if (last > first && last - first <= TOKENS_MAX) {
      const isHeading = !endsSentence(tokens[last - 1]) && last - first <= HEADING_MAX;
      sentences.push({ from: first, to: last, paragraph, isHeading });
    }
    from = to;
  };
  let marks = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) break;
    marks = token.kind === 'mark' ? marks + 1 : 0;
    if (marks >= RULE_MARKS) {
      if (marks === RULE_MARKS) close(i - RULE_MARKS + 1);
      from = i + 1;
    } else if (token.kind === 'break') {
      if (token.text === '\n\n') {
        if (goesOn(tokens, i)) continue;
        close(i);
        paragraph++;
      } else if (ends.has(i)) close(i);
    } else if (token.kind === 'mark' && isEnd(tokens, i)) {
      // Closing quotes and brackets belong to the sentence.
      while (isClosing(tokens[i + 1])) i++;
      close(i + 1);
    } else if (token.kind === 'word' && isInitialsEnd(tokens, i)) close(i + 1);
  }
  close(tokens.length);
  return sentences;
}

/**
 * The lowest character code of arrows, symbols and emoji. Punctuation marks and currency signs have
 * lower codes.
 */
const SYMBOL_MIN = 0x2190;

/** Matches an emoji or another symbol that decorates the beginning of a sentence. */
export const isSymbol = (token: Token | undefined): boolean =>
  token?.kind === 'mark' && token.text.charCodeAt(0) >= SYMBOL_MIN;

/**
 * Whether a sentence continues in the next paragraph, as when a PDF page ends in mid-sentence:
 * after "throughout the", before a lowercase letter, or before a page header.
 */
function goesOn(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (!next) return false;
  if (isBeforePeriod(tokens, at)) return true;
  if (introducesItems(tokens, at - 1)) return true;
  if (before?.text === ':' && isOrdering(tokens, at - 2)) return next.text !== '-';
  // A text whose lines are all separate paragraphs may split a date: "until sunset May", "16,
  // 2022".
  if (before?.cap && MONTH.test(before.text) && next.kind === 'number') return true;
  if (
    /^(on|from|through)$/.test(before?.text ?? '') &&
    (SUN.test(next.text) || DATE_WORD.test(next.text))
  )
    return true;
  // For example: "until sunset," above "August 31, 2025"
  if (before?.text === ',' && DATE_WORD.test(next.text)) return true;
  if (isPeriodBelowName(tokens, at)) return false;
  const isLower = next.kind === 'word' && !next.cap && next.text !== "'s";
  if (isLower && (before?.text === ',' || before?.kind === 'word')) return true;
  if (before?.kind !== 'word' || !UNFINISHED.has(before.text)) return false;
  return next.kind === 'word' || next.text === 'united';
}

/**
 * Matches the line break between a name and the days of an order: "Captain Lee Roe", then "from
 * sunrise on May 5".
 */
function isPeriodBelowName(tokens: readonly Token[], at: number): boolean {
  const [first, next] = [tokens[at + 1]?.text ?? '', tokens[at + 2]?.text ?? ''];
  if (!BEFORE_PERIOD.test(first) || !(SUN.test(next) || DATE_WORD.test(next))) return false;
  const line = tokens.slice(startOfLine(tokens, at), at);
  return (
    line.length > 1 &&
    line.every(
      ({ kind, cap, text }) =>
        (kind === 'word' && cap && !/^(flags?|half|orders?|lowered)$/.test(text)) || text === '.',
    )
  );
}

const UNFINISHED = new Set([
  'the',
  'of',
  'and',
  'throughout',
  'their',
  'a',
  'in',
  'at',
  'until',
  'with',
]);
