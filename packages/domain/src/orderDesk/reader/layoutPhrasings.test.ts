import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';
import { readOrders } from './readOrders.ts';

const PERIOD = 'sunrise 2026-05-08 - sunset 2026-05-08';

test.each(['⚫ Tomorrow, Friday, May 8,', '🚨 Tomorrow,', '🇺🇸 ATTENTION: Tomorrow, May 8,'])(
  'the order reader recognizes a day that follows an emoji: "%s"',
  (lead) => {
    const text = `May 7, 2026\n\n${lead} flags across Ohio fly at half-staff from sunrise to sunset by order of Gov. Ann Poe.`;
    expect(summaryOf(text)).toBe(`half | governor | OH | ${PERIOD}`);
  },
);

test('the order reader joins the lines of a quoted email', () => {
  const text =
    'Morning all, sharing this.\n\n> Subject: FLAG DIRECTIVE\n>\n> Governor Ann Poe has directed that flags on all\n> public buildings in the State of Ohio fly at\n> half-staff from sunrise to sunset on Friday,\n> May 8, 2026, in honor of Executive\n> Councilor Jan Roe.\n\nTo leave this list, send SIGNOFF.';
  expect(summaryOf(text)).toBe(`half | governor | OH | ${PERIOD}`);
  expect(readOrders(text, { readOn: '2026-05-07' })[0]?.reason?.value).toBe(
    'Executive Councilor Jan Roe',
  );
});

test('the order reader finds the period of an order in a form whose labels say when flags go down and up', () => {
  const text =
    'FLAGS TO BE LOWERED TO HALF-STAFF\nBy Order of Governor Ann Poe\n\nWhere the flags will be lowered: All Ohio State facilities\n\nWhen the flags go to half-staff (at sunrise): Friday, May 8, 2026\n\nWhen the flags return to full-staff (at sunset): Friday, May 8, 2026';
  expect(summaryOf(text)).toBe(`half | governor | OH | ${PERIOD}`);
});

test('the order reader does not read "half staff" in a text about employees as an order', () => {
  const text =
    'For the third summer, the county has ordered our branches to run at half staff from July 1, 2026, until August 31, 2026, and the flag of surrender is up.';
  expect(summaryOf(text)).toBe('none');
});

test('the order reader finds two orders if the text presents the second one as a separate order', () => {
  const text =
    'Gov. Ann Poe ordered flags throughout Ohio to half-staff from sunrise to sunset on Friday, May 8, 2026, to honor Pvt. Bo Lee. In a separate order, the governor lowered flags statewide from sunrise to sunset on Saturday, May 9, 2026, for Judge Jan Roe.';
  expect(summaryOf(text)).toBe(
    `half | governor | OH | ${PERIOD}\nhalf | governor | OH | sunrise 2026-05-09 - sunset 2026-05-09`,
  );
});

test.each([
  ['In honor of Officer Roe,', 'Jan Roe'],
  ['To honor Officer Poe,', 'Officer Poe'],
])('the order reader names a person in full if the text does: "%s"', (lead, name) => {
  const text = `Governor Ann Poe of Ohio issued a statement on the death of Dayton Police Officer Jan Roe.\n\n${lead} flags at all state buildings will be flown at half-staff until sunset on May 9, 2026.`;
  expect(readOrders(text, { readOn: '2026-05-07' })[0]?.reason?.value).toContain(name);
});

test.each([
  'Reason: International Overdose Awareness Day, and the 338 people lost last year.',
  'Occasion: International Overdose Awareness Day',
  'In observance of: International Overdose Awareness Day',
])('the order reader finds the reason in a form row: "%s"', (row) => {
  const text = `By direction of Governor Ann Poe, please lower flags at all State of Ohio facilities at sunrise on May 8, 2026. Return flags to full-staff at sunset on May 9, 2026.\n\n${row}`;
  expect(readOrders(text, { readOn: '2026-05-07' })[0]?.reason?.value).toContain(
    'International Overdose Awareness Day',
  );
});

