import type { Token } from '../text/token.ts';
import { bareDayAt, type DatePhrase, exists } from './datePhrases.ts';

/**
 * Words that can follow an ordinal used as a day of the month, as in "May 5th and 6th in memory
 * of".
 */
const BEHIND_DAY = /^(and|to|through|thru|until|at|from|for|in|of|on|by|beginning|ending)$/;

/**
 * Parses the last day of a range or pair whose month is stated only once: "May 5-9", "May 5 and 6",
 * "May 5, 6 and 7".
 */
export function bareDay(
  tokens: readonly Token[],
  at: number,
  month: { month: number; year: number | null } | null,
  isBehindDate: boolean,
): DatePhrase | null {
  const token = tokens[at];
  if (!month || !isBehindDate || token?.kind !== 'number') return null;
  const before = tokens[at - 1]?.text ?? '';
  const after = tokens[at + 1];
  // For example: "May 8, 9 and 10"
  const isListed =
    before === ',' &&
    /^(,|and|&)$/.test(after?.text ?? '') &&
    tokens[at + 2]?.kind === 'number' &&
    (tokens[at + 2]?.value ?? 0) > token.value &&
    (tokens[at + 2]?.value ?? 0) <= 31;
  if (!isListed && !['-', 'through', 'to', 'and', 'until', 'the', 'thru', '&'].includes(before))
    return null;
  if (after && !after.spaced && (after.text === ':' || after.text === '/')) return null;
  if (/^(am|pm|[ap]\.m\.?|hours|days?|years?|people|victims|noon|oclock)$/.test(after?.text ?? ''))
    return null;
  // For example: "the 25th anniversary"
  if (token.cap && after?.kind === 'word' && !BEHIND_DAY.test(after.text)) return null;
  const day = bareDayAt(tokens, at);
  if (!day) return null;
  const comma = tokens[day.to]?.text === ',' ? day.to + 1 : day.to;
  const last = tokens[comma];
  const hasYear = last?.kind === 'number' && last.end - last.start === 4 && !last.cap;
  const year = hasYear ? last.value : null;
  if (!exists(year ?? 2000, month.month, day.day)) return { from: at, to: day.to, date: null };
  return {
    from: at,
    to: hasYear ? comma + 1 : day.to,
    date: { kind: 'day', year, month: month.month, day: day.day, weekday: null },
  };
}
