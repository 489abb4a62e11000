import type { Token } from '../text/token.ts';

/**
 * Names for the people of each state, by state code. Names of two words are written with a hyphen.
 */
const PEOPLE =
  'AL:alabamians AK:alaskans AZ:arizonans AR:arkansans CA:californians CO:coloradans ' +
  'CT:connecticuters DE:delawareans FL:floridians GA:georgians ID:idahoans IL:illinoisans ' +
  'IN:hoosiers IA:iowans KS:kansans KY:kentuckians LA:louisianians LA:louisianans ME:mainers ' +
  'MD:marylanders MI:michiganders MN:minnesotans MS:mississippians MO:missourians MT:montanans ' +
  'NE:nebraskans NV:nevadans NH:new-hampshirites NJ:new-jerseyans NM:new-mexicans ' +
  'NY:new-yorkers NC:north-carolinians ND:north-dakotans OH:ohioans OK:oklahomans OR:oregonians ' +
  'PA:pennsylvanians PR:puerto-ricans RI:rhode-islanders SC:south-carolinians SD:south-dakotans ' +
  'TN:tennesseans TX:texans UT:utahns VT:vermonters VA:virginians WV:west-virginians ' +
  'WI:wisconsinites WY:wyomingites GU:guamanians';
const CODES = new Map(
  PEOPLE.split(' ').map((pair) => {
    const [code = '', name = ''] = pair.split(':');
    return [name, code] as const;
  }),
);

/**
 * Returns the state whose people are mentioned at this token index, as in "Ohioans" or "West
 * Virginians"; null if there is no such word.
 */
export function peopleAt(tokens: readonly Token[], at: number): string | null {
  const token = tokens[at];
  if (token?.kind !== 'word' || !token.cap || !token.text.endsWith('s')) return null;
  const before = tokens[at - 1];
  const pair = before?.cap ? CODES.get(`${before.text}-${token.text}`) : undefined;
  return pair ?? CODES.get(token.text) ?? null;
}
