import type { Token } from '../text/token.ts';
import { GOVERNMENT, isEvery, PART_WORDS } from './placeWords.ts';
import { stateAt } from './states.ts';

/** Words for a place that is smaller than a state, such as "county". */
export const LOCAL = new Set([
  'county',
  'counties',
  'parish',
  'parishes',
  'borough',
  'township',
  'city',
  'town',
  'village',
  'municipal',
  'cities',
  'towns',
]);

const NOT_A_PLACE = new Set(
  (
    'honor memory remembrance recognition observance accordance tribute mourning celebration respect ' +
    'conjunction coordination compliance support solidarity addition public order response iraq ' +
    'january february march april may june july august september october november december ' +
    'executive chapter section title article line full half fall lieu effect america american u.s. us united usa'
  ).split(' '),
);

/**
 * Matches words for a part of a state: "in northwest Ohio", "in parts of the state", "in three
 * counties".
 */
export function isPartOfState(tokens: readonly Token[], from: number): boolean {
  if (NOT_A_PLACE.has(tokens[from]?.text ?? '') || isEvery(tokens, from)) return false;
  if (isDividedState(tokens, tokens[from]?.text === 'the' ? from + 1 : from)) return false;
  for (let at = from; at < from + 4; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word' || stateAt(tokens, at)?.short === false) return false;
    // For example: "said in part"
    if (token.text === 'part' && tokens[at + 1]?.text !== 'of') return false;
    if (PART_WORDS.test(token.text)) return true;
  }
  return false;
}

/**
 * Matches phrases that refer to a whole state through its counties, cities or villages: "the
 * villages of Guam", "every village of Guam", "the cities and towns of Vermont". Excludes "the
 * counties of Delaware and Union".
 */
export function isDividedState(tokens: readonly Token[], first: number): boolean {
  const isOfEvery = /^(every|each)$/.test(tokens[first]?.text ?? '');
  const from = isOfEvery ? first + 1 : first;
  const isPart = (word: string): boolean =>
    /^(counties|parishes|boroughs|villages|cities|towns|municipalities)$/.test(word) ||
    (isOfEvery && /^(parish|borough|village|city|town|municipality)$/.test(word));
  let at = from;
  while (isPart(tokens[at]?.text ?? '') || (at > from && /^(and|,)$/.test(tokens[at]?.text ?? '')))
    at++;
  if (at === from || tokens[at]?.text !== 'of') return false;
  const state = stateAt(tokens, tokens[at + 1]?.text === 'the' ? at + 2 : at + 1);
  const next = state ? tokens[state.to] : undefined;
  const isLast = !/^(and|&|,|or)$/.test(next?.text ?? '') && next?.cap !== true;
  return state?.short === false && isLast;
}

/**
 * Matches a place such as "in Springfield": a capitalized word that is neither a state nor part of
 * a common phrase.
 */
export function isUnknownPlace(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word' || !token.cap || NOT_A_PLACE.has(token.text)) return false;
  if (token.text === 'the' || token.text === 'all') return false;
  // For example: "over District government buildings"
  if (token.text === 'district' && GOVERNMENT.has(tokens[at + 1]?.text ?? '')) return false;
  // For example: "in Wake of the Fire"
  if (tokens[at + 1]?.text === 'of' && !LOCAL.has(token.text)) return false;
  const state = stateAt(tokens, at);
  if (!state || state.short) return !state;
  // For example: "in Washington County"
  return LOCAL.has(tokens[state.to]?.text ?? '');
}

/**
 * Words in a capitalized headline that aren't part of a place's name: "Flags Atop State Capitol
 * Lowered".
 */
const BESIDE_PLACE =
  /^(flags?|lower|lowers|lowered|lowering|flown|fly|flies|orders?|ordered|directs?|directed|atop|at|on|in|over|outside|honoring|honor|half|full|will|be|to|for|from|until)$/;

/** Maximum number of words in the name of a place. */
export const PLACE_MAX = 6;

/** Matches "the" within a name: "Department of the Interior". */
const isArticle = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'the' && tokens[at - 1]?.text === 'of' && tokens[at + 1]?.cap === true;

/** Returns the index of the first word of a place name that ends at a given token. */
export function startOfPlace(tokens: readonly Token[], at: number, from: number): number {
  let i = at;
  while (
    i > from &&
    (tokens[i - 1]?.cap === true || /^(the|of|and|surrounding)$/.test(tokens[i - 1]?.text ?? '')) &&
    !BESIDE_PLACE.test(tokens[i - 1]?.text ?? '')
  )
    i--;
  return i;
}

/** Returns the index of the token after a place name. */
export function endOfPlace(tokens: readonly Token[], at: number, to: number): number {
  let i = at + 1;
  while (
    i < to &&
    tokens[i]?.kind === 'word' &&
    (tokens[i]?.cap === true || tokens[i]?.text === 'of' || isArticle(tokens, i)) &&
    !BESIDE_PLACE.test(tokens[i]?.text ?? '')
  )
    i++;
  return i;
}
