import type { Sentence } from '../text/sentences.ts';
import type { Token } from '../text/token.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import {
  endOfPlace,
  isDividedState,
  isPartOfState,
  isUnknownPlace,
  LOCAL,
  startOfPlace,
} from './places.ts';
import { GOVERNMENT, isEvery, PART_WORDS, type TopicAt, WITHIN } from './placeWords.ts';
import { isIslandTerritory, stateAt } from './states.ts';

const BUILDINGS =
  /^(buildings?|bldgs?|facilit(y|ies)|grounds?|agenc(y|ies)|offices?|property|properties|installations?|institutions?|departments?|flagpoles|flags|waters)$/;

const BROAD = /^(state|public|government|governmental|commonwealth|all|statewide|territorial)$/;

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
   * The tokens that name a smaller area, as in "in Perry County" or "City Hall"; null if there is
   * none.
   */
  local: { from: number; to: number } | null;
  /**
   * The tokens that name a single place, as in "at the State Capitol"; null if there is none, or if
   * the text also says "all state buildings".
   */
  special: { from: number; to: number } | null;
}

/**
 * Returns the area that a sentence says flags are in. Ignores places that are mentioned because of
 * people or events.
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

/** Returns the index after words for a part of a state, such as "the cities of Elko and Wells". */
function endOfPart(tokens: readonly Token[], from: number, to: number): number {
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
function endOfOwnedPart(tokens: readonly Token[], from: number): number {
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

/**
 * Matches a single building: "the Rhodes State Office Tower", "the Lucas State Office Building".
 */
const isNamedBuilding = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.cap === true &&
  !tokens[at]?.upper &&
  (/^(tower|building|center|complex|plaza)$/.test(tokens[at + 1]?.text ?? '') ||
    (tokens[at]?.text === 'building' && tokens[at - 1]?.text === 'office'));

/**
 * Matches phrases that mean the whole state, such as "throughout the state", "across the
 * Commonwealth" and "on the island of Guam".
 */
function isInState(tokens: readonly Token[], at: number): boolean {
  if (!isWithin(tokens, at) && tokens[at]?.text !== 'on') return false;
  const noun = tokens[at + 2]?.text ?? '';
  if (isIslandTerritory(tokens, at + 2)) return true;
  if (noun === 'island') return isWithin(tokens, at) && tokens[at + 3]?.text !== 'of';
  return isWithin(tokens, at) && /^(state|commonwealth|country|nation|territory)$/.test(noun);
}

const isWithin = (tokens: readonly Token[], at: number): boolean =>
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
function isBeforeState(tokens: readonly Token[], behindPlace: number, to: number): boolean {
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

/** Maximum number of words from "as well as" to the name of the agency that owns the flags. */
const OWNER_MAX = 6;

/**
 * Matches an agency that is added with "and" or "as well as": "as well as at Maine National Guard
 * facilities".
 */
function isBehindAnd(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at - 1; i >= Math.max(from, at - OWNER_MAX); i--) {
    const token = tokens[i];
    if (token?.text === 'and' || (token?.text === 'as' && tokens[i - 1]?.text === 'well'))
      return true;
    if (token?.kind === 'word' && !token.cap && !/^(at|all|of|the|on|as)$/.test(token.text))
      return false;
  }
  return false;
}

/**
 * Matches phrases that extend an order to the whole state, such as "… and throughout the state" and
 * "… as well as statewide".
 */
const isAdded = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === 'and' ||
  (tokens[at - 1]?.text === 'as' && tokens[at - 2]?.text === 'well');

/** Returns the index after the names of islands: "the islands of St. Thomas and St. John". */
function endOfIslands(tokens: readonly Token[], from: number, to: number): number {
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
 * Matches an island: "facilities on Kauai" and "on the island of Maui", but not "on Friday" or "on
 * Memorial Day".
 */
function isOnIsland(tokens: readonly Token[], at: number): boolean {
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
 * Matches places that belong to the government of a whole state, such as "the agencies of Hawaii"
 * and "public buildings of the State of Maine".
 */
function isOfState(tokens: readonly Token[], at: number): boolean {
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
function adjectiveOf(tokens: readonly Token[], at: number, from: number): string {
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

/**
 * Matches a county or a city: "Perry County", "the city of Dover", "city-owned", but not "counties
 * and cities are encouraged".
 */
function isLocal(tokens: readonly Token[], at: number): boolean {
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

/**
 * Matches an agency or a base: "Department of Corrections facilities", "Fort Dunmore" and "VFW Post
 * 8812".
 */
function isAgency(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (!token?.cap || next === undefined) return false;
  if (/^(department|division|bureau|office)$/.test(token.text))
    return next.text === 'of' && !isAuthor(tokens, at) && !isSpeaker(tokens, at);
  // "Sgt. Cole Webb of Fort Knox" is a person.
  const isHome = tokens[at - 1]?.text === 'of' && tokens[at - 2]?.cap === true;
  if (/^(fort|camp)$/.test(token.text)) return next.cap && !isHome;
  return token.text === 'post' && next.kind === 'number';
}

/**
 * Matches the author of a document: "Office of the Governor", "from the Department of
 * Administration".
 */
function isAuthor(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at + 2]?.text ?? '', tokens[at + 3]?.text ?? ''];
  if (/^(governor|gov)$/.test(first === 'the' ? second : first)) return true;
  const before = tokens[at - 1]?.text === 'the' ? at - 2 : at - 1;
  return /^(from|by)$/.test(tokens[before]?.text ?? '');
}

/** Matches an agency that makes a statement: "the Department of Administration has confirmed". */
function isSpeaker(tokens: readonly Token[], at: number): boolean {
  const end = endOfPlace(tokens, at, at + NAME_MAX);
  const verb = /^(has|have)$/.test(tokens[end]?.text ?? '') ? end + 1 : end;
  return /^(said|says|announced|announces|confirmed|confirms|reported|reports|asked|asks|advised|advises)$/.test(
    tokens[verb]?.text ?? '',
  );
}

/** Maximum number of words in the name of an agency. */
const NAME_MAX = 10;

/** Matches an agency that owns the flags: "Postal Service flags", "Forest Service facilities". */
const isOwner = (tokens: readonly Token[], at: number): boolean =>
  /^(service|bureau|guard|corps|administration)$/.test(tokens[at]?.text ?? '') &&
  tokens[at]?.cap === true &&
  tokens[at - 1]?.cap === true &&
  (!tokens[at]?.upper || /^(postal|forest|park|parks)$/.test(tokens[at - 1]?.text ?? '')) &&
  /^(flags?|facilit(y|ies)|buildings?|installations?|offices?|flagpoles?)$/.test(
    tokens[at + 1]?.text ?? '',
  );

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

/** Maximum number of words in the name of a place. */
const PLACE_MAX = 6;

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
