import type { Sentence } from '../text/sentences.ts';
import type { Token } from '../text/tokens.ts';
import type { Topic } from '../text/topic.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import { type StateName, stateAt } from './states.ts';

type TopicAt = (at: number) => { topic: Topic };

const GOVERNMENT = new Set(
  (
    'flag flags state governor gov residents agencies facilities buildings government capitol ' +
    'statehouse waters national offices departments public and or s'
  ).split(' '),
);
const OF_WORDS = new Set(
  (
    'state commonwealth territory governor people flag flags governors republic banner all borders ' +
    'boundaries limits breadth entirety whole'
  ).split(' '),
);
const WITHIN = new Set(['in', 'throughout', 'across', 'within', 'around', 'over']);

/** The states that a sentence says its flags are in or its governor governs. */
export function statesIn(
  tokens: readonly Token[],
  sentence: Sentence,
  topicAt: TopicAt,
): StateName[] {
  const found: StateName[] = [];
  let listOpen = false;
  for (let at = sentence.from; at < sentence.to; at++) {
    const state = stateAt(tokens, at);
    if (!state) {
      const word = tokens[at]?.text ?? '';
      if (!/^(,|and|\n|&)$/.test(word)) listOpen = false;
      continue;
    }
    const { topic } = topicAt(at);
    const isAbout = topic === 'flag' || topic === 'other';
    if (isAbout && (isGoverned(tokens, state, sentence) || (listOpen && !state.short))) {
      found.push(state);
      listOpen = true;
    } else if (!state.short && isOfGovernor(tokens, state)) {
      found.push(state);
      listOpen = true;
    } else if (!state.short && isNextGovernor(tokens, state, found.at(-1), sentence.from)) {
      found.push(state);
    } else listOpen = false;
    at = state.to - 1;
  }
  return found;
}

/** "Governors Ann Poe of Iowa and Bob Lee of Ohio": the second one. */
function isNextGovernor(
  tokens: readonly Token[],
  state: StateName,
  last: StateName | undefined,
  from: number,
): boolean {
  if (!last || tokens[state.from - 1]?.text !== 'of') return false;
  let at = state.from - 2;
  while (at > last.to && tokens[at]?.cap) at--;
  if (tokens[at]?.text === 'and' && tokens[at - 1]?.text === ',') at--;
  const isList = at === last.to && /^(and|,)$/.test(tokens[at]?.text ?? '');
  for (let i = last.from - 1; isList && i >= from; i--)
    if (tokens[i]?.text === 'governors') return true;
  return false;
}

/** "Governor of X", "the Governor of the State of X", "State of X". */
function isOfGovernor(tokens: readonly Token[], { from, to }: StateName): boolean {
  let at = from - 1;
  const back = (...words: string[]): boolean => {
    while (tokens[at]?.text === '\n') at--;
    if (!words.includes(tokens[at]?.text ?? '')) return false;
    at--;
    return true;
  };
  const next = tokens[to]?.text ?? '';
  if (/^(governor|gov)$/.test(next)) return tokens[from - 1]?.text !== 'former';
  if (next === "'s" && /^(governor|gov)$/.test(tokens[to + 1]?.text ?? '')) return true;
  back('u.s.', 'us');
  back('the');
  if (!back('of')) return false;
  if (back('governor', 'governors')) return true;
  // "the Governor's Office of Colorado"
  if (back('office')) return tokens[at]?.text === "'s" && tokens[at - 1]?.text === 'governor';
  if (!back('state', 'commonwealth', 'territory')) return false;
  back('great');
  back('the');
  return back('of') && back('governor');
}

function isGoverned(tokens: readonly Token[], state: StateName, { from, to }: Sentence): boolean {
  let before = state.from - 1;
  while (before >= from && tokens[before]?.text === '\n') before--;
  const left = before >= from ? tokens[before] : undefined;
  const right = state.to < to ? tokens[state.to] : undefined;
  const further = tokens[state.to + 1];
  if (isDateline(tokens, state, from) || isOfOfficeholder(tokens, state, from)) return true;
  if (state.short && /^flags?$/.test(right?.text ?? '') && left?.text === 'and') return true;
  if (state.short) return left?.text === 'of' && tokens[before - 1]?.text === 'state';
  // "Camarillo, California", "Kansas City", "Georgia Wells", "Virginia Street".
  const isPlaceOf =
    left?.text === ',' && tokens[before - 1]?.cap === true && !stateEndsAt(tokens, before);
  if (isPlaceOf) return false;
  const isGovernmentBehind = right !== undefined && GOVERNMENT.has(right.text);
  if (right?.kind === 'word' && right.cap && !isGovernmentBehind) return false;
  if (right?.text === '-' && further?.kind === 'word' && !right.spaced) return false;
  if (
    left?.kind === 'word' &&
    left.cap &&
    !/^(the|all|both|in|throughout|across|of|and|u\.s\.|acting|great|governor|for|that)$/.test(
      left.text,
    )
  )
    return isGovernmentBehind && left.text !== 'fort';
  if (left === undefined && right?.text === ':') return true;
  if (
    left?.text === ':' &&
    /^(state|states|where|location|jurisdiction|area)$/.test(tokens[before - 1]?.text ?? '')
  )
    return true;
  if (isGovernmentBehind && !/^(and|or)$/.test(right?.text ?? '')) {
    // "Ohio State University", "New York State Police".
    if (
      right?.text === 'state' &&
      further?.kind === 'word' &&
      further.cap &&
      !GOVERNMENT.has(further.text)
    )
      return false;
    return true;
  }
  if (right?.text === "'s") return true;
  if (left?.kind === 'number' && isEvery(tokens, before - 1)) return true;
  if (left?.text === 'of') return isOfFlags(tokens, before - 1, from);
  if (left?.text === 'and' || left?.text === ',') return left.text === 'and' && isGovernmentBehind;
  return left !== undefined && WITHIN.has(left.text);
}

