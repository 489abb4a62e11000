import { expect, test } from 'vitest';
import { US_STATES } from '../../../places/states.ts';
import { readOrders } from '../readOrders.ts';

/** The capital of each state, with the abbreviation of the state that newspapers use. */
const DATELINES = (
  'AL:MONTGOMERY, Ala. AK:JUNEAU, Alaska AZ:PHOENIX, Ariz. AR:LITTLE ROCK, Ark. CA:SACRAMENTO, Calif. ' +
  'CO:DENVER, Colo. CT:HARTFORD, Conn. DE:DOVER, Del. FL:TALLAHASSEE, Fla. GA:ATLANTA, Ga. ' +
  'HI:HONOLULU, Hawaii ID:BOISE, Idaho IL:SPRINGFIELD, Ill. IN:INDIANAPOLIS, Ind. IA:DES MOINES, Iowa ' +
  'KS:TOPEKA, Kan. KY:FRANKFORT, Ky. LA:BATON ROUGE, La. ME:AUGUSTA, Maine MD:ANNAPOLIS, Md. ' +
  'MA:BOSTON, Mass. MI:LANSING, Mich. MN:ST. PAUL, Minn. MS:JACKSON, Miss. MO:JEFFERSON CITY, Mo. ' +
  'MT:HELENA, Mont. NE:LINCOLN, Neb. NV:CARSON CITY, Nev. NH:CONCORD, N.H. NJ:TRENTON, N.J. ' +
  'NM:SANTA FE, N.M. NY:ALBANY, N.Y. NC:RALEIGH, N.C. ND:BISMARCK, N.D. OH:COLUMBUS, Ohio ' +
  'OK:OKLAHOMA CITY, Okla. OR:SALEM, Ore. PA:HARRISBURG, Pa. RI:PROVIDENCE, R.I. SC:COLUMBIA, S.C. ' +
  'SD:PIERRE, S.D. TN:NASHVILLE, Tenn. TX:AUSTIN, Texas UT:SALT LAKE CITY, Utah VT:MONTPELIER, Vt. ' +
  'VA:RICHMOND, Va. WA:OLYMPIA, Wash. WV:CHARLESTON, W.Va. WI:MADISON, Wis. WY:CHEYENNE, Wyo.'
)
  .split(/ (?=[A-Z]{2}:)/)
  .map((pair) => pair.split(':') as [string, string]);

const ORDER =
  'ordered flags at all state buildings to be flown at half-staff from sunrise to sunset on ' +
  'Thursday, June 11, 2026, in honor of Trooper Lena Ostby.';

const summaryOf = (text: string): unknown =>
  readOrders(text, { readOn: '2026-06-09' }).map(({ authority, scope }) => [
    authority?.value,
    scope?.value,
  ]);
const expected = (code: string): unknown => [['governor', { kind: 'states', states: [code] }]];

test.each(DATELINES)(
  'the order reader takes the state %s from the dateline "%s"',
  (code, place) => {
    expect(summaryOf(`${place} – June 9, 2026 – Gov. Pat Lindgren ${ORDER}`)).toEqual(
      expected(code),
    );
    expect(summaryOf(`${place} (WXYZ) — Gov. Pat Lindgren ${ORDER}`)).toEqual(expected(code));
  },
);

test.each([...US_STATES].filter(([code]) => code !== 'DC'))(
  'the order reader takes the state %s from the title of the governor of %s',
  (code, name) => {
    expect(summaryOf(`${name} Governor Pat Lindgren ${ORDER}`)).toEqual(expected(code));
    expect(summaryOf(`Pat Lindgren, Governor of ${name}, ${ORDER}`)).toEqual(expected(code));
  },
);

test("the order reader accepts a Washington, D.C., dateline for a state's order", () => {
  const text = `WASHINGTON, D.C. — June 9, 2026 — Oregon Governor Pat Lindgren ${ORDER}`;
  expect(summaryOf(text)).toEqual(expected('OR'));
});
