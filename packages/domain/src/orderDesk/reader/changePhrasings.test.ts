import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';
import { readOrders } from './readOrders.ts';

const PERIOD = 'sunrise 2026-05-09 - sunset 2026-05-09';
const ORDER =
  'COLUMBUS, Ohio (May 6, 2026) - Governor Ann Poe has ordered flags in Ohio to be flown at half-staff from sunrise to sunset on Saturday, May 9, 2026, in honor of Trooper Jan Roe';

test.each([
  'who died after an extended illness',
  'who corrected generations of student papers',
  'whose term was extended twice',
  'who shortened a bridge',
  'and extends condolences to her extended family',
  'whose search was called off Tuesday',
])('the order reader does not read words about a person as a change to an order: "%s"', (words) => {
  expect(summaryOf(`${ORDER}, ${words}.`)).toBe(`half | governor | OH | ${PERIOD}`);
});

test.each([
  'The search for the other crew members goes on.',
  'The Governor extended the deadline for disaster aid and ordered it published.',
  'This order extends to all state agencies.',
  'The Governor declined to rescind the order.',
  'This order supersedes and rescinds any conflicting order.',
  'Executive Order 2024-3 is hereby rescinded.',
  'The parade and the flag ceremony have been canceled.',
])(
  'the order reader does not read a sentence about a different subject as a change to an order: "%s"',
  (sentence) => {
    expect(summaryOf(`${ORDER}. ${sentence}`)).toBe(`half | governor | OH | ${PERIOD}`);
  },
);

test.each([
  'The half-staff order for Trooper Roe has been extended through sunset on May 10, 2026, by Governor Ann Poe of Ohio.',
  'Governor Ann Poe of Ohio has lengthened the half-staff period until sunset on May 10, 2026.',
  'Governor Ann Poe of Ohio has renewed the half-staff order until sunset on May 10, 2026.',
])('the order reader recognizes the extension of an order: "%s"', (text) => {
  expect(summaryOf(text)).toBe('half | governor | OH | immediately - sunset 2026-05-10 | extends');
});

test('the order reader recognizes that an order ends early if the next sentence says so', () => {
  const text =
    'BATON ROUGE, La. (June 23, 2026) - Governor Ann Poe announced that the half-staff period for Judge Roe will end sooner than first ordered. Flags at all state buildings in Louisiana, lowered last Saturday, are to be returned to full-staff at sunset on Thursday, June 25, 2026.';
  expect(summaryOf(text)).toBe('half | governor | LA | null - sunset 2026-06-25 | ends-early');
});

test('the order reader recognizes a cancellation that is followed by "no new order has been signed"', () => {
  const text =
    "Governor Ann Poe of Ohio has rescinded yesterday's order to fly flags at half-staff. Flags are to stay at full-staff, and no new order has been signed.";
  expect(summaryOf(text)).toBe('half | governor | OH | null - null | cancels');
});

test.each([
  ['is shortening the period of mourning', 'ends-early'],
  ['is extending the period of mourning', 'extends'],
  ['has prolonged the mourning period', 'extends'],
])(
  'the order reader recognizes a change to the period of mourning: "the Governor %s"',
  (words, change) => {
    const text = `Governor Ann Poe ${words} for former Congressman Jan Roe at the request of his family. Flags on all public buildings throughout Ohio will remain at half-staff only until sunset on Saturday, May 9, 2026, and not until Thursday as first ordered.`;
    expect(summaryOf(text)).toBe(
      `half | governor | OH | immediately - sunset 2026-05-09 | ${change}`,
    );
  },
);

test.each([
  'The order was due to expire at sunset on Wednesday, May 6. It will now run',
  'It had been set to end at sunset on Wednesday, May 6. Flags will stay down',
])('the order reader recognizes an extension from a mention of the earlier end: "%s"', (words) => {
  const text = `BOISE, Idaho (May 4, 2026) - Governor Ann Poe's half-staff order for Trooper Jan Roe has been changed. ${words} until sunset on Friday, May 8, 2026, at all state buildings in Idaho, so that flags remain at half-staff through the funeral.`;
  expect(summaryOf(text)).toBe('half | governor | ID | immediately - sunset 2026-05-08 | extends');
});

