import { US_STATES } from '../../../places/states.ts';
import type { Token } from '../text/token.ts';

/** A state's name as it appears in a document. */
export interface StateName {
  code: string;
  from: number;
  to: number;
  /**
   * Whether the name is an abbreviation. Abbreviations are recognized only in a dateline or after a
   * city.
   */
  short: boolean;
}

/** State names by their first word, longest first. */
const NAMES = new Map<string, { words: string[]; code: string; short: boolean }[]>();
const add = (name: string, code: string, short: boolean): void => {
  const words = name.toLowerCase().split(' ');
  const [first = ''] = words;
  const list = NAMES.get(first) ?? [];
  list.push({ words, code, short });
  list.sort((a, b) => b.words.length - a.words.length);
  NAMES.set(first, list);
};
for (const [code, name] of US_STATES) {
  if (code !== 'VI') add(name, code, false);
  add(code, code, true);
}
add('virgin islands', 'VI', false);
add('d.c.', 'DC', false);
add('cnmi', 'MP', false);
add('hawaiian islands', 'HI', false);
add('w. va', 'WV', true);
const SHORT =
  'AL:Ala AZ:Ariz AR:Ark CA:Calif CO:Colo CT:Conn DE:Del FL:Fla GA:Ga IL:Ill IN:Ind KS:Kan KS:Kans ' +
  'KY:Ky MD:Md MA:Mass MI:Mich MN:Minn MS:Miss MO:Mo MT:Mont NE:Neb NV:Nev NH:N.H. NJ:N.J. NM:N.M. ' +
  'NY:N.Y. NC:N.C. ND:N.D. OK:Okla OR:Ore PA:Penn RI:R.I. SC:S.C. SD:S.D. TN:Tenn TX:Tex VT:Vt VA:Va ' +
  'WA:Wash WV:W.Va WI:Wis WI:Wisc WY:Wyo';
for (const pair of SHORT.split(' ')) {
  const [code = '', name = ''] = pair.split(':');
  if (name.toLowerCase() !== code.toLowerCase()) add(name, code, true);
}

/** Returns the state named at this token index, if any. */
export function stateAt(tokens: readonly Token[], at: number): StateName | null {
  const token = tokens[at];
  if (token?.kind !== 'word' || !token.cap) return null;
  for (const { words, code, short } of NAMES.get(token.text) ?? []) {
    let next = at + 1;
    let fits = true;
    for (const word of words.slice(1)) {
      if (tokens[next]?.text === '\n') next++;
      if (tokens[next]?.text !== word || !tokens[next]?.cap)
        fits = fits && word === 'of' && tokens[next]?.text === word;
      next++;
    }
    if (!fits) continue;
    // "IN" and "OR" are abbreviations only in capitals, and "Ore." only with its period.
    if (short && token.end - token.start === 2 && token.text !== 'ga' && token.text.length === 2) {
      if (!isUpper(token) && tokens[next]?.text !== '.') continue;
    }
    return { code, from: at, to: next, short };
  }
  return null;
}

/** Territories that consist of one island, so that "the island of Guam" is the whole territory. */
const ISLANDS = new Set(['GU', 'PR']);

/**
 * Matches a whole state or territory after the noun "island" or "islands": "island of Guam",
 * "islands of American Samoa". Excludes "island of Hawaii", which is only a part of the state.
 */
export function isIslandTerritory(tokens: readonly Token[], noun: number): boolean {
  if (tokens[noun + 1]?.text !== 'of' || !/^islands?$/.test(tokens[noun]?.text ?? '')) return false;
  const state = stateAt(tokens, tokens[noun + 2]?.text === 'the' ? noun + 3 : noun + 2);
  if (!state || state.short) return false;
  return tokens[noun]?.text === 'islands' || ISLANDS.has(state.code);
}

/** Whether both letters of a state's abbreviation are capitals. */
const isUpper = (token: Token): boolean => token.upper;