test('the order reader finds the reason in the sentence before an order', () => {
  const text =
    'It is with sadness that I inform you of the passing of former Senate President Jan Roe.\n\nBy this memorandum I, Governor Ann Poe, order the flags at all public buildings in Ohio to be flown at half-staff, effective immediately and until sunset on May 9, 2026.';
  expect(readOrders(text, { readOn: '2026-05-07' })[0]?.reason?.value).toContain('Jan Roe');
});

const QUESTIONS =
  'Governor Ann Poe has ordered flags on all state buildings in Ohio to half-staff in honor of Officer Roe.\n\nWhy will the flags be lowered?\nOfficer Roe was killed in the line of duty on May 3, 2026.\n\n';

test.each([
  ['When will the flags be lowered?', 'From sunrise to sunset on Friday, May 8, 2026.', PERIOD],
  ['When will flags be at half-staff?', 'Friday, May 8, 2026, from sunrise to sunset.', PERIOD],
  ['When will flags be lowered?', 'The funeral is on Friday, May 8, 2026, at noon.', 'null - null'],
  ['When will the funeral be?', 'On Friday, May 8, 2026.', 'null - null'],
])(
  'the order reader finds the order in the answer to a question: "%s" "%s"',
  (question, answer, period) => {
    const text = `${QUESTIONS}${question}\n${answer}\n\nWho ordered it?\nGovernor Ann Poe.`;
    expect(summaryOf(text)).toBe(`half | governor | OH | ${period}`);
  },
);

test('the order reader finds no order in general questions and answers about the rules for half-staff', () => {
  const text =
    'When will flags be lowered?\nFlags are lowered by order of the President or the Governor, for example on Peace Officers Memorial Day, from sunrise to sunset on May 15, 2026.';
  expect(summaryOf(text)).toBe('none');
});

test.each(['for the period above', 'on the dates above', 'during the following period'])(
  'the order reader finds the days of an order in the rows above or below it: "%s"',
  (words) => {
    const rows =
      'Flags to half-staff: Sunrise, Friday, May 8, 2026\nFlags to full-staff: Sunset, Saturday, May 9, 2026';
    const order = `Pursuant to an order of Governor Ann Poe, all U.S. and State of Ohio flags at state buildings shall be flown at half-staff ${words} in honor of Officer Roe.`;
    const text = words.includes('following') ? `${order}\n\n${rows}` : `${rows}\n\n${order}`;
    expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-08 - sunset 2026-05-09');
  },
);

test.each([
  ['Q. When do I lower mine?', 'Q. And when does it go back up?'],
  ['When should flags be lowered?', 'When will they be raised?'],
])('the order reader finds the period of an order in an FAQ about flags: "%s"', (down, up) => {
  const text = `Flag questions and answers - updated May 6, 2026\n\nQ. Why are flags down?\nA. Governor Ann Poe has ordered all flags in Oregon to be flown at half-staff for Trooper Jan Roe.\n\n${down}\nA. At sunrise on Friday, May 8.\n\n${up}\nA. At sunset on Saturday, May 9.`;
  expect(summaryOf(text)).toBe('half | governor | OR | sunrise 2026-05-08 - sunset 2026-05-09');
});

test('the order reader does not mistake an FAQ answer about daily lowering times for the end of an order', () => {
  const text =
    'SALEM, Ore. (May 6, 2026) - Governor Ann Poe has ordered all flags in Oregon to be flown at half-staff from sunrise on May 8 until sunset on May 9 for Trooper Jan Roe.\n\nWhen should the flag be raised?\nAt sunrise.\nWhen should the flag be lowered?\nAt sunset.';
  expect(summaryOf(text)).toBe('half | governor | OR | sunrise 2026-05-08 - sunset 2026-05-09');
});

const ORDER =
  'Governor Ann Poe has ordered all flags in Ohio to half-staff from sunrise to sunset on Friday, May 8, 2026';

