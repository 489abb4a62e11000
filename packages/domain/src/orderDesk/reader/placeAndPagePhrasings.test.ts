import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';

const AT_STATEHOUSE =
  'OHIO - Governor Ann Poe has ordered flags at the Ohio Statehouse lowered to half-staff from sunrise to sunset on Thursday, May 7, 2026, in honor of clerk Jan Roe.';

test.each([
  'All other flags should remain at full-staff.',
  'Flags at all other state buildings are not affected.',
  'This order does not apply to flags at other state buildings.',
  'Flags at other state facilities will stay at full-staff.',
  'Flags at state facilities elsewhere will fly at full-staff as usual.',
  'Flags on other state property will not be lowered.',
  'State agencies outside the Statehouse keep their flags at full-staff.',
  'No change is needed at other state buildings.',
  'Flag status at all other state facilities throughout Ohio remains unchanged.',
  'It is not a statewide order; flags at all state buildings elsewhere stay up.',
  'All state facilities other than the Statehouse should continue to fly flags at full-staff.',
])('the order reader limits an order to one building despite the sentence "%s"', (sentence) => {
  expect(summaryOf(`${AT_STATEHOUSE} ${sentence}`)).toBe(
    'half | governor | narrower | sunrise 2026-05-07 - sunset 2026-05-07',
  );
});

test.each([
  'until sunset,\n\n- 2 -\n\nMay 9, 2026, in memory of Jan Roe.',
  'until sunset\n\nPage 2\n\non May 9, 2026, in memory of Jan Roe.',
  'in memory of\n\n2 | P a g e\n\nJan Roe until sunset on May 9, 2026.',
  'until sunset, May 9,\n\n[[Page 71234]]\n\n2026, in memory of Jan Roe.',
  'until\n\n2 of 3\n\nsunset on May 9, 2026, in memory of Jan Roe.',
  'until sunset on\n\n2\n\nSaturday, May 9, 2026, in memory of Jan Roe.',
  'until sunset, May\n\n2\n\n9, 2026, in memory of Jan Roe.',
  'until\n\nPage 2 of 2\n\nsunset on May 9, 2026, in memory of Jan Roe.',
])('the order reader ignores a page number in a sentence: %j', (rest) => {
  const order =
    'I, Ann Poe, Governor of Ohio, hereby order that all flags on state buildings be flown at half-staff';
  expect(summaryOf(`${order} ${rest}`)).toBe(
    'half | governor | OH | immediately - sunset 2026-05-09',
  );
});

test.each([
  'Upon the end of this day, I hereby order that the flag be returned to half-staff.',
  'At sunset on January 20, 2026, I direct that the flag return to half-staff until January 28, 2026.',
  'Upon the end of Tuesday, I hereby order that flags shall go back to half-staff as directed by Proclamation 10876.',
  'Thereafter I direct that the flag resume half-staff.',
])(
  'the order reader treats a return to half-staff as the end of a full-staff day: "%s"',
  (sentence) => {
    const order =
      'BY THE PRESIDENT OF THE UNITED STATES OF AMERICA\n\nI hereby order that the flag of the United States shall be flown at full-staff from sunrise to sunset on Tuesday, January 20, 2026.';
    expect(summaryOf(`${order}\n\n${sentence}`)).toBe(
      'full | president | all | sunrise 2026-01-20 - sunset 2026-01-20',
    );
  },
);

test.each([
  'which were to go up at sunset this evening, will now remain',
  'which had been scheduled to be raised at sunset on Tuesday, June 9, will remain',
  'originally set to return to full-staff at sunset today, will remain',
  'which were due to be raised on Wednesday, June 10, 2026, shall remain',
])('the order reader ignores a plan that no longer applies: "flags, %s"', (words) => {
  const order = `June 9, 2026 - By order of Governor Poe, flags at all Oregon state buildings, ${words} at half-staff until sunset on Friday, June 12, 2026, so that they are lowered on the day of his service.`;
  expect(summaryOf(order)).toContain('half | governor | OR | immediately - sunset 2026-06-12');
});

test.each([
  'at all District government buildings',
  'on all buildings of the District government',
  'and District of Columbia flags',
  'and DC flags at all public buildings',
])('the order reader recognizes the mayor of the District of Columbia: "flags %s"', (place) => {
  const order = `Mayor Sutter has ordered the flags of the United States ${place} flown at half-staff from sunrise to sunset on Friday, August 7, 2026.`;
  expect(summaryOf(order)).toBe('half | mayor-dc | DC | sunrise 2026-08-07 - sunset 2026-08-07');
});

test.each([
  ['on Peace Officers Memorial Day, May 15, 2026', 'sunrise 2026-05-15 - sunset 2026-05-15'],
  [
    'on Patriot Day and National Day of Service and Remembrance, September 11, 2026, in honor of the victims',
    'sunrise 2026-09-11 - sunset 2026-09-11',
  ],
  ['on "Workers Memorial Day" (Thursday, May 28, 2026)', 'sunrise 2026-05-28 - sunset 2026-05-28'],
  ['in honor of Officer Roe, who died on Labor Day, Monday, September 7, 2026', 'null - null'],
  ['for Officer Roe, who was killed on Memorial Day, May 25, 2026', 'null - null'],
])(
  'the order reader finds the date of a day that is given by name: "flags at half-staff %s"',
  (words, period) => {
    expect(summaryOf(`Governor Ann Poe of Ohio has ordered flags at half-staff ${words}.`)).toBe(
      `half | governor | OH | ${period}`,
    );
  },
);

test.each([
  'Governor Poe of Iowa has withdrawn her order to lower flags to half-staff for Judge Roe.',
  'Governor Poe of Iowa withdrew the half-staff order for Judge Roe on Monday.',
  'Governor Poe of Iowa is canceling the half-staff order for Judge Roe.',
  'Governor Poe of Iowa has voided her half-staff proclamation for Judge Roe.',
])('the order reader recognizes a withdrawn order: "%s"', (text) => {
  expect(summaryOf(text)).toBe('half | governor | IA | null - null | cancels');
});

test("the order reader finds an order in the last sentence of a governor's statement", () => {
  const statement =
    'Governor Ann Poe of Ohio issued this statement on the death of Officer Jan Roe: "We mourn with her family."';
  const order = 'In honor of Officer Roe, flags at the Statehouse will be flown at half-staff.';
  expect(summaryOf(`${statement}\n\n${order}`)).toBe('half | governor | narrower | null - null');
});

test.each([
  'at rest areas',
  'along Interstate 71',
  'within 20 miles of Dayton',
  'at polling places',
  'at correctional facilities',
  'near Lake Erie',
])(
  'the order reader does not apply an order to the whole state if the order names an unknown kind of place: "flags %s"',
  (place) => {
    const order = `Governor Ann Poe of Ohio has ordered flags ${place} lowered to half-staff from sunrise to sunset on Saturday, May 9, 2026.`;
    expect(summaryOf(order)).toMatch(/^half \| governor \| (null|narrower) \| sunrise 2026-05-09/);
  },
);
