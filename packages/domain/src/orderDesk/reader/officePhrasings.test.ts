import { expect, test } from 'vitest';
import { readOrders } from './readOrders.ts';

/** Returns the period, authority and scope of the only order as a short string. */
function summaryOf(text: string): string {
  const orders = readOrders(text, { readOn: '2026-05-05' });
  if (orders.length !== 1) return `${orders.length} orders`;
  const [order] = orders;
  const scope = order?.scope?.value;
  const period = [order?.starts, order?.ends]
    .map((point) => (point ? Object.values(point.value).join(' ') : 'null'))
    .join(' - ');
  const states = scope?.kind === 'states' ? scope.states.join(' ') : 'no state';
  return `${period} | ${order?.authority?.value} | ${states}`;
}

const ORDER = 'Governor Poe of Iowa has ordered flags at half-staff';
const UNTIL = 'flags in Iowa to half-staff until sunset on May 9, 2026';
const FLOWN = 'flags in Iowa will be flown at half-staff until sunset on May 9, 2026';
const TO_SUNSET = 'immediately - sunset 2026-05-09';
const ONE_DAY = 'sunrise 2026-05-08 - sunset 2026-05-08';

test.each([
  'effective immediately until',
  'immediately, until',
  'beginning immediately and until',
  'beginning immediately and continuing until',
  'effective at once until',
  'at once and until',
  'right away and until',
  'forthwith and until',
  'effective now until',
  'starting now through',
  'as of now through',
  'from this moment until',
  'from this day until',
  'from this day forward until',
  'upon receipt of this notice until',
  'upon receipt and until',
  'effective upon signature until',
  'effective upon signing through',
  'effective upon issuance through',
  'as soon as possible until',
  'without delay until',
  'promptly and until',
  'with immediate effect until',
  'effective as of this notice until',
  'on receipt of this message until',
  'immediately upon receipt of this message through',
  'effective immediately and remaining until',
  'from now until',
  'starting immediately, and to remain so until',
  'beginning now and lasting until',
  'effective immediately and extending through',
  'effective today, immediately, until',
])('the order reader recognizes an immediate start: "%s"', (words) => {
  expect(summaryOf(`${ORDER} ${words} sunset on Saturday, May 9, 2026.`)).toBe(
    `${TO_SUNSET} | governor | IA`,
  );
});

test.each([
  'effective today until',
  'beginning today through',
  'starting Thursday, May 7, 2026, until',
  'from May 7, 2026, until',
  'effective May 7, 2026, through',
  'as of May 7, 2026, until',
  'on May 7, 2026, and until',
])('the order reader leaves the start empty if the text states no time of day: "%s"', (words) => {
  expect(summaryOf(`${ORDER} ${words} sunset on Saturday, May 9, 2026.`)).toBe(
    'null - sunset 2026-05-09 | governor | IA',
  );
});

test.each([
  'until sunset on May 9, 2026',
  'through sunset May 9, 2026',
  'until sundown on May 9, 2026',
  'till sunset on May 9, 2026',
  'up to sunset on May 9, 2026',
  'up until sunset on May 9, 2026',
  'until the sun sets on May 9, 2026',
  'until the setting of the sun on May 9, 2026',
  'until May 9, 2026, at sunset',
  'until Saturday, May 9, 2026 (sunset)',
  'until Saturday, May 9, 2026 - sunset',
  'through sunset this Saturday, May 9, 2026',
  'until sunset on the evening of May 9, 2026',
  'until sunset on the 9th of May, 2026',
  'until sunset on Sat., 5/9/2026',
  'through to sunset on May 9, 2026',
  'until, and including, sunset on May 9, 2026',
  'until the close of business or sunset on May 9, 2026',
  'until sunset (8:12 p.m.) on May 9, 2026',
  'until sunset of Saturday, May 9, 2026',
  'until sunset Saturday evening, May 9, 2026',
  'until Saturday at sunset, May 9, 2026',
  'until sunset of the day of his funeral, May 9, 2026',
  'until sunset on Saturday, May 9, 2026, the day of his funeral',
  'until sunset on May 9, 2026, the date of interment',
  'until sunset on the day of interment, Saturday, May 9, 2026',
  'through the day of the funeral, Saturday, May 9, 2026, at sunset',
  'until his burial at sunset on May 9, 2026',
])('the order reader recognizes an end at sunset: "%s"', (words) => {
  expect(summaryOf(`${ORDER} ${words}.`)).toBe(`${TO_SUNSET} | governor | IA`);
});

