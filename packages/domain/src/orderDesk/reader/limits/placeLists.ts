import { LOCAL } from '../places/places.ts';
import { INSTITUTIONS, SPECIAL_PLACES } from '../places/reach.ts';
import type { Sentence } from '../sentences/sentences.ts';
import type { Token } from '../text/token.ts';
import { isEnd } from './flagPlaces.ts';
import { PLACES, PREPOSITION } from './placeNouns.ts';

/** Maximum number of tokens to search before and after a place for the rest of a list of places. */
const LIST_MAX = 30;

/** Maximum number of tokens in one item of a list of places. */
const ITEM_MAX = 9;

/**
 * Returns the whole list of places that a place belongs to: "City Hall, all fire stations and the
 * library" for "City Hall".
 */
export function listOfPlaces(
  tokens: readonly Token[],
  { from, to }: { from: number; to: number },
  sentence: Pick<Sentence, 'from' | 'to'>,
): { from: number; to: number } {
  const first = isSeparator(tokens[from]) ? from + 1 : from;
  const start = PREPOSITION.test(tokens[first]?.text ?? '')
    ? first
    : startOfList(tokens, first, sentence.from);
  const end = isBeforeGeneric(tokens, to, sentence.to)
    ? to
    : endOfList(tokens, first, to, sentence.to);
  // "all Perry County buildings" says no more than "Perry County".
  const isOnlyAll = tokens.slice(start, first).every(({ text }) => text === 'all');
  return { from: isOnlyAll && end === to ? first : start, to: end };
}

/**
 * Extends a place to include neighboring places, each with its own preposition: "in Slope County"
 * becomes "at the State Capitol and at public buildings in Slope County".
 */
export function placesAround(
  tokens: readonly Token[],
  { from, to }: { from: number; to: number },
  sentence: Pick<Sentence, 'from' | 'to'>,
): { from: number; to: number } {
  if (!AT.test(tokens[from]?.text ?? '')) return { from, to };
  let start = from;
  for (let at = from - 1; at >= Math.max(sentence.from, from - LIST_MAX); at--) {
    if (!isOfPlaces(tokens, at)) break;
    if (!AT.test(tokens[at]?.text ?? '')) continue;
    if (!hasPlace(tokens, at + 1, start)) break;
    start = at;
  }
  let end = to;
  while (end < Math.min(sentence.to, to + LIST_MAX)) {
    const first = behindSeparators(tokens, end);
    const isNested = first === end && end > to;
    if ((first === end && !isNested) || !AT.test(tokens[first]?.text ?? '')) break;
    let last = first + 1;
    while (isOfPlaces(tokens, last) && !isSeparator(tokens[last])) {
      if (AT.test(tokens[last]?.text ?? '')) break;
      last++;
    }
    if (!hasPlace(tokens, first + 1, last)) break;
    end = last;
  }
  return { from: start, to: end };
}

const AT = /^(at|in|on)$/;

const hasPlace = (tokens: readonly Token[], from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (isPlaceNoun(tokens, at)) return true;
  return false;
};

/** Whether a token may belong to a list of places: "and", "the", "public" or a name. */
const isOfPlaces = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === 'word'
    ? tokens[at]?.cap === true ||
      isPlaceNoun(tokens, at) ||
      /^(at|in|on|and|the|of|all|public|government|state|'s)$/.test(tokens[at]?.text ?? '')
    : isSeparator(tokens[at]);

/**
 * Whether an owner is followed only by generic nouns, such as "buildings and facilities" after
 * "Perry County".
 */
function isBeforeGeneric(tokens: readonly Token[], from: number, to: number): boolean {
  let at = from;
  while (at < to && !isEnd(tokens, at)) {
    const word = tokens[at]?.text ?? '';
    if (!PLACES.test(word) && !GENERAL.test(word)) return false;
    at++;
  }
  return at > from && PLACES.test(tokens[from]?.text ?? '');
}

const GENERAL = /^(and|,|all|government|public|nationwide|statewide)$/;

function startOfList(tokens: readonly Token[], at: number, from: number): number {
  for (let first = at; first > Math.max(from, at - LIST_MAX); first--) {
    const before = tokens[first - 1];
    if (before && PREPOSITION.test(before.text)) {
      const items = tokens.slice(first, at);
      return items.length === 0 || hasOnlyPlaces(tokens, first, at) ? first : at;
    }
    if (isEnd(tokens, first - 1)) return at;
  }
  return at;
}

/** Whether each item of a list contains a noun for a place. */
function hasOnlyPlaces(tokens: readonly Token[], from: number, to: number): boolean {
  let hasNoun = false;
  for (let at = from; at <= to; at++) {
    if (at < to && !isSeparator(tokens[at])) hasNoun ||= isPlaceNoun(tokens, at);
    else if (at > from && !isSeparator(tokens[at - 1])) {
      // The last item may continue in the place that was found: "the Perry | County Courthouse".
      if (!hasNoun && at < to) return false;
      hasNoun = false;
    }
  }
  return true;
}

function endOfList(tokens: readonly Token[], from: number, at: number, to: number): number {
  let end = at;
  let next = at;
  // The place that was found may be only the beginning of an item: "the county | courthouse".
  if (isSeparator(tokens[at]) || isEnd(tokens, at)) next = behindSeparators(tokens, at);
  else if (PREPOSITION.test(tokens[from]?.text ?? '')) return at;
  while (next < Math.min(to, from + LIST_MAX)) {
    let last = next;
    let hasNoun = false;
    while (last < Math.min(to, next + ITEM_MAX) && !isSeparator(tokens[last])) {
      if (isEnd(tokens, last) || NO_PLACE.test(tokens[last]?.text ?? '')) break;
      hasNoun ||= isPlaceNoun(tokens, last);
      last++;
    }
    if (!hasNoun || NO_PLACE.test(tokens[last]?.text ?? '')) return end;
    end = last;
    if (!isSeparator(tokens[last])) return end;
    next = behindSeparators(tokens, last);
  }
  return end;
}

/** Words that show that another clause follows: "at City Hall, Mayor Ann Poe said". */
const NO_PLACE =
  /^(said|says|asks?|asked|orders?|directs?|directed|announced|announces|encourages?|encouraged|invites?|urges?|i|we|he|she|they|it|please|mayor|chief|citizens|residents|businesses)$/;

const isSeparator = (token: Token | undefined): boolean => /^(,|and|&)$/.test(token?.text ?? '');

function behindSeparators(tokens: readonly Token[], at: number): number {
  let next = at;
  while (isSeparator(tokens[next])) next++;
  return next;
}

const isPlaceNoun = (tokens: readonly Token[], at: number): boolean => {
  const word = tokens[at]?.text ?? '';
  return (
    PLACES.test(word) ||
    SPECIAL_PLACES.has(word) ||
    INSTITUTIONS.test(word) ||
    LOCAL.has(word) ||
    /^(library|center|jail|court|museum|church|post|lodge|unit|building)$/.test(word)
  );
};
