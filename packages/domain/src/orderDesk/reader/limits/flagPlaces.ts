import { isDividedState } from '../places/places.ts';
import { isIslandTerritory, stateAt } from '../places/states.ts';
import type { Token } from '../text/token.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import { eventAt } from '../when/events.ts';
import { countAt } from '../when/numberWords.ts';
import { timePhraseAt } from '../when/timesOfDay.ts';
import { CEREMONIES } from '../words/lexicon.ts';
import { positionAt } from '../words/positions.ts';
import { BESIDE, END, NO_PLACE, OF_STATE, PLACES, PREPOSITION } from './placeNouns.ts';

/**
 * What a phrase says about the location of flags. `whole`: the whole state. `part`: a part of the
 * state. `none`: no place.
 */
interface Place {
  reach: 'whole' | 'part' | 'none';
  to: number;
  /** Whether the phrase names all buildings of a government, as in "and all state buildings". */
  isOfBuildings?: boolean;
}

/**
 * Returns the words that limit an order to flags at a place smaller than a state: "at the State
 * Fair", "on state buildings east of the river". A place that the parser does not know is assumed
 * to be smaller than a state.
 */
export function limitOfFlags(
  tokens: readonly Token[],
  from: number,
  to: number,
  isAboutFlags: (at: number) => boolean,
): { from: number; to: number } | null {
  let limit: { from: number; to: number } | null = null;
  let isWhole = false;
  let last = -1;
  for (let at = from; at < to; at++) {
    // In "for the firefighters who died on the river", the flags are not meant.
    if (/^(who|whose|whom)$/.test(tokens[at]?.text ?? '')) break;
    if (!isAboutFlags(at) || isExcepted(tokens, at, from)) continue;
    // For example: "until the day of interment at Arlington"
    if (CEREMONIES.has(tokens[at - 1]?.text ?? '') || eventEndsAt(tokens, at)) continue;
    const place = placeAt(tokens, at, to);
    if (!place) continue;
    const isJoined = last !== -1 && isJoint(tokens, last, at);
    if (place.reach === 'none') {
      last = -1;
    } else {
      if (!isJoined) isWhole = false;
      if (place.reach === 'whole') {
        isWhole = true;
        // "at the Statehouse and throughout Ohio" is the whole state.
        if (isJoined) limit = null;
      } else if (!isWhole || !isJoined) limit ??= { from: at, to: place.to };
      last = place.to;
    }
    at = Math.max(at, place.to - 1);
  }
  return limit;
}

const PEOPLE = /^(people|persons?|everyone|residents|employees|citizens|businesses|homes)$/;

/** Returns the places in a list if any of them may be smaller than a state; null otherwise. */
export function isLimitedTo(
  tokens: readonly Token[],
  from: number,
  to: number,
): { from: number; to: number } | null {
  if (from >= to || isNoPlace(tokens, from)) return null;
  const place = nounsAt(tokens, from, to);
  // For example: "covers all people and entities"
  if (tokens.slice(from, place.to).some(({ text }) => PEOPLE.test(text))) return null;
  return place.reach === 'part' ? { from, to: place.to } : null;
}

/** Whether an event such as "interment" is mentioned just before a token. */
const eventEndsAt = (tokens: readonly Token[], at: number): boolean =>
  /^(interment|internment|entombment|inurnment|committal|interred|entombed|rest)$/.test(
    tokens[at - 1]?.text ?? '',
  );

/** Matches a place that is only an example, or excluded: "including those at our schools". */
function isExcepted(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at; i >= Math.max(from, at - 5); i--)
    if (/^(except|excepting|excluding|including)$/.test(tokens[i]?.text ?? '')) return true;
  return false;
}