/** "Governor Ann Poe (Iowa)", "Gov. Ann Poe, D-Iowa,": the state of the one who is named before it. */
function isOfOfficeholder(tokens: readonly Token[], state: StateName, from: number): boolean {
  let at = state.from - 1;
  if (tokens[at]?.text === '-' && /^[rdi]$/.test(tokens[at - 1]?.text ?? '')) at -= 2;
  else if (tokens[at]?.text !== '(' || tokens[state.to]?.text !== ')') return false;
  if (/^[(,]$/.test(tokens[at]?.text ?? '')) at--;
  for (let back = 0; back < 4 && at >= from; back++, at--) {
    if (/^(governor|gov)$/.test(tokens[at]?.text ?? '')) return true;
    if (!tokens[at]?.cap && tokens[at]?.text !== '.') return false;
  }
  return false;
}

/** "the State of", "flags of", "Governor Hugh Mabry of". */
function isOfFlags(tokens: readonly Token[], at: number, from: number): boolean {
  let i = at;
  while (tokens[i]?.text === '\n') i--;
  const word = tokens[i]?.text ?? '';
  if (OF_WORDS.has(word)) return true;
  // "every part of Iowa", "all 99 counties of Iowa"
  if (PART_WORDS.test(word)) return isEvery(tokens, i - 1) || isEvery(tokens, i - 2);
  // "the Governor's Office of Colorado"
  if (word === 'office' && tokens[i - 1]?.text === "'s") return tokens[i - 2]?.text === 'governor';
  // A name between the office and the state.
  for (let back = 0; back < 4 && i >= from; back++, i--) {
    const token = tokens[i];
    if (/^(governors?|govs?)$/.test(token?.text ?? '')) return true;
    if (token?.kind === 'mark' ? token.text !== '.' : !token?.cap) return false;
  }
  return false;
}

/** "every part", "all 99 counties", "each county": the parts together are the whole. */
const isEvery = (tokens: readonly Token[], at: number): boolean =>
  /^(all|every|each)$/.test(tokens[at]?.text ?? '');

/** Whether a state's name ends before the comma at `comma`: a list of states. */
function stateEndsAt(tokens: readonly Token[], comma: number): boolean {
  for (let at = comma - 1; at >= comma - 3; at--) {
    const state = stateAt(tokens, at);
    if (state && state.to === comma && !state.short) return true;
  }
  return false;
}

/** "HONOLULU, HI -", "(COLUMBUS, Ohio)", "BISMARCK, N.D. - May 4, 2021". */
function isDateline(tokens: readonly Token[], { from, to }: StateName, first: number): boolean {
  if (tokens[from - 1]?.text !== ',' || from - first > 8) return false;
  for (let at = first; at < from - 1; at++) {
    const token = tokens[at];
    const isCity = token?.kind === 'word' ? token.cap : token?.kind !== 'opaque';
    if (!isCity) return false;
  }
  let next = to;
  if (tokens[next]?.text === '.') next++;
  // "Albany, NY" on a line of its own.
  if (tokens[next] === undefined || tokens[next]?.kind === 'break') return true;
  if (/^(governor|gov)$/.test(tokens[next]?.text ?? '') && tokens[next]?.cap) return true;
  return ['-', ')', ':', '('].includes(tokens[next]?.text ?? '') || tokens[next]?.text === ',';
}

const BUILDINGS =
  /^(buildings?|facilit(y|ies)|grounds?|agenc(y|ies)|offices?|property|properties|installations?|institutions?|departments?|flagpoles|flags|waters)$/;
const BROAD = /^(state|public|government|governmental|commonwealth|all|statewide|territorial)$/;
const SPECIAL_PLACES = new Set(
  (
    'capitol statehouse mansion residence courthouse campus university college headquarters tower ' +
    'school schools station stations terminal plant store stores branch branches stadium airport ' +
    'cemetery base park monument library hospital academy complex postal lobby marina clubhouse ' +
    'fairgrounds district hall parks armory armories garage garages prison prisons jail turnpike highway ' +
    'embassies consulates offshore depot depots clinic clinics store guard'
  ).split(' '),
);
const LOCAL = new Set([
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
    'executive chapter section title article line full half fall lieu effect america american u.s. us united usa'
  ).split(' '),
);

/** How far a sentence says that its flags are. */
export interface Reach {
  /** "all state buildings", "statewide". */
  broad: boolean;
  /** It names buildings: "all state buildings". */
  buildings: boolean;
  /** "in Perry County", "City Hall": the tokens of the place. */
  local: { from: number; to: number } | null;
  /** "at the State Capitol": a place, unless the text also says "all state buildings". */
  special: { from: number; to: number } | null;
}

/** How far a sentence says that its flags are, outside of what it says about people and events. */
export function reachOf(tokens: readonly Token[], sentence: Sentence, topicAt: TopicAt): Reach {
  const reach: Reach = { broad: false, buildings: false, local: null, special: null };
  for (let at = sentence.from; at < sentence.to; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    const { topic } = topicAt(at);
    const word = token.text;
    if (topic !== 'flag' && topic !== 'other') {
      reach.local ??= placeOfBuildings(tokens, at, sentence.to);
      continue;
    }
    if (word === 'statewide' || word === 'nationwide') reach.broad = true;
    // "at the Capitol and throughout the state"
    if (isAdded(tokens, at) && (word === 'statewide' || isInState(tokens, at)))
      reach.buildings = true;
    if (BUILDINGS.test(word) && isOfState(tokens, at + 1)) reach.buildings = true;
    if (BUILDINGS.test(word) && BROAD.test(adjectiveOf(tokens, at, sentence.from)))
      reach.buildings = true;
    if (isInState(tokens, at)) reach.broad = true;
    if (WITHIN.has(word) && stateAt(tokens, at + 1)) reach.broad = true;
    const isLead = topic === 'other' && isInLead(tokens, at, sentence.from);
    if ((topic !== 'flag' && !isLead) || isExcepted(tokens, at, sentence.from)) continue;
    if (LOCAL.has(word) && isLocal(tokens, at)) {
      reach.local ??= {
        from: startOfPlace(tokens, at, sentence.from),
        to: endOfPlace(tokens, at, sentence.to),
      };
    } else if (
      WITHIN.has(word) &&
      (isUnknownPlace(tokens, at + 1) || isPartOfState(tokens, at + 1))
    ) {
      reach.local ??= { from: at, to: endOfPlace(tokens, at + 1, sentence.to) };
    } else if (isOnIsland(tokens, at)) {
      reach.local ??= { from: at, to: endOfPlace(tokens, at + 1, sentence.to) };
    } else if (isAgency(tokens, at)) {
      reach.local ??= { from: at, to: endOfPlace(tokens, at, sentence.to) };
    } else if (
      (SPECIAL_PLACES.has(word) || (word === 'offices' && tokens[at - 1]?.text === 'post')) &&
      isAtPlace(tokens, at) &&
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

/** "throughout the state", "across the Commonwealth". */
const isInState = (tokens: readonly Token[], at: number): boolean =>
  WITHIN.has(tokens[at]?.text ?? '') &&
  /^(state|commonwealth|country|nation|territory|island)$/.test(tokens[at + 2]?.text ?? '');

/** "… and throughout the state", "… as well as statewide". */
const isAdded = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === 'and' ||
  (tokens[at - 1]?.text === 'as' && tokens[at - 2]?.text === 'well');

/** "facilities on Kauai", "on the island of Maui": not "on Friday", "on Memorial Day". */
function isOnIsland(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== 'on') return false;
  if (tokens[at + 1]?.text === 'the' && tokens[at + 2]?.text === 'island') return true;
  const before = tokens[at - 1]?.text ?? '';
  const isBehindBuildings = BUILDINGS.test(before) && before !== 'flags';
  if (GOVERNMENT.has(tokens[at + 1]?.text ?? '')) return false;
  if (!isBehindBuildings || !isUnknownPlace(tokens, at + 1)) return false;
  if (datePhraseAt(tokens, at + 1)) return false;
  for (let i = at + 1; tokens[i]?.cap; i++) if (tokens[i]?.text === 'day') return false;
  return true;
}

/** "at public buildings throughout Perry County", also behind the name of a person. */
function placeOfBuildings(tokens: readonly Token[], at: number, to: number): Reach['local'] {
  const isOfBuildings =
    WITHIN.has(tokens[at]?.text ?? '') && BUILDINGS.test(tokens[at - 1]?.text ?? '');
  if (!isOfBuildings || !(isUnknownPlace(tokens, at + 1) || isPartOfState(tokens, at + 1)))
    return null;
  return { from: at, to: endOfPlace(tokens, at + 1, to) };
}

/** "except in Perry County", "across Michigan, including those at our schools". */
function isExcepted(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at; i >= Math.max(from, at - 5); i--)
    if (/^(except|excepting|excluding|including)$/.test(tokens[i]?.text ?? '')) return true;
  return false;
}

/** "In the town of …", "In Cavalry County" before the flags are named. */
function isInLead(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at; i >= Math.max(from, at - 4); i--)
    if (WITHIN.has(tokens[i]?.text ?? '')) return true;
  return false;
}

/** "the agencies of Hawaii", "public buildings of the State of Maine". */
function isOfState(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== 'of') return false;
  const next = tokens[at + 1]?.text === 'the' ? at + 2 : at + 1;
  const isNamed =
    /^(state|commonwealth)$/.test(tokens[next]?.text ?? '') && tokens[next + 1]?.text !== 'capitol';
  return isNamed || stateAt(tokens, next)?.short === false;
}

