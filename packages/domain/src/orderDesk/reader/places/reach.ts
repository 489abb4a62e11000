import type { Sentence } from '../sentences/sentences.ts';
import type { Token } from '../text/token.ts';
import { isAgency, isBehindAnd, isOwner } from './agencies.ts';
import { endOfIslands, endOfOwnedPart, endOfPart, isLocal, isOnIsland } from './localPlaces.ts';
import {
  endOfPlace,
  isPartOfState,
  isUnknownPlace,
  LOCAL,
  PLACE_MAX,
  startOfPlace,
} from './places.ts';
import { type TopicAt, WITHIN } from './placeWords.ts';
import { stateAt } from './states.ts';
import {
  adjectiveOf,
  BROAD,
  BUILDINGS,
  isAdded,
  isBeforeState,
  isInState,
  isNamedBuilding,
  isOfState,
} from './wholeState.ts';

/** Nouns for single places, such as "capitol", and for kinds of places, such as "schools". */
export const SPECIAL_PLACES = new Set(
  (
    'capitol statehouse mansion residence courthouse campus university college headquarters tower ' +
    'school schools station stations terminal plant store stores branch branches stadium airport ' +
    'cemetery base park monument library hospital academy complex postal lobby marina clubhouse ' +
    'fairgrounds district hall parks armory armories garage garages prison prisons jail turnpike highway ' +
    'embassies consulates offshore depot depots clinic clinics store guard'
  ).split(' '),
);

/**
 * Nouns for institutions. An institution limits the area of an order only if it flies the flags:
 * "our libraries will fly …".
 */
export const INSTITUTIONS =
  /^(centers?|libraries|museums?|lodges?|posts?|churches|courts?|bases|vessels|ships|units|locations|restaurants|hotels|banks|plants|campuses|companies|dealerships|hospitals|parishes)$/;

const REQUESTS =
  /^(ask|asks|asked|asking|requests?|requested|requesting|encourages?|encouraged|encouraging|urges?|urged|urging|invites?|invited|inviting|recommends?|recommended)$/;

const ORDERS =
  /^(ordered|orders|ordering|directed|directs|directing|instructed|instructs|proclaimed|proclaims|announced|announces)$/;

/** The area where the flags are, according to a sentence: the whole state or a part of it. */
export interface Reach {
  /** Whether the sentence refers to the whole state, as in "all state buildings" or "statewide". */
  broad: boolean;
  /** Whether the sentence refers to all buildings of a government, as in "all state buildings". */
  buildings: boolean;
  /**
   * The tokens that refer to a smaller area, such as "in Perry County" or "City Hall"; null if
   * there are none.
   */
  local: { from: number; to: number } | null;
  /**
   * The tokens that refer to a single place, such as "at the State Capitol"; null if there are
   * none, or if the text also says "all state buildings".
   */
  special: { from: number; to: number } | null;
}

/**
 * Returns the area where the flags are, according to a sentence. Ignores places that are mentioned
 * because of people or events.
 */
