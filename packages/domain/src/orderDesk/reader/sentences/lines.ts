import type { Token } from '../text/token.ts';

/** Maximum number of tokens to go back when looking for the beginning of a line. */
const LINE_MAX = 60;

/** Returns the index of the first token of the line that ends at a break. */
export function startOfLine(tokens: readonly Token[], end: number): number {
  let first = end;
  while (first > 0 && end - first < LINE_MAX && tokens[first - 1]?.kind !== 'break') first--;
  return first;
}

/**
 * Whether the line before a break is part of an email's or memo's header: "Re: Lowering of flags".
 */
export function isOfHeader(tokens: readonly Token[], at: number): boolean {
  const first = startOfLine(tokens, at);
  return (
    tokens[first + 1]?.text === ':' &&
    /^(to|from|re|subject|subj|date|sent|cc|bcc|fr)$/.test(tokens[first]?.text ?? '')
  );
}

/** Full names of months, in lowercase. */
export const MONTH =
  /^(january|february|march|april|may|june|july|august|september|october|november|december)$/;

/** Maximum number of tokens in a line that contains only a date. */
const DATE_LINE_MAX = 8;
/** Names of months and weekdays, in full or abbreviated. */
export const DATE_WORD =
  /^(jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|may|june|july|august|september|october|november|december|mon|tues?|wed|thu|thurs?|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;

/** Maximum number of words before the date in a line such as "Press Release   May 4, 2026". */
const CATEGORY_MAX = 3;
/**
 * Words for kinds of documents, such as "news". Websites show them before the date of a document.
 */
const CATEGORY =
  /^(proclamations?|releases?|news|notices?|statements?|actions?|alerts?|announcements?|updates?|updated|posted|published|memorandum|memoranda|memo|remarks)$/;

/**
 * Returns the index of the token after a category at the beginning of a line, such as "Press
 * Release |"; `from` if the line begins with something else.
 */
function behindCategory(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < from + CATEGORY_MAX && tokens[at]?.cap && !CATEGORY.test(tokens[at]?.text ?? ''))
    at++;
  if (!tokens[at]?.cap || !CATEGORY.test(tokens[at]?.text ?? '')) return from;
  return /^[|:]$/.test(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1;
}

/**
 * Whether a line consists only of a date with its year, such as "Tuesday, August 18, 2026" or
 * "Press Release | May 4, 2026".
 */
export function isDateLine(tokens: readonly Token[], line: number): boolean {
  const from = behindCategory(tokens, line);
  if (!DATE_WORD.test(tokens[from]?.text ?? '')) return false;
  let at = from;
  while (at < from + DATE_LINE_MAX && tokens[at] && tokens[at]?.kind !== 'break') at++;
  const last = tokens[at - 1];
  const isEnd = tokens[at] === undefined || tokens[at]?.kind === 'break';
  return isEnd && last?.kind === 'number' && last.end - last.start === 4;
}

/** Whether a line begins with a label, such as "Date: …". */
export function isLabel(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.kind !== 'word' || !tokens[at]?.cap) return false;
  let next = at + 1;
  // For example: "Half-staff from: …"
  const isHyphen = (mark: Token | undefined): boolean => mark?.text === '-' && !mark.spaced;
  while (next < at + 5 && (tokens[next]?.kind === 'word' || isHyphen(tokens[next]))) next++;
  return tokens[next]?.text === ':';
}
