import type { Token } from './token.ts';

/**
 * Words that have a meaning for the parser but can also be people's names, such as "bill" or
 * "king".
 */
const NAME_WORDS = new Set(
  'bill hope mark grace king bishop dawn grant dean judge earl'.split(' '),
);
const TITLES = new Set(
  (
    'governor gov president mayor senator sen representative rep judge justice officer trooper ' +
    'sergeant sgt deputy sheriff chief captain lieutenant lt corporal cpl detective firefighter ' +
    'commissioner secretary private specialist major colonel general mr mrs ms dr former ' +
    'congressman congresswoman delegate speaker'
  ).split(' '),
);

/**
 * Whether a word such as "bill" or "king" is part of a name that follows a title: true for "Bill"
 * in "Governor Bill Stokes", false for "bill" in "a bill".
 */
export function isNameOfPerson(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token?.cap || !NAME_WORDS.has(token.text)) return false;
  const last = tokens[at - 1]?.text === '.' ? at - 2 : at - 1;
  const before = tokens[last];
  if (before?.cap !== true) return false;
  if (TITLES.has(before.text)) return true;
  // For example: "Acting Governor Marisol Dean", "Senator Ann P. Bishop", but not "GOVERNOR POE
  // HONORS JUDGE ROE"
  if (token.upper || before.kind !== 'word') return false;
  const title = tokens[last - 1]?.text === '.' ? tokens[last - 2] : tokens[last - 1];
  return title?.cap === true && TITLES.has(title.text);
}