test.each([
  'Flags are to return to full-staff at sunset on May 9, 2026',
  'Flags should be raised to full-staff at sunset on May 9, 2026',
  'At sunset on May 9, 2026, flags will return to full-staff',
  'At sunset on Saturday, May 9, 2026, all flags should be returned to full-staff',
  'Flags will be raised again at sunset on May 9, 2026',
  'The flags will be restored to full-staff at sunset on May 9, 2026',
  'Flags shall resume their full-staff position at sunset on May 9, 2026',
  'They will remain there until sunset on May 9, 2026',
  'Flags will stay lowered through sunset on May 9, 2026',
  'Flags may be returned to full-staff at sunset on May 9, 2026',
  'Flags should go back up at sunset on May 9, 2026',
  'Return flags to full-staff at sunset on May 9, 2026',
  'Please return flags to full staff at sunset, May 9, 2026',
  'Flags are to be hoisted back to full-staff at sunset on May 9, 2026',
  'The lowering is in effect until sunset on May 9, 2026',
  'The order remains in effect until sunset on May 9, 2026',
  'The order will remain in place through sunset on May 9, 2026',
  'This directive is in force through sunset on May 9, 2026',
  'The period of mourning ends at sunset on May 9, 2026',
  'The flags are to be flown in this manner until sunset on May 9, 2026',
  'Flags are to remain in that position until sunset on May 9, 2026',
  'The half-staff period concludes at sunset on May 9, 2026',
  'Half-staff will end at sunset on May 9, 2026',
])('the order reader recognizes an end at sunset in the next sentence: "%s"', (words) => {
  expect(summaryOf(`${ORDER}, effective immediately. ${words}.`)).toBe(
    `${TO_SUNSET} | governor | IA`,
  );
});

test.each([
  'until sunset on the day of interment',
  'until interment',
  'until his interment',
  'until his burial',
  'until she is laid to rest',
  'until he is buried',
  'until sunset on the day he is laid to rest',
  'until the day of his funeral',
  'until the conclusion of funeral services',
  'until after the funeral',
  'until sunset on the day of his memorial service',
  'until sunset on the day of services',
  'until sunset the day of her funeral',
  'until sunset on the date of burial',
  'until sunset on the day of the celebration of life',
  'until the date of interment, which has not been set',
  'until further notice',
  'until otherwise directed',
  'until directed otherwise',
  'until ordered otherwise',
  'until notified otherwise',
  'until rescinded',
  'until this order is rescinded',
  'indefinitely',
  'for an indefinite period',
  'until a date to be determined',
  'until sunset on the day of internment',
  'until sunset on the day of entombment',
  'until sunset on the day of his funeral service',
  'until sunset on the day of funeral services',
  'until sunset on the day of her burial service',
  'until sunset on the day of his state funeral',
  'through the day of his interment',
  'through sunset on the day of interment at Arlington',
  'until sunset on the day of final interment',
  'until sunset on the day of his homegoing service',
  'until sunset of the day on which he is interred',
  'until sunset on the day of his graveside service',
  'until further order of the Governor',
  'until additional notice',
  'until notice is given',
  'until sunset on the day of his burial, a date that is not yet known',
  'until sunset on the day that Sgt. Roe is buried',
])('the order reader recognizes an open end: "%s"', (words) => {
  expect(summaryOf(`${ORDER} immediately and ${words}.`)).toBe(
    'immediately - open | governor | IA',
  );
});

test.each([
  'until the next morning',
  'until the day after the funeral',
  'until dusk on May 9, 2026',
  'until midnight on May 9, 2026',
  'until the end of the day on May 9, 2026',
  'until May 10, 2026',
  'through May 9, 2026',
  'until an hour after sunset on May 9, 2026',
  'until 30 days after his death',
  'until the end of the week',
  'until sunrise on May 10, 2026',
])(
  'the order reader leaves the end empty if its time of day is unusual or missing: "%s"',
  (words) => {
    expect(summaryOf(`${ORDER} immediately and ${words}.`)).toBe(
      'immediately - null | governor | IA',
    );
  },
);

