import type { Token } from '../text/token.ts';
import { introducesItems, isBeforePeriod, isOrdering, itemAt } from './introductions.ts';
import { isDateLine, isLabel, isOfHeader, MONTH, startOfLine } from './lines.ts';
import { endsSentence } from './sentenceEnds.ts';

/**
 * A paragraph counts as wrapped prose if each of its lines is at least this fraction of the longest
 * line's length.
 */
const WRAPPED_SHARE = 0.8;

/**
 * A paragraph whose lines all have at most this many characters is a list, a letterhead or a postal
 * address, not wrapped prose.
 */
const NARROW = 26;

/**
 * Words that cannot end a sentence. A line that ends with one of them continues on the next line.
 */
const GOES_ON = new Set(
  'a an the of to in on at by for from and or with until through that as his her their be is are former late'.split(
    ' ',
  ),
);

/**
 * Returns the indexes of the single line breaks that are intentional and not caused by wrapping.
 */
export function lineEnds(tokens: readonly Token[], joints: readonly number[]): Set<number> {
  const ends = new Set<number>();
  let breaks: { at: number; length: number }[] = [];
  let lineStart = tokens[0]?.start ?? 0;
  let longest = 0;
  let joint = 0;
  /**
   * Returns the length of the line that ends at `end`, and updates `longest`. If several lines were
   * joined at hyphens, measures each of them separately.
   */
  const measure = (end: number): number => {
    for (let at = joints[joint]; at !== undefined && at < end; at = joints[++joint]) {
      longest = Math.max(longest, at - lineStart);
      lineStart = at;
    }
    longest = Math.max(longest, end - lineStart);
    return end - lineStart;
  };
  const finish = (end: number): void => {
    measure(end);
    const isRagged = areWraps(
      tokens,
      breaks.map(({ at }) => at),
    );
    let isInSentence = false;
    for (const { at, length } of breaks) {
      const isEnd = isDeliberate(tokens, at, length, longest, isRagged && isInSentence);
      if (isEnd) ends.add(at);
      isInSentence = !isEnd && !endsSentence(tokens[at - 1]);
    }
    breaks = [];
    longest = 0;
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token?.kind !== 'break') continue;
    if (token.text === '\n') breaks.push({ at: i, length: measure(token.start) });
    else finish(token.start);
    lineStart = token.end;
  }
  finish(tokens.at(-1)?.end ?? 0);
  return ends;
}

/**
 * A paragraph counts as wrapped if it has at least this many line breaks before a lowercase word.
 */
const WRAPS_MIN = 3;

/**
 * Whether most line breaks of a paragraph are inside sentences, regardless of how short its lines
 * are.
 */
function areWraps(tokens: readonly Token[], breaks: readonly number[]): boolean {
  const wraps = breaks.filter((at) => tokens[at + 1]?.kind === 'word' && !tokens[at + 1]?.cap);
  return wraps.length >= WRAPS_MIN && 2 * wraps.length >= breaks.length;
}

/**
 * Whether a line break is intentional.
 * @param isInSentence whether the line is certain to continue a sentence in a wrapped paragraph
 */
function isDeliberate(
  tokens: readonly Token[],
  at: number,
  length: number,
  longest: number,
  isInSentence: boolean,
): boolean {
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (!before || !next) return true;
  if (next.kind === 'word' && !next.cap) return false;
  if (before.kind === 'word' && GOES_ON.has(before.text)) return false;
  if (before.text === ',' || before.text === '-') return false;
  if (next.kind === 'number' && isMonthBefore(tokens, at)) return false;
  if (isInNameOfDay(before, next)) return false;
  if (introducesItems(tokens, at - 1)) return false;
  if (before.text === ':') return !isOrdering(tokens, at - 2) && !isBeforePeriod(tokens, at);
  if (isDateLine(tokens, at + 1) || isOfHeader(tokens, at)) return true;
  if (isNextItem(tokens, at)) return true;
  if (isInSentence && before.kind === 'word') return isLabel(tokens, at + 1);
  // "Flag notice", "Oct. 5, 2015": lines this short are not wrapped text.
  if (longest < NARROW) return true;
  const wrapped = length + 1 + (next.end - next.start) > longest * WRAPPED_SHARE;
  if (!wrapped || next.text === '-' || next.text === '*') return true;
  // "for Police" above "Officer Jan Roe: at public buildings" is one wrapped line.
  const isTitle = before.kind === 'word' && before.cap && !before.upper;
  return isLabel(tokens, at + 1) && (!isTitle || isLabel(tokens, startOfLine(tokens, at)));
}

/** Matches the name of a month before a line break: "January", "Jan." */
function isMonthBefore(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const isShort = before?.text === '.';
  const month = isShort ? tokens[at - 2] : before;
  return month?.cap === true && (isShort ? SHORT_MONTH : MONTH).test(month.text);
}

const SHORT_MONTH = /^(jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/;

/** Matches the line break within the name of a day: "Memorial" above "Day". */
const isInNameOfDay = (before: Token, next: Token): boolean =>
  before.cap && next.cap && next.text === 'day' && /^(memorial|remembrance)$/.test(before.text);

/** Matches the next item of a numbered list: "1. …" above "2. …". */
function isNextItem(tokens: readonly Token[], at: number): boolean {
  const next = itemAt(tokens, at + 1);
  return next !== null && itemAt(tokens, startOfLine(tokens, at)) === next - 1;
}
