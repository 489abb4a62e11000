import type { Token } from './token.ts';

/** Words that have a meaning for the parser but are also people's names. */
const NAME_WORDS = new Set(
  'bill hope mark grace king bishop dawn grant dean judge earl'.split(' '),
);
const TITLES = new Set(
  (
    'governor gov president mayor senator sen representative rep judge justice officer trooper ' +
    'sergeant sgt deputy sheriff chief captain lieutenant lt corporal cpl detective firefighter ' +
    'commissioner secretary private specialist major colonel general mr mrs ms dr former'
  ).split(' '),
);

/**
 * Whether a word is part of a name that follows a title: true for "Governor Bill Stokes", false for
 * "a bill".
 */
export function isNameOfPerson(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token?.cap || !NAME_WORDS.has(token.text)) return false;
  const before = tokens[at - 1]?.text === '.' ? tokens[at - 2] : tokens[at - 1];
  return before?.cap === true && TITLES.has(before.text);
}