export function reachOf(tokens: readonly Token[], sentence: Sentence, topicAt: TopicAt): Reach {
  const reach: Reach = {
    broad: false,
    buildings: false,
    local: null,
    special: null,
  };
  let isRequested = false;
  let isOrdered = false;
  for (let at = sentence.from; at < sentence.to; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    const { topic } = topicAt(at);
    const word = token.text;
    // "and requests that flags at all state buildings be lowered" does not widen the order.
    if (REQUESTS.test(word) && tokens[at + 1]?.text !== 'of') isRequested = true;
    else if (ORDERS.test(word)) {
      isRequested = false;
      isOrdered = true;
    }
    if (isRequested && isOrdered && (reach.local ?? reach.special)) continue;
    if (topic !== 'flag' && topic !== 'other') {
      reach.local ??= placeOfBuildings(tokens, at, sentence.to);
      continue;
    }
    if (word === 'statewide' || word === 'nationwide') reach.broad = true;
    // For example: "at the Capitol and throughout the state"
    const isWhole = word === 'statewide' || isInState(tokens, at);
    const behind = tokens[word === 'statewide' ? at + 1 : at + 3]?.text;
    if (isWhole && (isAdded(tokens, at) || behind === 'and')) reach.buildings = true;
    if (BUILDINGS.test(word) && isOfState(tokens, at + 1)) reach.buildings = true;
    // For example: "all flags in Iowa", but not "all flags atop the Capitol"
    const isPlaced =
      word !== 'flags' ||
      (WITHIN.has(tokens[at + 1]?.text ?? '') && stateAt(tokens, at + 2) !== null);
    if (
      BUILDINGS.test(word) &&
      isPlaced &&
      !isNamedBuilding(tokens, at) &&
      BROAD.test(adjectiveOf(tokens, at, sentence.from))
    )
      reach.buildings = true;
    if (isInState(tokens, at)) reach.broad = true;
    if (WITHIN.has(word) && stateAt(tokens, at + 1)) reach.broad = true;
    const part = WITHIN.has(word) ? endOfOwnedPart(tokens, at + 1) : -1;
    if (part !== -1) {
      reach.local ??= { from: at, to: part };
      reach.broad = false;
    }
    const isOfAll = reach.buildings && isBehindAnd(tokens, at, sentence.from);
    if (isOwner(tokens, at) && !isOfAll && !isExcepted(tokens, at, sentence.from))
      reach.local ??= {
        from: startOfPlace(tokens, at, sentence.from),
        to: endOfPlace(tokens, at, sentence.to),
      };
    const isSubject = isBeforeVerb(tokens, at + 1);
    const isLead = topic === 'other' && (isSubject || isInLead(tokens, at, sentence.from));
    if ((topic !== 'flag' && !isLead) || isExcepted(tokens, at, sentence.from)) continue;
    if (LOCAL.has(word) && isLocal(tokens, at)) {
      reach.local ??= {
        from: startOfPlace(tokens, at, sentence.from),
        to: endOfPlace(tokens, at, sentence.to),
      };
    } else if (
      WITHIN.has(word) &&
      (isUnknownPlace(tokens, at + 1) || isPartOfState(tokens, at + 1)) &&
      !isBeforeState(tokens, endOfPlace(tokens, at + 1, sentence.to), sentence.to)
    ) {
      reach.local ??= { from: at, to: endOfPart(tokens, at + 1, sentence.to) };
    } else if (isOnIsland(tokens, at)) {
      reach.local ??= { from: at, to: endOfIslands(tokens, at + 1, sentence.to) };
    } else if (isAgency(tokens, at) && !isOfAll) {
      reach.local ??= { from: at, to: endOfPlace(tokens, at, sentence.to) };
    } else if (
      (SPECIAL_PLACES.has(word) ||
        (isSubject && INSTITUTIONS.test(word)) ||
        (word === 'offices' && tokens[at - 1]?.text === 'post') ||
        (word === 'house' && tokens[at - 1]?.text === 'state')) &&
      (isSubject || isAtPlace(tokens, at)) &&
      !(word === 'branch' && tokens[at - 1]?.text === 'executive') &&
      !(
        word === 'district' &&
        (tokens[at + 1]?.text === 'of' || (token.cap && tokens[at - 1]?.text === 'the'))
      )
    ) {
      reach.special ??= {
        from: startOfPlace(tokens, at, sentence.from),
        to: endOfPlace(tokens, at, sentence.to),
      };
    }
  }
  return reach;
}

/**
 * Matches a part of a state after a word such as "buildings": "at public buildings throughout Perry
 * County".
 */
function placeOfBuildings(tokens: readonly Token[], at: number, to: number): Reach['local'] {
  const isOfBuildings =
    WITHIN.has(tokens[at]?.text ?? '') && BUILDINGS.test(tokens[at - 1]?.text ?? '');
  if (!isOfBuildings || !(isUnknownPlace(tokens, at + 1) || isPartOfState(tokens, at + 1)))
    return null;
  return { from: at, to: endOfPlace(tokens, at + 1, to) };
}

/**
 * Matches a place that is excluded or is only an example: "except in Perry County", "across
 * Michigan, including those at our schools".
 */
function isExcepted(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at; i >= Math.max(from, at - 5); i--)
    if (/^(except|excepting|excluding|including)$/.test(tokens[i]?.text ?? '')) return true;
  return false;
}

/**
 * Matches a place before the first mention of flags: "In the town of …", "In Cavalry County". Does
 * not match "As crews in Cavalry County keep searching, …".
 */
function isInLead(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at; i >= Math.max(from, at - 4); i--) {
    if (!WITHIN.has(tokens[i]?.text ?? '')) continue;
    const before = tokens[i - 1];
    return i === from || before?.kind !== 'word' || /^(that|and)$/.test(before.text);
  }
  return false;
}

/** Matches places that fly flags: "all post offices will fly the flag". */
const isBeforeVerb = (tokens: readonly Token[], at: number): boolean =>
  MODALS.has(tokens[at]?.text ?? '') &&
  (!/^(are|is)$/.test(tokens[at]?.text ?? '') || tokens[at + 1]?.text === 'to') &&
  [1, 2, 3].some((next) => /^(fly|display|lower|have)$/.test(tokens[at + next]?.text ?? ''));

const MODALS = new Set(['will', 'shall', 'should', 'must', 'are', 'is']);

/**
 * Matches a building at which flags are lowered: "at the State Capitol", but not "her casket passes
 * the Capitol".
 */
function isAtPlace(tokens: readonly Token[], at: number): boolean {
  let place = at - 1;
  // For example: "atop the South Carolina State Capitol"
  while (place > at - PLACE_MAX && tokens[place]?.cap && !AT.test(tokens[place]?.text ?? ''))
    place--;
  for (let i = place; i >= place - 3; i--) if (AT.test(tokens[i]?.text ?? '')) return true;
  return false;
}

const AT = /^(at|on|over|atop|outside|within|upon|in|inside|above|and|all|,)$/;
