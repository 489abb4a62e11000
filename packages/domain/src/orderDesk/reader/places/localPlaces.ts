import type { Token } from '../text/token.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import {
  endOfPlace,
  isDividedState,
  isPartOfState,
  isUnknownPlace,
  LOCAL,
  PLACE_MAX,
} from './places.ts';
import { GOVERNMENT, isEvery, PART_WORDS } from './placeWords.ts';
import { isIslandTerritory, stateAt } from './states.ts';
import { BUILDINGS, isWithin } from './wholeState.ts';

/** Returns the index after words for a part of a state, such as "the cities of Elko and Wells". */
export function endOfPart(tokens: readonly Token[], from: number, to: number): number {
  let noun = from;
  while (noun < Math.min(to, from + PART_MAX) && !PART_WORDS.test(tokens[noun]?.text ?? '')) noun++;
  if (!PART_WORDS.test(tokens[noun]?.text ?? '') || !isPartOfState(tokens, from))
    return endOfList(tokens, endOfPlace(tokens, from, to), to);
  let end = endOfPlace(tokens, noun, to);
  while (tokens[end]?.text === 'and' && tokens[end + 1]?.cap && end + 1 < to)
    end = endOfPlace(tokens, end + 1, to);
  return end;
}

/**
 * Returns the index after a list of counties or cities whose first item ends at `end`: "Chaves, Eddy
 * and Lea counties", "Polk County and Story County".
 */
function endOfList(tokens: readonly Token[], end: number, to: number): number {
  let last = end;
  let at = end;
  while (at < to) {
    let next = at;
    while (/^(,|and|&)$/.test(tokens[next]?.text ?? '')) next++;
    const isName = next > at && next < to && tokens[next]?.cap && !datePhraseAt(tokens, next);
    if (!isName) break;
    at = endOfPlace(tokens, next, to);
    if (LOCAL.has(tokens[at]?.text ?? '')) at++;
    if (LOCAL.has(tokens[at - 1]?.text ?? '')) last = at;
  }
  return last;
}

/**
 * Returns the index after a state's name and the part of the state that follows it: "the state of
 * Alabama's 2nd Congressional District", "Iowa's northern half". Returns -1 if the text names no
 * such part.
 */
export function endOfOwnedPart(tokens: readonly Token[], from: number): number {
  let at = from;
  while (/^(the|state|commonwealth|of)$/.test(tokens[at]?.text ?? '')) at++;
  const state = stateAt(tokens, at);
  if (!state || tokens[state.to]?.text !== "'s") return -1;
  for (let i = state.to + 1; i < state.to + 1 + PART_MAX; i++)
    if (
      /^(districts?|regions?|half|part|panhandle|valley|coast|corner|peninsula)$/.test(
        tokens[i]?.text ?? '',
      )
    )
      return i + 1;
  return -1;
}

/** Maximum number of words before the noun in a phrase such as "the three cities". */
const PART_MAX = 4;

/** Returns the index after the names of islands: "the islands of St. Thomas and St. John". */
export function endOfIslands(tokens: readonly Token[], from: number, to: number): number {
  const noun = tokens[from]?.text === 'the' && !tokens[from + 1]?.cap ? from + 1 : from;
  let end = endOfPlace(tokens, noun, to);
  for (;;) {
    const isSaint = /^(st|ste)$/.test(tokens[end - 1]?.text ?? '') && tokens[end]?.text === '.';
    let next = end;
    while (/^(,|and|&)$/.test(tokens[next]?.text ?? '')) next++;
    if (isSaint) next = end + 1;
    const isName = next > end && next < to && tokens[next]?.cap && !datePhraseAt(tokens, next);
    if (!isName) return end;
    end = endOfPlace(tokens, next, to);
  }
}

/**
 * Matches an island: "facilities on Kauai" or "on the island of Maui", but not "on Friday" or "on
 * Memorial Day".
 */
export function isOnIsland(tokens: readonly Token[], at: number): boolean {
  if (tokens[at + 1]?.text === 'the' && (isWithin(tokens, at) || tokens[at]?.text === 'on')) {
    const noun = tokens[at + 2]?.text ?? '';
    const isNamed = tokens[at + 3]?.text === 'of';
    if (/^islands?$/.test(noun) && isNamed && !isIslandTerritory(tokens, at + 2)) return true;
    if (noun === 'island' && tokens[at]?.text === 'on') return !isNamed;
  }
  if (tokens[at]?.text !== 'on') return false;
  const before = tokens[at - 1]?.text ?? '';
  const isBehindBuildings = BUILDINGS.test(before) && before !== 'flags';
  if (GOVERNMENT.has(tokens[at + 1]?.text ?? '')) return false;
  if (!isBehindBuildings || !isUnknownPlace(tokens, at + 1)) return false;
  if (datePhraseAt(tokens, at + 1)) return false;
  for (let i = at + 1; tokens[i]?.cap; i++) if (tokens[i]?.text === 'day') return false;
  return true;
}

/**
 * Matches a county or a city: "Perry County", "the city of Dover", "city-owned", but not "counties
 * and cities are encouraged".
 */
export function isLocal(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  const left = tokens[at - 1];
  const right = tokens[at + 1];
  if (isOfTitle(tokens, at)) return false;
  // For example: "in every county", "all 99 counties", but not "at all Perry County buildings"
  for (let back = 1; back <= 3; back++) {
    if (isEvery(tokens, at - back)) return false;
    if (tokens[at - back]?.cap && tokens[at - back]?.kind === 'word' && tokens[at]?.cap) break;
  }
  if (word === 'counties' || word === 'parishes') return left?.cap === true;
  if (word === 'cities' || word === 'towns')
    return right?.text === 'of' && !isDividedState(tokens, at);
  if (left?.kind === 'word' && left.cap && left.text !== 'kansas' && tokens[at]?.cap) return true;
  if (right?.text === 'of') return true;
  if (right?.text === '-') return true;
  return (
    /^(buildings?|facilit(y|ies)|offices?|hall|property|flags?|flagpoles?|courthouse|government|limits)$/.test(
      right?.text ?? '',
    ) &&
    left?.text !== 'and' &&
    left?.text !== ',' &&
    right?.text !== 'flag'
  );
}

const TITLE =
  /^(mayor|council|councilm[ae]n|councilwoman|councilmember|police|fire|firefighter|sheriff|officer|deputy|sergeant|sgt|commissioner|judge|clerk|supervisor|legislator|treasurer|resident|native)$/;

/**
 * Matches a place in an official's title: "Town of Marana Mayor Ed Honea", "Perry County Sheriff
 * Lee".
 */
function isOfTitle(tokens: readonly Token[], at: number): boolean {
  for (let i = at + 1; i <= at + PLACE_MAX; i++) {
    if (TITLE.test(tokens[i]?.text ?? ''))
      return tokens[i]?.cap === true && tokens[i + 1]?.cap === true;
    if (!tokens[i]?.cap && tokens[i]?.text !== 'of') return false;
  }
  return false;
}
