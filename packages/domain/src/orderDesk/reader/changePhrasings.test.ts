import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';

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
  'the order reader does not read a sentence about another subject as a change to an order: "%s"',
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
  'the order reader recognizes a change of the period of mourning: "the Governor %s"',
  (words, change) => {
    const text = `Governor Ann Poe ${words} for former Congressman Jan Roe at the request of his family. Flags on all public buildings throughout Ohio will remain at half-staff only until sunset on Saturday, May 9, 2026, and not until Thursday as first ordered.`;
    expect(summaryOf(text)).toBe(
      `half | governor | OH | immediately - sunset 2026-05-09 | ${change}`,
    );
  },
);
