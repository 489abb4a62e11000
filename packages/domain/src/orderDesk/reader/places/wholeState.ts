import type { Token } from '../text/token.ts';
import { isUnknownPlace, LOCAL } from './places.ts';
import { WITHIN } from './placeWords.ts';
import { isIslandTerritory, stateAt } from './states.ts';

/** Nouns for things that a government owns or runs, such as "buildings" and "offices". */
export const BUILDINGS =
  /^(buildings?|bldgs?|facilit(y|ies)|grounds?|agenc(y|ies)|offices?|property|properties|installations?|institutions?|departments?|flagpoles|flags|waters)$/;

/**
 * Adjectives that extend a noun to all of a state's buildings, such as "state" and "public" in
 * "state buildings" and "public buildings".
 */
export const BROAD =
  /^(state|public|government|governmental|commonwealth|all|statewide|territorial)$/;

/**
 * Matches a single building: "the Rhodes State Office Tower", "the Lucas State Office Building".
 */
export const isNamedBuilding = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.cap === true &&
  !tokens[at]?.upper &&
  (/^(tower|building|center|complex|plaza)$/.test(tokens[at + 1]?.text ?? '') ||
    (tokens[at]?.text === 'building' && tokens[at - 1]?.text === 'office'));

/**
 * Matches phrases that mean the whole state, such as "throughout the state", "across the
 * Commonwealth" or "on the island of Guam".
 */
export function isInState(tokens: readonly Token[], at: number): boolean {
  if (!isWithin(tokens, at) && tokens[at]?.text !== 'on') return false;
  const noun = tokens[at + 2]?.text ?? '';
  if (isIslandTerritory(tokens, at + 2)) return true;
  if (noun === 'island') return isWithin(tokens, at) && tokens[at + 3]?.text !== 'of';
  return isWithin(tokens, at) && /^(state|commonwealth|country|nation|territory)$/.test(noun);
}

export const isWithin = (tokens: readonly Token[], at: number): boolean =>
  WITHIN.has(tokens[at]?.text ?? '');

/**
 * Maximum number of words between "and" and the state, as in "in Salem, and at all state
 * buildings".
 */
const SECOND_MAX = 6;

/**
 * Matches a place that does not limit the order, because the text then mentions the whole state:
 * "in Montgomery and throughout the state", "in Salem, and at all state buildings".
 */
export function isBeforeState(tokens: readonly Token[], behindPlace: number, to: number): boolean {
  let at = behindPlace;
  // For example: "in Montpelier, Vermont, and"
  if (tokens[at]?.text === ',') at = stateAt(tokens, at + 1)?.to ?? at;
  if (tokens[at]?.text === ',') at++;
  const isAnd = tokens[at]?.text === 'and' || tokens[at]?.text === 'as';
  if (!isAnd) return false;
  for (let i = at + 1; i < Math.min(to, at + SECOND_MAX); i++) {
    if (tokens[i]?.text === 'statewide' || isInState(tokens, i)) return true;
    if (WITHIN.has(tokens[i]?.text ?? '') && (isOfState(tokens, i + 2) || stateAt(tokens, i + 1)))
      return !LOCAL.has(tokens[stateAt(tokens, i + 1)?.to ?? -1]?.text ?? '');
    if (BUILDINGS.test(tokens[i]?.text ?? '') && BROAD.test(adjectiveOf(tokens, i, at)))
      return !(WITHIN.has(tokens[i + 1]?.text ?? '') && isUnknownPlace(tokens, i + 2));
  }
  return false;
}

/**
 * Matches phrases that extend an order to the whole state, such as "… and throughout the state" or
 * "… as well as statewide".
 */
export const isAdded = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === 'and' ||
  (tokens[at - 1]?.text === 'as' && tokens[at - 2]?.text === 'well');

/**
 * Matches phrases for everything that belongs to a state's government, such as "the agencies of
 * Hawaii" or "public buildings of the State of Maine".
 */
export function isOfState(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== 'of') return false;
  const next = tokens[at + 1]?.text === 'the' ? at + 2 : at + 1;
  const isNamed =
    /^(state|commonwealth)$/.test(tokens[next]?.text ?? '') && tokens[next + 1]?.text !== 'capitol';
  const state = stateAt(tokens, next);
  if (!state || state.short) return isNamed;
  // For example: "the grounds of the Alabama State Capitol"
  const behind = tokens[state.to]?.text === 'state' ? state.to + 1 : state.to;
  return !/^(capitol|statehouse|house)$/.test(tokens[behind]?.text ?? '');
}

/**
 * Returns the adjective that describes buildings, as in "state and public buildings" or "State
 * offices"; an empty string if there is none.
 */
export function adjectiveOf(tokens: readonly Token[], at: number, from: number): string {
  for (let i = at - 1; i >= Math.max(from, at - 6); i--) {
    const word = tokens[i]?.text ?? '';
    if (BROAD.test(word)) return word;
    // For example: "all government of Guam agencies"
    const name = tokens[i]?.cap ? startOfState(tokens, i) : -1;
    if (name !== -1 && tokens[name - 1]?.text === 'of') {
      i = name;
      continue;
    }
    if (
      !/^(and|or|,|-|owned|operated|local|federal|office|buildings|facilities|grounds|agency|agencies|\/|of|the)$/.test(
        word,
      )
    )
      return '';
  }
  return '';
}

/** Returns the index of the first word of a state's name that ends at a token; -1 if there is none. */
function startOfState(tokens: readonly Token[], last: number): number {
  for (let first = last; first > last - 4; first--) {
    const state = stateAt(tokens, first);
    if (state && !state.short && state.to === last + 1) return first;
  }
  return -1;
}
