import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';
import { readOrders } from './readOrders.ts';

const PERIOD = 'sunrise 2026-05-09 - sunset 2026-05-09';
const order = (flags: string): string =>
  `COLUMBUS, Ohio (May 6, 2026) - Governor Ann Poe has ordered ${flags} to be flown at half-staff from sunrise to sunset on Saturday, May 9, 2026, in honor of Trooper Jan Roe.`;

test.each([
  'flags at the Ohio State Fair',
  'flags on State Fair grounds',
  'all flags east of the Scioto River',
  'flags on state buildings east of the river',
  'flags along the Ohio River',
  'flags within 50 miles of Dayton',
  'flags at state buildings in the Toledo area',
  'flags at every patrol post',
  'flags at all public universities',
  'flags on state ferries',
  'flags on bridges',
  'flags at the Supreme Court',
  'flags in the House chamber',
  'flags at state-owned airports',
  'flags in his hometown',
  'flags in the city',
  'Department of Transportation flags',
  'all State Highway Patrol flags',
  'Statehouse flags',
  'prison flags',
  'fire department flags',
  'flags flown by state troopers',
  'flags controlled by the Department of Agriculture',
  'flags under the jurisdiction of the Adjutant General',
  "some of Ohio's U.S. and state flags",
  'most flags',
  'flags at certain public buildings',
  'flags at three state buildings',
])('the order reader does not mistake part of a state for the whole state: "%s"', (flags) => {
  expect(summaryOf(order(flags))).toBe(`half | governor | narrower | ${PERIOD}`);
});

test.each([
  'all flags',
  'flags on all state-owned property',
  'flags at state-owned and state-leased facilities',
  'state agency flags',
  'flags in all 88 counties',
  'flags under the control of the State of Ohio',
  'flags at executive branch agencies',
  'flags at the Statehouse and throughout the state',
  'flags at the Ohio Statehouse and on all public buildings and grounds across the state',
  'flags at the Statehouse in Columbus and all state facilities throughout the state',
  'flags at state, county and municipal buildings',
  'flags flown over state buildings',
  'flags on the grounds of all state buildings',
  'flags in the Buckeye State',
])('the order reader recognizes words for the whole state: "%s"', (flags) => {
  expect(summaryOf(order(flags))).toBe(`half | governor | OH | ${PERIOD}`);
});

test.each([
  'The order applies only to flags at the State Fair.',
  'The order covers Hocking and Perry counties.',
  'The directive is for Hocking County only.',
  'The order is limited to the Capitol grounds.',
  'This order affects only buildings east of the river.',
  'Only facilities of the Department of Natural Resources take part.',
  'Other state buildings are not included.',
  'It does not apply to other parts of the state.',
  'Location: State Fairgrounds',
  'County: Hocking',
])('the order reader limits an order to the place named in another sentence: "%s"', (sentence) => {
  expect(summaryOf(`${order('flags')}\n\n${sentence}`)).toBe(
    `half | governor | narrower | ${PERIOD}`,
  );
});

test.each([
  'The order applies to all state buildings.',
  'Scope: statewide',
  'Location: Ohio',
  'The order does not apply to private homes.',
  'What: Funeral\nLocation: Grace Church in Logan',
])(
  'the order reader does not narrow the scope of an order because of a sentence about something else: "%s"',
  (sentence) => {
    expect(summaryOf(`${order('flags')}\n\n${sentence}`)).toBe(`half | governor | OH | ${PERIOD}`);
  },
);

test.each([
  ['The order covers all state buildings in Kansas.', 'KS'],
  ['The order covers only the Capitol in Topeka, Kansas.', 'narrower'],
  ['Her order affects all state buildings in Shawnee County, Kansas.', 'narrower'],
])('the order reader finds the place in the next sentence: "%s"', (sentence, place) => {
  const text = `Governor Ann Poe directs that flags be at half-staff from sunrise to sunset on Saturday, May 9, 2026, in honor of Trooper Roe. ${sentence}`;
  expect(summaryOf(text)).toBe(`half | governor | ${place} | ${PERIOD}`);
});

