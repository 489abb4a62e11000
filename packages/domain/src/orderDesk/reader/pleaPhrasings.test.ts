import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';

const PERIOD = 'on Friday, May 8, 2026, from sunrise to sunset';

test.each([
  `Please lower your flags to half-staff ${PERIOD}.`,
  'Lions Club News, May 3, 2026\n\nPlease lower your flags on Friday in memory of Past President Joe Poe.',
  `Maple HOA\n\nResidents should lower their flags to half-staff ${PERIOD}.`,
  `Owners who have flags, take them to half-staff ${PERIOD}. Thank you, neighbors!`,
  `PTA families, remember to fly your flag at half-staff ${PERIOD}.`,
  `Elks Lodge 22\n\nBrothers, let us lower our flag to half-staff ${PERIOD}.\n\nAnn Poe, President`,
  "Garden Club\n\nOn Friday, May 8, 2026, the day of her service, let's all bring our flags down to half-staff from sunrise to sunset.",
  `Rotary Club\n\nLower the flag to half-staff ${PERIOD}.`,
])(
  'the order reader finds no order if only a club or a neighbor asks others to lower flags: "%s"',
  (text) => {
    expect(summaryOf(text)).toBe('none');
  },
);

test.each([
  `Elks Lodge 22\n\nGovernor Poe of Ohio has ordered flags lowered ${PERIOD}. Please lower your flags at sunrise.`,
  `Per Governor Poe of Ohio, please lower your flags ${PERIOD}.`,
  `American Legion Post 61\n\nComrades: lower your colors to half-staff ${PERIOD}. Governor Ann Poe has so ordered for all of Ohio.`,
])(
  'the order reader finds an official order that a club passes on to its members: "%s"',
  (text) => {
    expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-08 - sunset 2026-05-08');
  },
);

test.each([
  'Q. The governor orders flags to half-staff but my pole at home is fixed. What do I do?\nA. Tie a ribbon.',
  'Dear Abby: My mayor ordered flags lowered and my neighbor refused. What should I say?',
  'The President orders the flag to half-staff. Your building has one pole with two flags. What do you do first?',
])('the order reader finds no order in a question about what to do: "%s"', (text) => {
  expect(summaryOf(text)).toBe('none');
});

test.each([
  'Governor Poe of Ohio orders flags lowered until sunset on Friday, May 8, 2026. What do you do if your pole is fixed? Tie a ribbon.',
  'Q. Why are flags down, and what do I do?\nA. Governor Poe ordered flags in Ohio lowered until sunset on Friday, May 8, 2026.',
])('the order reader finds an order next to a question: "%s"', (text) => {
  expect(summaryOf(text)).toBe('half | governor | OH | immediately - sunset 2026-05-08');
});

test.each([
  'THE HALYARD - a historical novel by Ann Poe\n\nThe Governor of Ohio ordered all flags lowered to half-staff until sunset on May 8, 2026.',
  'Excerpt from the new novel by Ann Poe\n\nThe Governor of Ohio ordered all flags lowered to half-staff until sunset on May 8, 2026.',
  'Half-Staff, a one-act radio play\n\nThe Governor of Ohio has ordered all flags lowered to half-staff until sunset on May 8, 2026.',
])('the order reader finds no order in a work of fiction: "%s"', (text) => {
  expect(summaryOf(text)).toBe('none');
});

test.each([
  'Item 9. BE IT RESOLVED that flags at City facilities be flown at half-staff on Friday, May 8, 2026. (First reading; vote May 9)',
  'Item 4. Ordinance 12, second reading: flags at city buildings shall be at half-staff on Friday, May 8, 2026.',
])('the order reader finds no order if a council has not voted yet: "%s"', (text) => {
  expect(summaryOf(text)).toBe('none');
});

test.each([
  'April 15, 2025\n\nOur new case holds the telegram that reached the depot on April 15, 1865: "The Secretary of War directs that all flags be at half-mast until sunset on the day of the funeral."',
  '1963: After the assassination, President Johnson orders flags to half-staff for 30 days.',
  'July 10, 2025\n\nOn July 8, 2016, the president ordered flags lowered after five officers were shot.',
])(
  'the order reader finds no order in a text about an order from an earlier year: "%s"',
  (text) => {
    expect(summaryOf(text)).toBe('none');
  },
);

test.each([
  'I have asked that',
  'I am asking that',
  'I hereby ask that',
  'I have requested that',
  'Governor Ann Poe has asked that',
  'Governor Ann Poe is asking that',
])(
  'the order reader finds no order if a governor only asks for flags to be lowered: "%s"',
  (lead) => {
    const text = `STATE OF OHIO\n\n${lead} the flags of the United States be flown at half-staff at all public buildings throughout the state ${PERIOD}.\n\nAnn Poe\nGovernor`;
    expect(summaryOf(text)).toBe('none');
  },
);
