import { behindName } from '../../parties/authorities.ts';
import { type ForeignPlace, foreignPlaceAt } from '../../places/foreignPlaces.ts';
import { stateAt } from '../../places/states.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';

const OFFICE = new Set(['mayor', 'governor', 'gov', 'premier', 'council', 'lord']);

/**
 * Whether a sentence mentions an official outside the United States: "the mayor of Paris", "Ann
 * Poe, Governor of Jalisco", "Toronto Mayor Ann Poe".
 * @param hasState whether the text mentions a state, so that "the mayor of Paris" may be in Texas
 */
export function namesForeignOffice(
  tokens: readonly Token[],
  { from, to }: Sentence,
  hasState: () => boolean,
): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (!OFFICE.has(word)) continue;
    const isUpper = tokens[at]?.upper === true;
    const of = behindName(tokens, at + 1);
    const place = tokens[of]?.text === 'of' ? behindOf(tokens, of) : -1;
    if (place !== -1 && isAbroad(tokens, place, hasState)) return true;
    const isGovernor = /^(governor|gov)$/.test(word) && !isUpper;
    const isNamedBody = tokens[of + 1]?.text === 'the' && place === of + 2;
    if (place !== -1 && isGovernor && !isNamedBody && isUnknownState(tokens, place)) return true;
    const owner = /^('s|city)$/.test(tokens[at - 1]?.text ?? '') ? at - 2 : at - 1;
    for (const first of [owner, owner - 1, owner - 2]) {
      const before = first >= from ? foreignPlaceAt(tokens, first) : null;
      if (before?.to === owner + 1 && isSure(before, hasState)) return true;
    }
  }
  return false;
}

/**
 * Returns the index of the place in a phrase such as "of Paris", "of the city of Paris" or "of the
 * State of Jalisco".
 */
function behindOf(tokens: readonly Token[], of: number): number {
  let at = of + 1;
  while (
    /^(the|city|town|of|state|province|prefecture|department|mexican)$/.test(tokens[at]?.text ?? '')
  )
    at++;
  return at;
}

const isAbroad = (tokens: readonly Token[], at: number, hasState: () => boolean): boolean => {
  const place = foreignPlaceAt(tokens, at);
  if (place && isInState(tokens, place.to)) return false;
  return (place !== null && isSure(place, hasState)) || isInCountry(tokens, at);
};

/**
 * Whether a name certainly means a place outside the United States. For a city such as Paris, this
 * is true only if the text mentions no US state, because a state may have a city of the same name.
 */
const isSure = ({ certainty }: ForeignPlace, hasState: () => boolean): boolean =>
  certainty === 'name' || (certainty === 'city' && !hasState());

/** Matches a town followed by its province or country: "Lyon, France", "Elm, Ontario". */
function isInCountry(tokens: readonly Token[], at: number): boolean {
  let comma = at;
  const isPart = (token: Token | undefined): boolean =>
    (token?.kind === 'word' && token.cap) || /^(\.|'s)$/.test(token?.text ?? '');
  while (comma < at + TOWN_MAX && isPart(tokens[comma])) comma++;
  if (comma === at || tokens[comma]?.text !== ',') return false;
  const country = foreignPlaceAt(tokens, comma + 1);
  if (country === null || isInState(tokens, country.to)) return false;
  // In "the mayor of Elm, Jordan Poe,", Jordan is a person.
  const next = tokens[country.to];
  return next?.kind !== 'word' || !next.cap || !GIVEN_NAMES.test(tokens[comma + 1]?.text ?? '');
}

/** Places whose names are also first names of people. */
const GIVEN_NAMES =
  /^(jordan|israel|sydney|florence|regina|sofia|santiago|india|kenya|chile|paris|london|milan|geneva|valencia|york|lyon|georgetown|austria|trinidad|mali)$/;

/** Maximum number of tokens in the name of a town, such as "St. John's". */
const TOWN_MAX = 5;

/** Matches a state after a place: "Paris, Texas". */
const isInState = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === ',' && stateAt(tokens, at + 1) !== null;

/** Matches a capitalized place after "Governor of" that is not a state: "Governor of Khomas". */
const isUnknownState = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === 'word' &&
  tokens[at]?.cap === true &&
  stateAt(tokens, at) === null &&
  !NO_PLACE.test(tokens[at]?.text ?? '') &&
  !/^(nation|tribe|pueblo|band)$/.test(tokens[behindName(tokens, at) - 1]?.text ?? '');

/**
 * Words after "Governor of" that are not the name of a foreign place, such as "commonwealth" and
 * "our".
 */
const NO_PLACE =
  /^(commonwealth|territory|great|sovereign|our|this|that|these|said|his|her|northern|american|pueblo|virgin|u\.s\.|us|united|district|rotary|federal|puerto|island|islands|land|a|an)$/;

/**
 * Whether a document was written abroad. Its dateline or letterhead must name a foreign place
 * ("PARIS -", "City of Toronto"), and the document must not name a US state.
 */
export function isWrittenAbroad(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
  hasState: () => boolean,
): boolean {
  const isAbroad = sentences.slice(0, LETTERHEAD_MAX).some(({ from, to, isHeading }) => {
    const isCity = /^(city|town|municipality|government)$/.test(tokens[from]?.text ?? '');
    const at = isCity && tokens[from + 1]?.text === 'of' ? from + 2 : from;
    if (isInCountry(tokens, at)) return isHeading || isCity || isDateline(tokens, at, -1);
    const place = foreignPlaceAt(tokens, at);
    if (!place || place.certainty === 'town') return false;
    if (isHeading && place.to === to) return true;
    return isCity || isDateline(tokens, place.to, isHeading ? to : -1);
  });
  return isAbroad && !hasState();
}

/**
 * Whether a sentence is about flags abroad: "flags at Toronto City Hall", "the flag on the Peace
 * Tower in Ottawa".
 */
export function placesFlagsAbroad(
  tokens: readonly Token[],
  { from, to }: Sentence,
  topicAt: (at: number) => { topic: string },
  hasState: () => boolean,
): boolean {
  for (let at = from + 1; at < to; at++) {
    if (!/^(in|at|across|throughout|outside|over|the)$/.test(tokens[at - 1]?.text ?? '')) continue;
    const place = topicAt(at).topic === 'flag' ? foreignPlaceAt(tokens, at) : null;
    if (place && place.certainty !== 'town' && !isInState(tokens, place.to) && !hasState())
      return true;
  }
  return false;
}

/**
 * Maximum number of sentences at the beginning of a document that are searched for its dateline.
 */
const LETTERHEAD_MAX = 6;

/**
 * Matches the rest of a dateline after the place: " -", " (AP) -", ", Ontario, May 3 -".
 * @param lineEnd the end of the line, where a dateline without a dash can end; -1 if a dash is
 * required
 */
function isDateline(tokens: readonly Token[], at: number, lineEnd: number): boolean {
  for (let i = at; i < at + DATELINE_MAX; i++) {
    if (i === lineEnd) return true;
    const token = tokens[i];
    if (token?.text === '-' && token.spaced) return true;
    const isPart = token?.kind === 'number' || token?.cap || /^[,().]$/.test(token?.text ?? '');
    if (!isPart) return false;
  }
  return false;
}

/** Maximum number of tokens between the place in a dateline and the dash. */
const DATELINE_MAX = 12;
