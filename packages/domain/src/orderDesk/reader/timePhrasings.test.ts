import { expect, test } from 'vitest';
import { summaryOf } from '../testing/summaryOf.ts';
import { readOrders } from './readOrders.ts';

const order = (period: string): string =>
  `COLUMBUS, Ohio (May 6, 2026) - Governor Ann Poe has ordered flags in Ohio to be flown at half-staff ${period} in honor of Trooper Jan Roe.`;

test.each([
  'no later than 10 a.m. on May 7 and until sunset on May 9',
  'by noon on May 7 and until sunset on May 9',
  'before sunrise on May 7 and until sunset on May 9',
  'after sunset on May 7 until sunset on May 9',
  'an hour after sunrise on May 7 until sunset on May 9',
])(
  'the order reader leaves the start empty if the text says only that the period starts before or after a time: "%s"',
  (period) => {
    expect(summaryOf(order(period))).toBe('half | governor | OH | null - sunset 2026-05-09');
  },
);

test('the order reader does not mistake the day of an attack for the start of an order', () => {
  const text = order("after Monday's attack, from sunrise to sunset on May 9");
  expect(summaryOf(text)).toContain('sunrise 2026-05-09 - sunset 2026-05-09');
});

test.each(['on May 8, 9 and 10', 'on May 8, 9, 10 and 11, 2026', 'Saturday a week'])(
  'the order reader leaves the start and end empty for a list of days or an unclear day: "%s"',
  (period) => {
    expect(summaryOf(order(period))).toBe('half | governor | OH | null - null');
  },
);

test('the order reader leaves the end empty if a weekday in the title contradicts it', () => {
  const text = `Flags lowered through Sunday\n\n${order('from sunrise to sunset on Saturday, May 9, 2026,')}`;
  expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-09 - null');
});

test('the order reader does not mistake "today" in a title for the day of an order', () => {
  const text =
    'Flags at half-staff today\n\nCOLUMBUS, Ohio (May 6, 2026) - Governor Ann Poe has ordered flags in Ohio to be flown at half-staff in honor of Trooper Jan Roe.';
  expect(summaryOf(text)).toBe('half | governor | OH | null - null');
});

test.each([
  'from sun up on Friday, May 8, through sundown the following day',
  'from sun-up on Friday, May 8, until sun-down the next day',
  'from sunrise on Friday, May 8, until sunset of the following day',
])('the order reader understands "the next day" as the day after the start: "%s"', (period) => {
  expect(summaryOf(order(period))).toBe(
    'half | governor | OH | sunrise 2026-05-08 - sunset 2026-05-09',
  );
});

test('the order reader leaves the end empty if the text says "the next day" without naming a day before it', () => {
  expect(summaryOf(order('until sunset the following day'))).toBe(
    'half | governor | OH | immediately - null',
  );
});

test.each([
  'Per custom, flags should be at half-staff from sunrise and only until noon, when they are raised briskly to the top.',
  'By tradition, flags go back up at noon.',
  'As is customary, the flag is at half-staff until noon and then raised to full-staff.',
])(
  'the order reader ends a Memorial Day order at noon if the next sentence says so: "%s"',
  (sentence) => {
    const text = `${order('on Monday, May 25, in observance of Memorial Day,')} ${sentence}`;
    expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-25 - noon 2026-05-25');
  },
);

test('the order reader leaves the end of a Memorial Day order empty if the text states no hours', () => {
  const text = order('on Monday, May 25, in observance of Memorial Day,');
  expect(summaryOf(text)).toBe('half | governor | OH | sunrise 2026-05-25 - null');
});

test.each([
  ['2026-05-06', 'Friday, May 8', 'sunrise 2026-05-08 - sunset 2026-05-08'],
  // In a source's time zone, it may already be the next day.
  ['2026-05-09', 'Friday, May 8', 'sunrise 2026-05-08 - sunset 2026-05-08'],
  ['2025-12-30', 'Friday, January 2', 'sunrise 2026-01-02 - sunset 2026-01-02'],
  // The text is older than its publication.
  ['2026-05-06', 'Thursday, May 8', 'null - null'],
  ['2026-05-06', 'Friday, April 24', 'null - null'],
  ['2026-05-06', 'May 8', 'null - null'],
  ['2026-05-06', 'Friday', 'null - null'],
  [null, 'Friday, May 8', 'null - null'],
])(
  'the order reader uses the year of the publication date %s for a date that has a weekday but no year: "%s"',
  (publishedOn, day, period) => {
    const text = `Governor Ann Poe of Ohio directs that flags be flown at half-staff from sunrise to sunset on ${day}, in honor of Officer Roe.`;
    const [order] = readOrders(text, { readOn: '2026-05-06', publishedOn });
    const point = (found: { value: object } | null | undefined) =>
      found ? Object.values(found.value).join(' ') : 'null';
    expect(`${point(order?.starts)} - ${point(order?.ends)}`).toBe(period);
  },
);

test.each([
  ['until sunset on Friday, May 8, 2026', 'immediately - sunset 2026-05-08'],
  ['from May 6 through May 8, 2026', 'sunrise 2026-05-06 - null'],
])(
  'the order reader does not take the morning when flags return to full-staff as the last day of "%s"',
  (period, expected) => {
    const text = `COLUMBUS, Ohio (May 5, 2026) - Governor Ann Poe of Ohio has ordered flags lowered to half-staff ${period}, in honor of Jan Roe. Flags should be returned to full-staff for the morning of May 9.`;
    expect(summaryOf(text)).toBe(`half | governor | OH | ${expected}`);
  },
);
