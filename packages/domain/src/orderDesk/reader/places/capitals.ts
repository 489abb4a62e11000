import type { Token } from '../text/token.ts';

const CAPITALS = new Map(
  (
    'AL:montgomery AK:juneau AZ:phoenix AR:little_rock CA:sacramento CO:denver CT:hartford ' +
    'DE:dover FL:tallahassee GA:atlanta HI:honolulu ID:boise IL:springfield IN:indianapolis ' +
    'IA:des_moines KS:topeka KY:frankfort LA:baton_rouge ME:augusta MD:annapolis MA:boston ' +
    'MI:lansing MN:st_._paul MS:jackson MO:jefferson_city MT:helena NE:lincoln NV:carson_city ' +
    'NH:concord NJ:trenton NM:santa_fe NY:albany NC:raleigh ND:bismarck OH:columbus ' +
    'OK:oklahoma_city OR:salem PA:harrisburg RI:providence SC:columbia SD:pierre TN:nashville ' +
    'TX:austin UT:salt_lake_city VT:montpelier VA:richmond WA:olympia WV:charleston WI:madison ' +
    'WY:cheyenne'
  )
    .split(' ')
    .map((pair) => {
      const [code = '', name = ''] = pair.split(':');
      return [name.split('_')[0] ?? '', { code, words: name.split('_') }] as const;
    }),
);

/**
 * Returns the state whose capital begins a dateline at this token index, as in "TOPEKA - Today".
 * Callers use it only to confirm a state that the text also names, because other states have cities
 * of the same name.
 */
export function capitalAt(tokens: readonly Token[], at: number): string | null {
  const from = tokens[at]?.text === '(' ? at + 1 : at;
  const capital = tokens[from]?.cap ? CAPITALS.get(tokens[from]?.text ?? '') : undefined;
  if (!capital?.words.every((word, i) => tokens[from + i]?.text === word)) return null;
  const behind = tokens[from + capital.words.length];
  return /^[-(),:]$/.test(behind?.text ?? '') ? capital.code : null;
}