test.each([
  [
    'above a popular link',
    `${ORDER}. Popular now Gov. Fox of Iowa orders flags at half-staff Saturday for soldier`,
  ],
  [
    'above a numbered list of links',
    `${ORDER}. Watch: Video Trending 1. County fair sets record 2. Flags lowered until sunset Friday for Lima principal (April 10, 2026)`,
  ],
  [
    'above the end of a release',
    `May 4, 2026 - ${ORDER}. See the attachment. ### Share RELATED April 2, 2026 - Governor Poe Orders Flags to Half-Staff for Senator Roe on April 3`,
  ],
  [
    'above the links of a radio station',
    `${ORDER}. Newsletter Signup LATEST FROM LIMA PUBLIC MEDIA METRO cancels Inner Belt project Ohio flags ordered lowered Friday for officer`,
  ],
  [
    'below links to other articles',
    `MOST READ Flags to be lowered May 15 for peace officers Bridge closes for repairs Governor orders flags at half-staff for trooper May 4, 2026 COLUMBUS, Ohio - ${ORDER}.`,
  ],
  ['below a headline and a date', `Governor Orders Flags to Half-Staff May 4, 2026 ${ORDER}.`],
])('the order reader finds one order in a text without line breaks: %s', (_where, text) => {
  expect(summaryOf(text)).toBe(`half | governor | OH | ${PERIOD}`);
});

test.each([
  [
    'the flag of missing soldiers',
    'Governor Orders Flags to Half-Staff May 4, 2026 Governor Ann Poe of Ohio has ordered the POW/MIA flag flown at half-staff from sunrise to sunset on Friday, May 8, 2026.',
  ],
  [
    'a withdrawn notice',
    'Sent: Thursday, May 7, 2026 10:22 AM Subject: DISREGARD: Flag Notice sent in error Good morning, The flag notice that went out today was a test of our mailing system and was sent in error. Flags in Ohio are NOT ordered to half-staff tomorrow. Please keep your flags at full-staff. Ohio Department of Administration >>> Original message > TEST - Governor Poe is directing flags to be flown at half-staff statewide on Friday, May 8, 2026, from sunrise to sunset.',
  ],
])('the order reader finds no order in a text without line breaks about %s', (_what, text) => {
  expect(summaryOf(text)).toBe('none');
});

test('the order reader leaves the start empty if a form without line breaks contradicts the order below it', () => {
  const text =
    'Flag Status Reason: In Honor of Former Auditor Jan Roe Half-Staff Start Date: 2026-05-08 Half-Staff End Date: 2026-05-09 Governor Ann Poe has ordered the United States and Ohio flags at state buildings to be lowered to half-staff, effective immediately, and remain at half-staff until sunset on Saturday, May 9, 2026. Posted: May 4, 2026';
  expect(summaryOf(text)).toBe('half | governor | OH | null - sunset 2026-05-09');
});

test.each([
  [
    'recognition of Memorial\nDay',
    'Governor Poe hereby directs that Ohio and United\nStates flags at all state agency facilities be\nlowered to half-staff on Monday, May 25, 2026, in\nrecognition of Memorial\nDay.\n\nFlags should remain at half-staff until noon on Monday, May\n25, 2026.',
    'sunrise 2026-05-25 - noon 2026-05-25',
  ],
  [
    'Half-staff Jan.\n23-24',
    'Subject: FW: FLAG STATUS - Half-staff Jan.\n23-24\nSent: Thursday, January 22, 2026\n\nGovernor Ann Poe has ordered that flags at\nall state buildings in Ohio be lowered to half-staff from\nsunrise on Friday, January 23, to sunset on Saturday,\nJanuary 24.',
    'sunrise 2026-01-23 - sunset 2026-01-24',
  ],
])('the order reader joins two lines of a wrapped date or name: "%s"', (_lines, text, period) => {
  expect(summaryOf(text)).toBe(`half | governor | OH | ${period}`);
});
