import type { Token } from '../text/token.ts';

/**
 * Places outside the United States whose names are unlikely to mean a US town; `_` stands for a
 * space.
 */
const NAMES = (
  'afghanistan africa albania alberta algeria amsterdam angola ankara argentina armenia asia ' +
  'auckland australia austria baghdad bahamas bahrain baja_california bangkok bangladesh barbados ' +
  'barcelona bavaria beijing beirut belarus belgium bogota bogotá bolivia bosnia botswana brisbane ' +
  'britain british_columbia brussels bucharest budapest buenos_aires bulgaria calgary cambodia ' +
  'cameroon canada caracas casablanca catalonia chiapas chihuahua coahuila congo copenhagen ' +
  'costa_rica croatia czech_republic czechia dhaka dominican_republic ecuador edmonton el_salvador ' +
  'estonia ethiopia europe fiji france frankfurt germany ghana greece guadalajara guatemala guyana ' +
  'haiti hanoi helsinki hiroshima honduras hong_kong hungary iceland india indonesia iran iraq ' +
  'israel istanbul italy ivory_coast jakarta jalisco japan johannesburg juarez juárez kabul karachi ' +
  'kazakhstan kenya kiev kolkata kosovo kuwait kyiv kyoto labrador lagos laos latvia libya ' +
  'lithuania ljubljana luxembourg lyon macedonia malawi malaysia mali manitoba marseille melbourne ' +
  'mexico_city moldova mongolia monterrey montreal montréal morocco mozambique mumbai munich ' +
  'myanmar nagasaki nairobi namibia nepal netherlands new_brunswick new_south_wales new_zealand ' +
  'newfoundland nicaragua nigeria north_korea northern_ireland nova_scotia nuevo_laredo nuevo_leon ' +
  'nuevo_león nunavut oaxaca oman osaka ottawa pakistan papua_new_guinea paraguay philippines ' +
  'portugal prince_edward_island punjab qatar quebec queensland québec reykjavik reynosa ' +
  'rio_de_janeiro riyadh romania russia rwanda sao_paulo saskatchewan saskatoon saudi_arabia ' +
  'senegal seoul serbia shanghai sinaloa singapore slovakia slovenia somalia south_africa ' +
  'south_korea spain sri_lanka sudan suriname switzerland sydney syria são_paulo taipei taiwan ' +
  'tamaulipas tanzania tasmania tehran tel_aviv thailand the_bahamas the_hague tijuana tokyo ' +
  'toronto tunisia uganda ukraine united_arab_emirates united_kingdom uruguay uzbekistan venezuela ' +
  'vietnam vilnius winnipeg yemen yokohama yucatan yucatán yukon zagreb zambia zimbabwe zurich'
).split(' ');

/**
 * Foreign cities so well known that the name usually means the foreign city, although a US town has
 * the same name.
 */
const CITIES = (
  'paris london rome madrid berlin moscow dublin vienna edinburgh lisbon warsaw prague stockholm ' +
  'oslo milan jerusalem'
).split(' ');

/**
 * Places abroad that share their name with a town in the United States, such as Lebanon, a town in
 * Tennessee. They are treated as foreign only if the surrounding words show that the foreign place
 * is meant.
 */
const TOWNS = (
  'athens belfast brazil bristol cairo cambridge chile china colombia cork cuba cyprus delhi ' +
  'denmark egypt england finland florence geneva georgetown glasgow halifax hamburg havana holland ' +
  'ireland jamaica jordan kingston lebanon lima malta manchester mexico naples norway ontario ' +
  'oxford panama peru poland regina santiago scotland sofia sweden trinidad turkey valencia ' +
  'vancouver venice wales york'
).split(' ');

/** How likely a name is to mean a place outside the United States. */
type Certainty = 'name' | 'city' | 'town';

const BY_FIRST = new Map<string, { words: string[]; certainty: Certainty }[]>();
for (const [names, certainty] of [
  [NAMES, 'name'],
  [CITIES, 'city'],
  [TOWNS, 'town'],
] as const)
  for (const name of names) {
    const words = name.split('_');
    const [first = ''] = words;
    BY_FIRST.set(first, [...(BY_FIRST.get(first) ?? []), { words, certainty }]);
  }

/** A place outside the United States. */
export interface ForeignPlace {
  from: number;
  to: number;
  certainty: Certainty;
}

/**
 * Returns the place outside the United States whose name is at this token index; null if there is
 * none.
 */
export function foreignPlaceAt(tokens: readonly Token[], at: number): ForeignPlace | null {
  if (tokens[at]?.kind !== 'word' || !tokens[at]?.cap) return null;
  for (const { words, certainty } of BY_FIRST.get(tokens[at]?.text ?? '') ?? []) {
    if (!words.every((word, i) => tokens[at + i]?.text === word)) continue;
    const before = tokens[at - 1]?.text ?? '';
    const next = tokens[at + words.length]?.text ?? '';
    // For example: "New Mexico", "New London", "West Berlin", "London County", "Manchester Township"
    if (/^(new|west|east|north|south|fort|port|mount|lake)$/.test(before) && tokens[at - 1]?.cap)
      return null;
    if (/^(county|township|parish|borough|village)$/.test(next)) return null;
    return { from: at, to: at + words.length, certainty };
  }
  return null;
}