test.each([
  'has moved up the end of the half-staff period',
  'has brought the end of the half-staff period forward',
  'ends the half-staff period early',
])('the order reader recognizes an end that was moved to an earlier day: "%s"', (words) => {
  const text = `PIERRE, S.D. - May 4, 2026 - Governor Ann Poe of South Dakota ${words} for Judge Jan Roe. Flags at all state buildings in South Dakota are to go back to full-staff at sunset on Tuesday, May 5, instead of at sunset on Saturday, May 9.`;
  expect(summaryOf(text)).toBe('half | governor | SD | null - sunset 2026-05-05 | ends-early');
});

test.each(['CORRECTION', 'The bulletin of this morning had an incorrect end date.'])(
  'the order reader recognizes a correction: "%s"',
  (words) => {
    expect(summaryOf(`${words}\n\n${ORDER}.`)).toBe(`half | governor | OH | ${PERIOD} | corrects`);
  },
);

test('the order reader does not use an end date from a sentence about a different person', () => {
  const text = `${ORDER.replace('from sunrise to sunset on', 'until sunset on')}. They were to go back up at sunset on Thursday, May 7, after the tribute to Officer Al Moe.`;
  expect(summaryOf(text)).toBe('half | governor | OH | immediately - sunset 2026-05-09');
});

test.each([
  [
    'said the half-staff period for Jan Roe will now end at sunset on May 6, not May 8',
    'ends-early',
  ],
  [
    'announced that the half-staff order for Jan Roe will now end at sunset on May 6 instead of May 8',
    'ends-early',
  ],
])(
  'the order reader recognizes a new end even if the sentence does not mention flags: "%s"',
  (words, change) => {
    const text = `DOVER, Del. (May 4, 2026) - Governor Ann Poe of Delaware ${words}.`;
    expect(summaryOf(text)).toBe(`half | governor | DE | null - sunset 2026-05-06 | ${change}`);
  },
);

test('the order reader leaves the type of change empty if the text does not say whether the new end is earlier or later', () => {
  const text =
    'DOVER, Del. (May 4, 2026) - By order of Governor Ann Poe of Delaware, the half-staff period for Jan Roe will now end at sunset on May 9.';
  expect(summaryOf(text)).toBe('half | governor | DE | null - sunset 2026-05-09');
});

test('the order reader recognizes days added to a half-staff period', () => {
  const text =
    'AUGUSTA, Maine (May 4, 2026) - Governor Ann Poe is adding two days to the half-staff period for Jan Roe. Flags at all state buildings in Maine will stay at half-staff until sunset on May 8.';
  expect(summaryOf(text)).toBe('half | governor | ME | immediately - sunset 2026-05-08 | extends');
});

test.each([
  'has cut the half-staff order for Judge Jan Roe short. Flags at all state buildings in Oklahoma return to full-staff at sunset on May 6 rather than Friday',
  'has ended the half-staff order for Judge Jan Roe. Flags in Oklahoma return to full-staff at sunset on May 6, three days early',
])('the order reader does not mistake the early end of an order for a new order: "%s"', (words) => {
  const text = `TULSA, Okla. (May 4, 2026) - Governor Ann Poe ${words}.`;
  expect(summaryOf(text)).toBe('half | governor | OK | null - sunset 2026-05-06 | ends-early');
});

test('the order reader does not treat an order in honor of a different person as an extension', () => {
  const text =
    'CONCORD, N.H. (May 4, 2026) - Governor Ann Poe has directed flags in New Hampshire to remain at half-staff until sunset on May 8 in memory of Councilor Jan Roe. Flags were to return to full-staff tonight after the tribute to Officer Al Moe.';
  expect(summaryOf(text)).toBe('half | governor | NH | immediately - sunset 2026-05-08');
});

