import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';
import { readOrders } from './readOrders.ts';

const DAY = 'from sunrise to sunset on Friday, May 8, 2026';
const PERIOD = 'sunrise 2026-05-08 - sunset 2026-05-08';
const ORDER = `May 6, 2026\n\nGovernor Ann Poe has ordered flags at all state buildings in Ohio to half-staff ${DAY}.`;

test.each([
  'City crews will lower the flags at City Hall and the cemetery.',
  'The Village of Elm Grove will be lowering the flag at Village Hall.',
  'Our schools will fly their flags at half-staff.',
  'The Perry County Library will be flying its flag at half-staff.',
  'Public Works is lowering the flags at Fire Station 2.',
])(
  'the order reader does not limit an order to a place named in a sentence about who carries out the order: "%s"',
  (sentence) => {
    expect(summaryOf(`${ORDER} ${sentence}`)).toBe(`half | governor | OH | ${PERIOD}`);
  },
);

test.each([
  'all post offices will fly the flag',
  'all public schools shall fly the flag',
  'VA medical centers will display the flag',
  'all branch libraries are to fly the flag',
  'all state parks must lower the flag',
])(
  'the order reader leaves the scope empty if only one kind of place is to fly the flag at half-staff: "%s"',
  (subject) => {
    for (const office of ['the President of the United States', 'Governor Ann Poe of Ohio'])
      expect(summaryOf(`By order of ${office}, ${subject} to half-staff ${DAY}.`)).toContain(
        ` | narrower | ${PERIOD}`,
      );
  },
);

test.each([
  'Flags at half-staff until sunset Friday\nMay 6, 2026',
  'Half-staff today until sunset Friday\nMay 6, 2026',
  'Why flags are down through Friday\nPosted May 6, 2026',
])('the order reader does not join a weekday with the date on the next line: %j', (title) => {
  const text = `${title}\n\nGovernor Ann Poe has ordered flags in Ohio lowered to half-staff immediately. They are to stay there until sunset on Friday, May 8, 2026.`;
  expect(summaryOf(text)).toBe('half | governor | OH | immediately - sunset 2026-05-08');
});

test.each([
  'as a mark\nof respect for Major\nEverett Roe of the\nState Police.',
  'in memory of Deputy\nEverett Roe, who\nserved the people\nof Ohio.',
  'to honor\nformer Senator\nEverett Roe, who died\nlast week.',
])('the order reader joins short lines in the middle of a sentence: %j', (end) => {
  const text = `May 6, 2026\n\nGovernor Ann Poe has ordered flags\nin Ohio to be flown at half-staff\nfrom sunrise to sunset on\nFriday, May 8, 2026, ${end}`;
  const [order] = readOrders(text, { readOn: '2026-05-06' });
  expect(order?.reason?.value).toContain('Everett Roe');
});

test.each([
  'two flag orders',
  'two half-staff orders',
  'two separate directives',
  'orders on two days',
])(
  'the order reader attributes both orders in an announcement to the same governor: "%s"',
  (orders) => {
    const text = `Governor Ann Poe of Ohio has issued ${orders} this week.\n\nFirst: Flags in Ohio are to be flown at half-staff ${DAY}.\n\nSecond: Flags in Ohio are to be flown at half-staff from sunrise on Monday, May 11, until sunset on Tuesday, May 12, 2026.`;
    expect(summaryOf(text)).toBe(
      `half | governor | OH | ${PERIOD}\nhalf | governor | OH | sunrise 2026-05-11 - sunset 2026-05-12`,
    );
  },
);

test.each([
  'The Governor has extended that order.',
  'The Governor has now extended the order.',
  'At the wish of the family, Governor Poe has lengthened the order.',
])('the order reader takes the authority of an extension from the sentence "%s"', (sentence) => {
  const text = `May 6, 2026\n\nLast week Governor Poe ordered flags in Ohio lowered through this evening. ${sentence}\n\nFlags at all state buildings in Ohio are to remain at half-staff until sunset on Friday, May 8, 2026.`;
  expect(summaryOf(text)).toBe('half | governor | OH | immediately - sunset 2026-05-08 | extends');
});

test.each([
  'declared Friday, May 8, 2026, a day of mourning',
  'has proclaimed Friday, May 8, 2026, as a Day of Remembrance',
  'decreed Friday, May 8, 2026, a statewide day of mourning',
])(
  'the order reader reads the date of a declared day of mourning or remembrance: "%s"',
  (declares) => {
    const text = `Governor Ann Poe of Ohio ${declares} for Senator Al Roe. Flags will be flown at half-staff at all state buildings from sunrise to sunset that day.`;
    expect(summaryOf(text)).toBe(`half | governor | OH | ${PERIOD}`);
  },
);