/** The adjective of "state and public buildings", "State offices". */
function adjectiveOf(tokens: readonly Token[], at: number, from: number): string {
  for (let i = at - 1; i >= Math.max(from, at - 6); i--) {
    const word = tokens[i]?.text ?? '';
    if (BROAD.test(word)) return word;
    if (
      !/^(and|or|,|-|owned|operated|local|federal|office|buildings|facilities|grounds|agency|agencies|\/|of|the)$/.test(
        word,
      )
    )
      return '';
  }
  return '';
}

/** "Perry County", "the city of Dover", "city-owned"; not "counties and cities are encouraged". */
function isLocal(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  const left = tokens[at - 1];
  const right = tokens[at + 1];
  if (isEvery(tokens, at - 1) || isEvery(tokens, at - 2) || isEvery(tokens, at - 3)) return false;
  if (word === 'counties' || word === 'parishes') return left?.cap === true;
  if (word === 'cities' || word === 'towns') return right?.text === 'of';
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

/** "Department of Corrections facilities", "Fort Dunmore", "VFW Post 8812". */
function isAgency(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (!token?.cap || next === undefined) return false;
  if (/^(department|division|bureau|office)$/.test(token.text)) return next.text === 'of';
  if (/^(fort|camp)$/.test(token.text)) return next.cap;
  return token.text === 'post' && next.kind === 'number';
}

const PART_WORDS =
  /^(parts|portions|portion|counties|county|parishes|parish|part|corner|corners|community|communities|region|regions|area|areas|downtown|valley|north|south|east|west|northern|southern|eastern|western|central|northeast|northwest|southeast|southwest|upstate|cities|towns|villages|neighborhoods?)$/;

/** "in northwest Ohio", "in parts of the state", "in three counties". */
function isPartOfState(tokens: readonly Token[], from: number): boolean {
  if (NOT_A_PLACE.has(tokens[from]?.text ?? '') || isEvery(tokens, from)) return false;
  for (let at = from; at < from + 4; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word' || stateAt(tokens, at)?.short === false) return false;
    if (PART_WORDS.test(token.text)) return true;
  }
  return false;
}

/** "at the State Capitol", not "her casket passes the Capitol". */
function isAtPlace(tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= at - 4; i--)
    if (
      /^(at|on|over|atop|outside|within|upon|in|inside|above|and|all|,)$/.test(
        tokens[i]?.text ?? '',
      )
    )
      return true;
  return false;
}

/** "in Springfield": a capital, and no state or usual phrase. */
function isUnknownPlace(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word' || !token.cap || NOT_A_PLACE.has(token.text)) return false;
  if (token.text === 'the' || token.text === 'all') return false;
  const state = stateAt(tokens, at);
  if (!state || state.short) return !state;
  // "in Washington County"
  return LOCAL.has(tokens[state.to]?.text ?? '');
}

function startOfPlace(tokens: readonly Token[], at: number, from: number): number {
  let i = at;
  while (
    i > from &&
    (tokens[i - 1]?.cap === true || /^(the|of|and|surrounding)$/.test(tokens[i - 1]?.text ?? ''))
  )
    i--;
  return i;
}

function endOfPlace(tokens: readonly Token[], at: number, to: number): number {
  let i = at + 1;
  while (
    i < to &&
    tokens[i]?.kind === 'word' &&
    (tokens[i]?.cap === true || tokens[i]?.text === 'of')
  )
    i++;
  return i;
}