/** Whether only "and", "as well as" or a comma separates two places. */
function isJoint(tokens: readonly Token[], from: number, to: number): boolean {
  let hasAnd = false;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (/^(and|as|&)$/.test(word)) hasAnd = true;
    else if (!/^(,|well|both|\n|"|also)$/.test(word)) return false;
  }
  return hasAnd || (from < to && tokens[from]?.text === ',');
}

/** Parses a phrase that describes a place: "at state buildings in Ohio". */
function placeAt(tokens: readonly Token[], at: number, to: number): Place | null {
  const direction = behindDirection(tokens, at);
  if (direction !== -1) return { reach: 'part', to: endOfNoun(tokens, direction, to) };
  const owner = ownerAt(tokens, at, to);
  if (owner) return owner;
  const word = tokens[at]?.text ?? '';
  if (!PREPOSITION.test(word) || tokens[at]?.kind !== 'word') return null;
  const first = tokens[at + 1]?.text === '\n' ? at + 2 : at + 1;
  if (word === 'along' && tokens[first]?.text === 'with') return null;
  const count = countAt(tokens, first);
  if (count && /^(miles?|feet|blocks?|kilometers?|yards?)$/.test(tokens[count.to]?.text ?? ''))
    return { reach: 'part', to: endOfNoun(tokens, count.to, to) };
  if (isNoPlace(tokens, first)) return { reach: 'none', to: first };
  const place = nounsAt(tokens, first, to);
  // For example: "upon receipt"
  const isTime =
    word === 'upon' && !tokens.slice(first, place.to).some(({ text }) => PLACES.test(text));
  return isTime ? { reach: 'none', to: place.to } : place;
}

/**
 * Returns the index of the token after "east of", "north of" and similar words; -1 if there are
 * none.
 */
const behindDirection = (tokens: readonly Token[], at: number): number =>
  /^(north|south|east|west|northern|southern|northeast|northwest|southeast|southwest|downstream|upstream)$/.test(
    tokens[at]?.text ?? '',
  ) && tokens[at + 1]?.text === 'of'
    ? at + 2
    : -1;

const CARRIED =
  /^(flown|displayed|maintained|controlled|owned|operated|leased|rented|run|managed|occupied|administered|overseen)$/;

/**
 * Parses the owner of flags or buildings: "flown by the Patrol", "under the control of the
 * Department".
 */
function ownerAt(tokens: readonly Token[], at: number, to: number): Place | null {
  const word = tokens[at]?.text ?? '';
  let owner = -1;
  if (word === 'by' && CARRIED.test(tokens[at - 1]?.text ?? '')) owner = at + 1;
  if (word === 'under') {
    const noun = tokens[at + 1]?.text === 'the' ? at + 2 : at + 1;
    const isControl = /^(control|jurisdiction|supervision|care|management|purview)$/;
    if (isControl.test(tokens[noun]?.text ?? '') && tokens[noun + 1]?.text === 'of')
      owner = noun + 2;
  }
  if (owner === -1) return null;
  const end = endOfNoun(tokens, owner, to);
  if (isNoPlace(tokens, owner)) return { reach: 'none', to: owner };
  const isAll = tokens
    .slice(owner, end)
    .every(
      ({ text, kind }, i) =>
        kind !== 'word' ||
        OF_STATE.test(text) ||
        BESIDE.has(text) ||
        PLACES.test(text) ||
        /^(your|great|governor|'s|agencies|personnel|employees)$/.test(text) ||
        isInState(tokens, owner + i, owner),
    );
  return { reach: isAll ? 'whole' : 'part', to: end };
}

/** Whether a token is part of a state's name. */
function isInState(tokens: readonly Token[], at: number, from: number): boolean {
  for (let first = at; first >= Math.max(from, at - 7); first--)
    if ((stateAt(tokens, first)?.to ?? 0) > at) return true;
  return false;
}

/**
 * Matches words after a preposition that name a time or a purpose instead of a place: "at night",
 * "in honor".
 */
function isNoPlace(tokens: readonly Token[], first: number): boolean {
  let at = first;
  while (
    /^(the|a|an|his|her|their|its|our|this|that|such|deep|loving|formal|either|both|or|about|\n)$/.test(
      tokens[at]?.text ?? '',
    )
  )
    at++;
  const token = tokens[at];
  if (!token || positionAt(tokens, at) || positionAt(tokens, first)) return true;
  if (datePhraseAt(tokens, at) || timePhraseAt(tokens, at) || eventAt(tokens, at)) return true;
  if (token.kind === 'number' || token.kind === 'mark' || token.kind === 'break') return true;
  // For example: "in lowering"
  if (/ing$/.test(token.text) && !token.cap && /^(in|upon)$/.test(tokens[first - 1]?.text ?? ''))
    return true;
  if (/^homes?$/.test(token.text) && at > first) return true;
  for (let next = at; next < at + NOUN_MAX; next++) {
    const word = tokens[next];
    if (word?.kind !== 'word') return false;
    if (next > at && isEnd(tokens, next)) return false;
    // For example: "on Memorial Day", "in grateful memory", but not "at the port authority"
    if (word.text === 'day' && word.cap) return true;
    if (NO_PLACE.has(word.text) && (next === at || !word.cap))
      return next === at || (!DOUBTFUL.test(word.text) && !isPlaceBefore(tokens, at, next));
  }
  return false;
}

/**
 * Words such as "authority" and "position" that can end a place's name but usually mean something
 * else.
 */
const DOUBTFUL = /^(authority|place|position|front|section|part|point|top|close|service|line)$/;

/**
 * Maximum number of words from a preposition to a noun that rules out a place, as in "in grateful
 * memory".
 */
const NOUN_MAX = 8;

const isPlaceBefore = (tokens: readonly Token[], from: number, to: number): boolean =>
  tokens.slice(from, to).some(({ text, cap }) => cap || PLACES.test(text));

/** Whether a token ends a list of places: a verb, a date or a word such as "until". */
export const isEnd = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  if (!token || token.kind === 'opaque' || positionAt(tokens, at)) return true;
  if (behindDirection(tokens, at) !== -1 || datePhraseAt(tokens, at)) return true;
  // For example: "in Illinois all day Friday", "in Vermont this Friday"
  if (/^(all|this|next)$/.test(token.text))
    if (tokens[at + 1]?.text === 'day' || datePhraseAt(tokens, at + 1)) return true;
  if (token.kind === 'break') return token.text !== '\n';
  // For example: "on St. Croix"
  if (token.text === '.' && /^(st|ste|mt|ft)$/.test(tokens[at - 1]?.text ?? '')) return false;
  if (token.kind === 'mark')
    return (
      !/^[,/&'-]$/.test(token.text) ||
      (token.text === '-' && token.spaced && tokens[at + 1]?.spaced === true)
    );
  if (token.text === 'as') return tokens[at + 1]?.text !== 'well';
  return token.kind === 'word' && END.has(token.text);
};

function endOfNoun(tokens: readonly Token[], from: number, to: number): number {
  let at = from;
  while (at < to && !isEnd(tokens, at)) at++;
  // In "at the Capitol and at all state buildings", a second place follows.
  while (at > from && /^(and|as|well|,|also|both)$/.test(tokens[at - 1]?.text ?? '')) at--;
  return at;
}

/** Parses a list of places: "the Statehouse, the Riffe Center and all state buildings in Ohio". */
function nounsAt(tokens: readonly Token[], first: number, to: number): Place {
  const end = endOfNoun(tokens, first, to);
  let isWhole = isWholeState(tokens, first, end);
  let place = -1;
  let isOfBuildings = false;
  for (let at = first; at < end; at++) {
    if (!PLACES.test(tokens[at]?.text ?? '')) continue;
    if (isOfState(tokens, at, first, end)) isOfBuildings = true;
    place = at;
  }
  // For example: "the Capitol Complex and statewide"
  for (let at = first; at < end; at++)
    if (tokens[at]?.text === 'statewide' && /^(and|,)$/.test(tokens[at - 1]?.text ?? ''))
      isOfBuildings = true;
  isWhole ||= isOfBuildings;
  if (tokens.slice(first, end).every(({ text }) => /^(all|the|each|every|any|of|both)$/.test(text)))
    return { reach: 'none', to: end };
  const nested = end < to ? placeAt(tokens, behindParticiple(tokens, end), to) : null;
  if (nested && nested.reach !== 'none') {
    // In "buildings in Toledo", the second place limits the first.
    if (nested.reach === 'part') return { reach: 'part', to: nested.to };
    // For example: "all buildings across Ohio", but not "rest areas across Ohio"
    const isAll =
      isWhole || nested.isOfBuildings || (place !== -1 && isPlainPlace(tokens, first, end));
    return { reach: isAll ? 'whole' : 'part', to: nested.to, isOfBuildings };
  }
  return { reach: isWhole ? 'whole' : 'part', to: end, isOfBuildings };
}

const behindParticiple = (tokens: readonly Token[], at: number): number => {
  let next = at;
  while (/^(that|which|are|is|located|situated|displayed|flown)$/.test(tokens[next]?.text ?? ''))
    next++;
  return next;
};

/**
 * Matches a place description that has only generic words, such as "all buildings", and no name.
 */
const isPlainPlace = (tokens: readonly Token[], from: number, to: number): boolean =>
  !/^(federal|local|municipal|city|county)$/.test(tokens[from]?.text ?? '') &&
  tokens
    .slice(from, to)
    .every(({ text }) => PLACES.test(text) || BESIDE.has(text) || OF_STATE.test(text));

/**
 * Whether a noun such as "buildings" refers to all of a state's buildings, judging by the words
 * before it: "all state buildings".
 */
function isOfState(tokens: readonly Token[], noun: number, from: number, end: number): boolean {
  const next = tokens[noun + 1];
  // For example: "the State Office Building", "the State Office Tower"
  if (/^(building|facility|office|property)$/.test(tokens[noun]?.text ?? '') && next?.cap)
    return false;
  const isSingle = /^(building|facility|office|agency|department|institution)$/.test(
    tokens[noun]?.text ?? '',
  );
  let isState = false;
  let isEvery = false;
  for (let at = noun - 1; at >= from; at--) {
    const word = tokens[at]?.text ?? '';
    if (OF_STATE.test(word)) isState = true;
    else if (isInState(tokens, at, from)) isState = true;
    else if (/^(every|each|any|all)$/.test(word)) isEvery = true;
    else if (!BESIDE.has(word) && !PLACES.test(word)) {
      // "Certain state buildings" are not all of them. In "the Statehouse and state buildings", the
      // unknown word belongs to another place.
      const isSeparate = /^(,|and|&|or|\/)$/.test(tokens[at + 1]?.text ?? '');
      if (!isSeparate && tokens[at]?.kind === 'word') return false;
      break;
    }
  }
  // For example: "all buildings", "the buildings of the state"
  const isOwned = next?.text === 'of' && isWholeState(tokens, noun + 2, end);
  return isSingle ? isEvery && isState : isState || isEvery || isOwned;
}

/**
 * Matches words for a whole state: "the state", "Ohio", "the Buckeye State", "all 88 counties",
 * "every county".
 */
function isWholeState(tokens: readonly Token[], first: number, end: number): boolean {
  let at = first;
  while (
    /^(the|all|both|entire|whole|of|great|our|their|this|\n|u\.s\.)$/.test(
      tokens[at]?.text ?? '',
    ) &&
    at < end
  )
    at++;
  if (
    /^(states?|commonwealth|nation|country|territory|island|islands|district|states?wide)$/.test(
      tokens[at]?.text ?? '',
    )
  ) {
    const next = tokens[at + 1];
    // For example: "the island of Maui"
    if (/^islands?$/.test(tokens[at]?.text ?? '') && next?.text === 'of')
      return isIslandTerritory(tokens, at);
    const isNamed = at + 1 < end && !/^(and|or|,|\n)$/.test(next?.text ?? '');
    return !isNamed || next?.text === 'of' || stateAt(tokens, at + 1) !== null;
  }
  if (/^(united|u\.s\.|us|america)$/.test(tokens[at]?.text ?? '')) return true;
  // For example: "within the borders of Iowa"
  if (/^(borders|boundaries|limits)$/.test(tokens[at]?.text ?? '') && tokens[at + 1]?.text === 'of')
    return isWholeState(tokens, at + 2, end);
  const state = stateAt(tokens, at);
  if (state) {
    const next = tokens[state.to];
    const isNamed = state.to < end && !/^(and|state|or|,|\n)$/.test(next?.text ?? '');
    return !isNamed && !(next?.text === 'state' && tokens[state.to + 1]?.cap);
  }
  // For example: "the Buckeye State"
  if (at > first && tokens[at]?.cap && tokens[at + 1]?.text === 'state') return at + 2 >= end;
  if (isDividedState(tokens, at)) return true;
  const isAll = /^(all|every|each)$/.test(tokens[first]?.text ?? '');
  const isCounty = (i: number): boolean =>
    /^(count(y|ies)|parish(es)?|communit(y|ies)|corners?|parts?|areas?|regions?)$/.test(
      tokens[i]?.text ?? '',
    );
  if (isAll || /^(every|each)$/.test(tokens[at]?.text ?? ''))
    for (let i = first + 1; i < Math.min(end, first + 7); i++) if (isCounty(i)) return true;
  return false;
}