test.each([
  'ordenó que las banderas ondeen',
  'decretó un día de duelo. Las banderas deberán ondear',
  'firmó una orden ejecutiva para que las banderas ondeen',
])('the order reader reads a Spanish order: "%s"', (verb) => {
  const text = `San Juan, 5 de mayo de 2026. La gobernadora de Puerto Rico, Ana Ruiz, ${verb} a media asta en todos los edificios públicos de Puerto Rico desde el amanecer hasta el atardecer del viernes, 8 de mayo de 2026, por la muerte del alcalde Luis Vega de los Estados Unidos.`;
  expect(summaryOf(text)).toBe(`half | governor | PR | ${PERIOD}`);
});

test.each([
  '2026-004 Flags at half-staff (May 5, 2026)',
  'Executive Order 2026-04: Flags at Half-Staff (May 5, 2026)',
  'Proclamation No. 26-12 - Flags at Half-Staff - May 5, 2026',
])('the order reader ignores the date in the title of a numbered order: "%s"', (title) => {
  const text = `${title}\n\nI, Ann Poe, Governor of Ohio, do hereby order that all flags in Ohio be flown at half-staff ${DAY}.`;
  expect(summaryOf(text)).toBe(`half | governor | OH | ${PERIOD}`);
});

test.each(['the end of the day at sunset', 'close of business (sunset)', 'the end of day, sunset'])(
  'the order reader reads "until %s" as an end at sunset',
  (end) => {
    const text = `Governor Ann Poe has ordered flags in Ohio to half-staff on Friday, May 8, 2026, until ${end}.`;
    expect(summaryOf(text)).toBe(`half | governor | OH | ${PERIOD}`);
  },
);

test('the order reader does not mistake "whose remains were identified" for a flag position', () => {
  const text = `Governor Ann Poe has ordered flags in Ohio to half-staff to honor Private Al Roe, whose remains were identified on April 3, 2026. Flags will be lowered ${DAY}.`;
  expect(summaryOf(text)).toBe(`half | governor | OH | ${PERIOD}`);
});

test.each([
  'in memory of Chaplain Al Roe, in accordance with section 3100 of the Government Code',
  'in memory of Chaplain Al Roe pursuant to the Flag Code',
])('the order reader does not include a cited law in the reason: "%s"', (reason) => {
  const text = `Governor Ann Poe has ordered flags in Ohio to half-staff immediately ${reason}.`;
  expect(readOrders(text, { readOn: '2026-05-06' })[0]?.reason?.value).toBe('Chaplain Al Roe');
});

test.each([
  'Mayor Ann Poe took another view. She has ordered flags at City Hall',
  'Mayor Ann Poe spoke today. He ordered the flags at all city buildings',
])(
  'the order reader finds the office that a pronoun refers to in the previous sentence: "%s"',
  (start) => {
    const text = `The governor said that he would not lower flags.\n\n${start} to half-staff ${DAY}.`;
    expect(summaryOf(text)).toBe(`half | city | narrower | ${PERIOD}`);
  },
);

test('the order reader finds no order for the national flags of other countries', () => {
  const text = `On instruction of the Foreign Ministry, the Norwegian flag at the consulate is flown at half-mast ${DAY}. The consulates of Denmark and Sweden have been ordered to lower their own national flags on the same day.`;
  expect(summaryOf(text)).toBe('none');
});

test('the order reader ignores a summary above the orders of several governors', () => {
  const text = `Governors in two states have ordered flags lowered in honor of public servants.\n\nOhio\n\nAl Roe, a former senator, died on May 1. Al Roe was 80.\n\nOhio Governor Ann Poe has ordered flags in Ohio to half-staff ${DAY}.`;
  const [order, ...others] = readOrders(text, { readOn: '2026-05-06' });
  expect(others).toEqual([]);
  expect(order?.reason?.value).toBe('Al Roe');
});

test('the order reader does not use the reason that the text gives for another order', () => {
  const text = `The Governor of Ohio has ordered flags in Ohio to half-staff ${DAY}, in honor of Trooper Al Roe, who died on May 1.\n\nBy the authority vested in me as President of the United States, I hereby order that the flag of the United States shall be flown at half-staff throughout the United States until sunset, May 12, 2026.`;
  const reasons = readOrders(text, { readOn: '2026-05-06' }).map(({ reason }) => reason?.value);
  expect(reasons).toEqual(['Trooper Al Roe, who died on May 1', undefined]);
});