test.each([
  'on Friday, May 8, 2026',
  'all day on Friday, May 8, 2026',
  'for the entire day on Friday, May 8, 2026',
  'throughout the day on Friday, May 8, 2026',
  'during the day on Friday, May 8, 2026',
  'from sunrise to sunset on Friday, May 8, 2026',
  'from sunup to sundown on Friday, May 8, 2026',
  'between sunrise and sunset on Friday, May 8, 2026',
  'beginning at sunrise and ending at sunset on Friday, May 8, 2026',
  'at sunrise on Friday, May 8, 2026, until sunset that same day',
  'from sunrise on Friday, May 8, 2026, until sunset the same day',
  'from sunrise until sunset tomorrow, Friday, May 8, 2026',
  'starting at sunrise and continuing until sunset on Friday, May 8, 2026',
  'sunrise to sunset, Friday, May 8, 2026',
  'sunrise–sunset, Friday, May 8, 2026',
  'sunrise-to-sunset on Friday, May 8, 2026',
  'Friday, May 8, 2026, from sunrise to sunset',
  'Friday, May 8, 2026 (sunrise to sunset)',
  'on Friday, May 8, 2026, beginning at sunrise and concluding at sunset',
  'on Friday, May 8, 2026, between the hours of sunrise and sunset',
  'during the hours between sunrise and sunset on Friday, May 8, 2026',
  'on Friday, May 8, 2026, from sunrise until sundown',
  'for one day, Friday, May 8, 2026',
  'for the day on Friday, May 8, 2026',
  'on the day of his funeral, Friday, May 8, 2026',
  'on Friday, May 8, 2026, the day of his funeral',
  'on Friday, May 8, 2026, the day of his funeral, from sunrise to sunset',
  'from sunrise until sunset on the day of his funeral, Friday, May 8, 2026',
  'this Friday, May 8, 2026',
  'at sunrise on Friday, May 8, 2026, and to return to full-staff at sunset that day',
  'from sunrise on May 8, 2026, to sunset on May 8, 2026',
  'on May 8, 2026, for the duration of the day',
  'on Friday, May 8, 2026, in honor of Trooper Kyle Sand, from sunrise to sunset',
  'from first light to sunset on Friday, May 8, 2026',
])('the order reader recognizes a single day from sunrise to sunset: "%s"', (words) => {
  expect(summaryOf(`${ORDER} ${words}.`)).toBe(`${ONE_DAY} | governor | IA`);
});

test.each([
  'Flags should be lowered at sunrise and raised at sunset',
  'Flags should be flown at half-staff from sunrise to sunset',
  'Flags are to be lowered at sunrise and remain there until sunset',
  'Flags shall be lowered at sunrise and returned to full-staff at sunset',
  'The lowering is from sunrise to sunset',
  'Please lower flags at sunrise and return them to full-staff at sunset',
  'Flags should remain at half-staff until sunset',
  'They should be returned to full-staff at sunset',
  'Flags will return to full-staff the following day',
  'Flags should be returned to full-staff on Saturday, May 9, 2026',
  'Flags may be raised on Saturday morning',
])('the order reader finds the hours of a single day in the next sentence: "%s"', (words) => {
  expect(summaryOf(`${ORDER} on Friday, May 8, 2026. ${words}.`)).toBe(
    `${ONE_DAY} | governor | IA`,
  );
});

