/** Prepositions that introduce a place, such as "at" and "throughout". */
export const PREPOSITION =
  /^(at|on|in|within|inside|outside|atop|over|above|upon|across|throughout|along|near|around|beneath)$/;

/**
 * Nouns for places that a government can own, such as "buildings". After words such as "all state",
 * they include every such place in the state.
 */
export const PLACES =
  /^(buildings?|building's|bldgs?|facilit(y|ies)|grounds?|propert(y|ies)|offices?|agenc(y|ies)|institutions?|departments?|installations?|lands?|premises|sites|locations?|places|spaces|structures|flagpoles?|flagstaffs?|poles?|entities|waters)$/;

/**
 * Adjectives that extend a noun such as "buildings" to the whole state, as in "public buildings".
 */
export const OF_STATE =
  /^(state|states|public|government|governmental|commonwealth|territorial|territory|statewide|executive|district|official|asg|govguam|cnmi|usvi)$/;

/**
 * Words that can appear next to "state" or "public" without limiting an order to part of a state,
 * such as "all", "owned" and "and" in "all state-owned and public buildings".
 */
export const BESIDE = new Set(
  (
    'all any every each of the a an and or , / & - \n both owned operated leased run maintained controlled managed ' +
    'occupied supported federal local municipal city cities county counties town school schools branch civic major ' +
    'other such these those this that our their its entire whole respective various different level outdoor appropriate related ' +
    "agency office building department facility government as well 's"
  )
    .split(' ')
    .concat('\n'),
);

/** Nouns after a preposition that do not name a place: "in honor", "at the direction". */
export const NO_PLACE = new Set(
  (
    'honor honour memory remembrance recognition observance accordance tribute mourning celebration respect ' +
    'conjunction coordination compliance support solidarity addition response lieu effect force order orders ordered ' +
    'direction directive request behest wish wishes desire urging invitation suggestion insistence behalf occasion anniversary day days morning afternoon evening night ' +
    'midnight weekend week month hours hour same time times event light wake aftermath front place position ' +
    'turn fact general part keeping line consultation cooperation connection consequence view ' +
    'commemoration gratitude appreciation sympathy sorrow grief reverence unison manner way accord ' +
    'authority provisions power law code section title chapter proclamation guidance permission discretion ' +
    'instruction instructions top peak halfway point distance height least last earliest latest outset first once present ' +
    'condolence unity mind joint concert agreement advance response salute full half custom tradition ' +
    'iraq afghanistan war combat duty service action death deaths passing loss life lives ' +
    'him her them it us you me which whom whose what this these those end beginning year years holiday inauguration notice notices release statement announcement memo message letter article news story workplace line start close ' +
    'date dates sunrise sunset dawn noon january february march april may june july august september october november ' +
    'december monday tuesday wednesday thursday friday saturday sunday'
  ).split(' '),
);

/**
 * Words that cannot be part of a place's name and therefore end it, such as "will" and "lowered".
 */
export const END = new Set(
  (
    'to be is are was were will shall should must may can fly flies flying flown lower lowered lowering raise raised remain ' +
    'remains stay stays has have had who that which whose for during until till through from beginning starting ' +
    'effective immediately today tomorrow tonight by per pursuant ordered directed if when while because after ' +
    'following before so honoring until as under not only also displayed located situated ordered in on at within ' +
    'return returns returned resume resumes inside outside atop over above upon across throughout along near around flag flags including except excepting excluding went go goes come comes came hang hangs'
  ).split(' '),
);