test.each([
  [
    'Gov. Poe Orders Flags Atop State Capitol Building Lowered in Honor of Jan Roe\n\nCOLUMBIA, S.C. (May 6, 2026) - Governor Ann Poe has ordered that the flags atop the dome be lowered to half-staff until sunset on May 9, 2026.',
    'State Capitol Building',
  ],
  [
    'In memory of Ranger Jan Roe, the Secretary directs that flags at all Department of the Interior buildings be flown at half-staff until sunset on May 9, 2026.',
    'Department of the Interior',
  ],
])('the order reader quotes only the name of the place that limits an order', (text, place) => {
  const [order] = readOrders(text, { readOn: '2026-05-06' });
  expect(order?.narrower?.value).toBe(place);
});

test.each([
  'City Hall, the library and fire stations',
  'City Hall, all fire stations, and all other City facilities',
  'City Hall and the Elko Library',
  "the county courthouse, the jail and the sheriff's office",
  "the State Capitol and the Governor's Mansion",
  'the Civic Center, City Hall and Fire Station 4',
  'all City buildings, parks and facilities',
])('the order reader quotes every place in a list: "%s"', (places) => {
  const [order] = readOrders(
    `ELKO, Nev. (May 6, 2026) - Mayor Ann Poe of Elko, Nevada, has ordered that the flags at ${places} be flown at half-staff until sunset on May 9, 2026, in honor of Jan Roe.`,
    { readOn: '2026-05-06' },
  );
  expect(order?.narrower?.value).toBe(places);
});

test.each(['City Hall, Mayor Ann Poe said', 'City Hall and asks residents to join'])(
  'the order reader quotes the name of a place without the words after it: "%s"',
  (words) => {
    const [order] = readOrders(
      `ELKO, Nev. (May 6, 2026) - The City has ordered flags lowered to half-staff until sunset on May 9, 2026, at ${words}.`,
      { readOn: '2026-05-06' },
    );
    expect(order?.narrower?.value ?? 'City Hall').toBe('City Hall');
  },
);

test.each([
  ['on the islands of St. Thomas and St. John', 'U.S. Virgin Islands'],
  ['on the island of Tutuila', 'American Samoa'],
  ['on the island of Hawaii', 'Hawaii'],
  ['throughout the island of Maui', 'Hawaii'],
])('the order reader limits an order to islands: "%s"', (place, state) => {
  const [order] = readOrders(
    `Governor Ann Poe of ${state} has ordered flags ${place} to half-staff until sunset on May 9, 2026, in honor of Jan Roe.`,
    { readOn: '2026-05-06' },
  );
  expect(order?.scope).toBeNull();
  expect(order?.narrower?.value).toBe(place);
});

test.each([
  ['on the island of Guam', 'GU', 'Guam'],
  ['throughout the island of Puerto Rico', 'PR', 'Puerto Rico'],
  ['on the islands of American Samoa', 'AS', 'American Samoa'],
  ['in the Hawaiian Islands', 'HI', 'Hawaii'],
])(
  'the order reader extends an order to a whole territory of islands: "%s"',
  (place, code, state) => {
    const [order] = readOrders(
      `Governor Ann Poe of ${state} has ordered flags ${place} to half-staff until sunset on May 9, 2026, in honor of Jan Roe.`,
      { readOn: '2026-05-06' },
    );
    expect(order?.scope?.value).toEqual({ kind: 'states', states: [code] });
  },
);

test('the order reader quotes all the place names that limit an order to part of a state', () => {
  const [order] = readOrders(
    'CARSON CITY, Nev. (May 6, 2026) - Governor Ann Poe orders flags in the cities of Elko and Wells to half-staff until sunset on May 9, 2026, in honor of Jan Roe.',
    { readOn: '2026-05-06' },
  );
  expect(order?.narrower?.value).toBe('in the cities of Elko and Wells');
});

test('the order reader does not limit an order to the county of another order in the same text', () => {
  const text = `${order('flags at state buildings')} In addition, flags are at half-staff in Wayne County today for Deputy Al Moe.`;
  expect(summaryOf(text).split('\n')[0]).toBe(`half | governor | OH | ${PERIOD}`);
});