test.each([
  'Governor Poe has ordered',
  'The Governor is ordering',
  'Gov. Poe on Monday ordered',
  'Gov. Poe, on Monday, ordered',
  'Acting Governor Poe has directed',
  'Governor Ann B. Poe, Jr., has directed',
  'Governor Poe hereby orders',
  'Governor Poe has authorized the lowering of',
  'Governor Poe has issued an order lowering',
  'Governor Poe issued an executive order to lower',
  'Gov. Poe signed a proclamation directing',
  'Governor Poe signed an order lowering',
  'Governor Poe has lowered',
  'Governor Poe lowers',
  'Gov. Poe is lowering',
  'The Governor has commanded',
  'Governor Poe has mandated the lowering of',
  "Governor Poe's office has ordered",
  "The Governor's Office has directed",
  'The Office of the Governor has ordered',
  'The Office of Governor Ann Poe today ordered',
  'Gov. Poe declared a day of mourning and ordered',
  'Governor Poe, joined by First Lady Jan Poe, ordered',
  'Governor Poe mourned Trooper Sand and ordered',
  'Governor Poe announced that she is lowering',
  'Governor Poe announced today she has ordered',
  'Governor Poe announced the lowering of',
  'Governor Poe gave the order to lower',
  'Governor Poe has instructed state agencies to lower',
  'Governor Poe has directed all state agencies to lower',
  'Governor Poe today called for and ordered the lowering of',
  'I, Ann Poe, Governor of Iowa, do hereby order',
  'I, Ann Poe, by virtue of the authority vested in me as Governor of the State of Iowa, hereby direct',
])('the order reader recognizes the governor\'s order: "%s"', (words) => {
  expect(summaryOf(`${words} ${UNTIL}.`)).toBe(`${TO_SUNSET} | governor | IA`);
});

test.each([
  'By order of the Governor of Iowa',
  'At the direction of Governor Poe',
  'Under the direction of Governor Poe',
  'Per Governor Poe',
  "Per the Governor's Office",
  "Per Governor Poe's order",
  'As ordered by Governor Poe',
  'As directed by Gov. Poe',
  'Per order of Governor Poe',
  'By direction of the Governor',
  'By directive of the Governor',
  'By proclamation of the Governor',
  'By executive order of Governor Poe',
  'Pursuant to an order from Governor Poe',
  'Pursuant to an order by Governor Poe',
  'Pursuant to Executive Order 26-4 of Governor Poe',
  "Pursuant to the Governor's order",
  "In accordance with Governor Poe's directive",
  'In accordance with an order from the Governor',
  "By the Governor's order",
  'On the order of Governor Poe',
  'On orders from Governor Poe',
  'Under orders from the governor',
  'By the authority of the Governor',
  'Governor Poe announced that',
  'Gov. Poe announced today that',
  'Governor Poe has announced',
  'Governor Poe has proclaimed that',
  'Governor Poe said',
  'Following an order by Governor Poe',
  "Following the Governor's directive",
  'Gov. Poe has issued a directive that',
  "The Governor's Office announced that",
  'The Office of the Governor announced that',
])('the order reader recognizes the governor in a phrase before "flags": "%s"', (words) => {
  expect(
    summaryOf(
      `${words}${words.endsWith('that') || words.endsWith('announced') || words.endsWith('said') ? ' ' : ', '}${FLOWN}.`,
    ),
  ).toBe(`${TO_SUNSET} | governor | IA`);
});

test.each([
  'to half-staff by order of Governor Poe',
  'to half-staff at the direction of Governor Poe',
  'to half-staff on orders from Governor Poe',
  'to half-staff by the Governor',
  'to half-staff by Governor Ann Poe',
  'to half-staff as ordered by the Governor',
  "to half-staff under Governor Poe's order",
  'to half-staff per Governor Poe',
  'to half-staff under a proclamation by Governor Poe',
])(
  `the order reader recognizes the governor in a phrase after the flag's position: "%s"`,
  (words) => {
    expect(summaryOf(`Flags in Iowa have been lowered ${words} until sunset on May 9, 2026.`)).toBe(
      `${TO_SUNSET} | governor | IA`,
    );
  },
);

test.each([
  'In accordance with a presidential proclamation',
  'Pursuant to a Presidential Proclamation',
  "Per President Roe's proclamation",
  "Following President Roe's proclamation",
  'By proclamation of the President',
  'As proclaimed by President Roe',
  "In concurrence with the President's proclamation",
  "In compliance with the President's order",
  "Consistent with the President's proclamation",
  "As required by the President's proclamation",
  "In keeping with the President's proclamation",
  "Under President Roe's proclamation",
  "To comply with the President's proclamation",
  "In observance of the President's proclamation",
  "Based on the President's proclamation",
  "In alignment with the President's proclamation",
  "In response to the President's proclamation",
  "In conjunction with the President's order",
  'As ordered by President Roe',
  'At the direction of the President',
  'By direction of President Roe',
  'In line with an order from the White House',
  'In accordance with the proclamation issued today by President Roe',
  'In accordance with orders from the White House',
  'Pursuant to an order of the President',
  'Under a proclamation signed by President Roe',
])('the order reader recognizes the President\'s order: "%s"', (words) => {
  expect(summaryOf(`${words}, Governor Poe of Iowa has ordered ${UNTIL}.`)).toBe(
    `${TO_SUNSET} | president | IA`,
  );
});