test.each(['disregard', 'ignore'])(
  'the order reader treats "Please %s yesterday\'s order" as a cancellation, not as a new order',
  (verb) => {
    const text = `From: Mayor's Office, City of Salem, Oregon\nDate: May 4, 2026\n\nPlease ${verb} yesterday's order to lower City flags to half-staff on May 6 for Officer Jan Roe. Mayor Al Moe has pulled it back.`;
    expect(summaryOf(text)).toBe('half | city | narrower | null - null | cancels');
  },
);

test('the order reader recognizes a sentence that cancels the order in the previous sentence', () => {
  const text =
    'The half-staff observance announced for May 6, 2026, for Officer Jan Roe will not take place. Governor Ann Poe of Kansas has withdrawn her order.';
  expect(summaryOf(text)).toBe('half | governor | KS | null - null | cancels');
});

test('the order reader does not mistake the withdrawal of an unrelated order for a cancellation', () => {
  const text =
    'Flags in Kansas will not be lowered to half-staff on May 6, 2026. Governor Ann Poe of Kansas has withdrawn her order on water use.';
  expect(summaryOf(text)).toBe('none');
});

test('the order reader does not mistake the day in "not Saturday" for the end of an earlier order', () => {
  const text = ORDER.replace(
    'from sunrise to sunset on Saturday, May 9, 2026,',
    'until sunset on Friday, May 8, 2026 (not Saturday, May 9),',
  );
  expect(summaryOf(text)).toBe('half | governor | OH | immediately - sunset 2026-05-08');
});

test('the order reader uses the new end of an order, not the original one', () => {
  const text =
    'Governor Ann Poe of Ohio has shortened the period for which flags at state buildings are flown at half-staff in honor of Judge Jan Roe. The American and Ohio flags, which were lowered on Monday, May 4, and were to stay down through sunset on Friday, May 8, will now be returned to full-staff at sunset on Wednesday, May 6, 2026.';
  expect(summaryOf(text)).toBe('half | governor | OH | null - sunset 2026-05-06 | ends-early');
});

test('the order reader leaves the planned end empty if the text states only that the order ended early', () => {
  const text =
    'Governor Ann Poe of Ohio has ended her half-staff order early. Flags are to return to full-staff at sunset on Wednesday, May 6, 2026, and not on Friday as originally scheduled.';
  expect(summaryOf(text)).toBe('half | governor | OH | null - null | ends-early');
});

const DATELINE = 'ATLANTA, Ga.\nMay 5, 2026\n\n';
const EARLIER =
  'On May 1, 2026, Governor Ann Poe of Georgia ordered that flags be flown at half-staff until sunset on May 9, 2026, in honor of Officer Jan Roe.';

test.each([
  'Governor Poe has today directed that the flags be flown at half-staff until sunset on May 7, 2026.',
  'The Governor has now amended that order. Flags are to be flown at half-staff until sunset on May 7, 2026.',
])(
  'the order reader fills in the new end if a document changes the end of an order: "%s"',
  (sentence) => {
    expect(summaryOf(`${DATELINE}${EARLIER} ${sentence}`)).toBe(
      'half | governor | GA | immediately - sunset 2026-05-07 | ends-early',
    );
  },
);

test('the order reader does not mistake an order in honor of another person for a change to the earlier order', () => {
  const other =
    'Governor Poe today ordered that flags be flown at half-staff until sunset on May 7, 2026, in honor of Officer Lee Moe.';
  expect(summaryOf(`${DATELINE}${EARLIER} ${other}`)).not.toContain('ends-early');
});

test('the order reader finds the new end of an order that a governor has extended', () => {
  const text =
    'On April 30, 2026, Governor Ann Poe of Ohio ordered flags to half-staff until the interment of Judge Lee Roe. Governor Poe has now extended the period, and flags will remain at half-staff until sunset on Saturday, May 9, 2026.';
  const [order] = readOrders(`May 5, 2026\n\n${text}`, { readOn: '2026-05-05' });
  expect(order?.ends?.value).toEqual({ kind: 'sunset', date: '2026-05-09' });
  expect(order?.amends?.value).toBe('extends');
});