test.each([
  "The order follows the President's proclamation",
  "This is in accordance with the President's proclamation",
  "Her action complies with the President's proclamation",
  'This follows a proclamation from the White House',
  "The governor's order is pursuant to the presidential proclamation",
  'The order coincides with a proclamation by the President',
  'The lowering was ordered by President Roe',
])('the order reader recognizes the President\'s order from the next sentence: "%s"', (words) => {
  expect(summaryOf(`Governor Poe of Iowa has ordered ${UNTIL}. ${words}.`)).toBe(
    `${TO_SUNSET} | president | IA`,
  );
});

test.each([
  'flags across Iowa',
  'flags throughout Iowa',
  'all flags in the State of Iowa',
  'flags at all state buildings in Iowa',
  'Iowa flags',
  'U.S. and Iowa flags',
  'flags of the United States and the State of Iowa',
  "Iowa's flags",
  'flags in every part of Iowa',
  'flags in all parts of Iowa',
  'flags in every corner of Iowa',
  'flags in all 99 counties of Iowa',
  'flags in all 99 Iowa counties',
  'flags in every county in Iowa',
  'flags in every county of Iowa',
  'flags at state-owned facilities in Iowa',
  'flags at the Capitol and all state facilities across Iowa',
  'flags on state property in Iowa',
  'flags at all Iowa state government buildings',
  'flags on all state government properties in Iowa',
  'flags over the State Capitol and all state office buildings in Iowa',
  'flags at the Iowa Capitol and throughout the state',
  'flags on the Capitol Complex and statewide in Iowa',
  'flags at all local, state and federal buildings in Iowa',
  'flags on all public buildings and grounds in the state of Iowa',
  'flags everywhere in Iowa',
  'flags all across Iowa',
  'flags all over Iowa',
  'flags anywhere in Iowa',
  'flags within Iowa',
  'flags within the borders of Iowa',
  'Iowa state flags and U.S. flags',
  'both the U.S. flag and the Iowa flag',
  'the flag of the United States and the flag of Iowa',
  'the Stars and Stripes and the Iowa flag',
  'flags at Iowa state facilities',
  "flags at Iowa's public buildings",
  'flags at schools and public buildings across Iowa',
])('the order reader recognizes an order for the whole state: "%s"', (words) => {
  expect(
    summaryOf(
      `The Governor has ordered ${words} lowered to half-staff until sunset on May 9, 2026.`,
    ),
  ).toBe(`${TO_SUNSET} | governor | IA`);
});

test.each([
  'The Governor of Iowa',
  'Iowa Governor Ann Poe',
  "Iowa's governor",
  'Iowa Gov. Poe',
  'The governor of the state of Iowa',
  'Governor Ann Poe (Iowa)',
  'Iowa’s Governor Ann Poe',
  'DES MOINES, Iowa - Governor Poe',
  '(DES MOINES, Iowa) Gov. Poe',
  'DES MOINES, IA – The Governor',
  'Gov. Ann Poe, R-Iowa,',
  'Gov. Ann Poe, D-IA,',
])('the order reader takes the state from the governor\'s title: "%s"', (words) => {
  expect(
    summaryOf(
      `${words} has ordered flags statewide lowered to half-staff until sunset on May 9, 2026.`,
    ),
  ).toBe(`${TO_SUNSET} | governor | IA`);
});

test.each([
  'STATE OF IOWA\nOffice of the Governor',
  'Office of the Governor of Iowa',
  'Iowa Department of Administrative Services',
  'Flag Alert - Iowa',
  'IOWA FLAG STATUS',
  'State of Iowa Flag Notice',
])('the order reader takes the state from the letterhead: "%s"', (words) => {
  expect(
    summaryOf(
      `${words}\n\nThe Governor has ordered flags lowered to half-staff at all state buildings until sunset on May 9, 2026.`,
    ),
  ).toBe(`${TO_SUNSET} | governor | IA`);
});
