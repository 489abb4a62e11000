import { describe, expect, test } from 'vitest';
import type { OrderReading } from './reading.ts';
import { readOrders } from './readOrders.ts';

const readAll = (text: string): OrderReading[] => readOrders(text, { readOn: '2026-05-05' });
const read = (text: string): OrderReading => {
  const orders = readAll(text);
  expect(orders).toHaveLength(1);
  return orders[0]!;
};
/** Returns the start and end of the only order as a short string. */
const period = (text: string): string => {
  const { starts, ends } = read(text);
  return [starts?.value, ends?.value]
    .map((point) => (point ? Object.values(point).join(' ') : 'null'))
    .join(' - ');
};
const states = (text: string): string | null => {
  const scope = read(text).scope?.value;
  return scope?.kind === 'states' ? scope.states.join(' ') : (scope?.kind ?? null);
};

const ORDER = 'Governor Poe of Iowa has ordered flags at half-staff';

describe('the period of an order', () => {
  test.each([
    ['from sunrise May 7th through sunset May 9th, 2026', 'sunrise 2026-05-07 - sunset 2026-05-09'],
    [
      'from sunrise on Thursday 7 May 2026 to sunset on Saturday 9 May 2026',
      'sunrise 2026-05-07 - sunset 2026-05-09',
    ],
    [
      'from sunrise on Dec. 30 through sunset on Jan. 3, 2026',
      'sunrise 2025-12-30 - sunset 2026-01-03',
    ],
    ['from sunrise 12/30/2025 until sunset 1/3/2026', 'sunrise 2025-12-30 - sunset 2026-01-03'],
    ['between sunrise and sunset on May 7, 2026', 'sunrise 2026-05-07 - sunset 2026-05-07'],
    [
      'from 8 a.m. to 5 p.m. on Friday, May 8, 2026',
      'time 2026-05-08 08:00 - time 2026-05-08 17:00',
    ],
    [
      'from 12 noon on May 7, 2026 until 12 noon on May 9, 2026',
      'time 2026-05-07 12:00 - noon 2026-05-09',
    ],
    ['from midnight on May 7, 2026 until 6 p.m. on May 9, 2026', 'null - time 2026-05-09 18:00'],
    ['from sunset on May 7, 2026 until sunset on May 9, 2026', 'null - sunset 2026-05-09'],
    ['until sunset, September 31, 2026', 'immediately - null'],
    ['until sunset on or about May 9, 2026', 'null - null'],
    [
      'immediately on Monday, May 4, 2026, until sunset on the day of interment',
      'immediately - open',
    ],
  ])('is recognized in "%s"', (words, expected) => {
    expect(period(`${ORDER} ${words}.`)).toBe(expected);
  });

  test.each([
    'This takes effect immediately and ends at sunset on May 9, 2026.',
    'That starts immediately; it ends at sunset on May 9, 2026.',
    'The order is effective immediately and expires at sunset on May 9, 2026.',
    'It begins immediately and lasts until sunset on May 9, 2026.',
    'They go down immediately and stay down until sunset on May 9, 2026.',
  ])('is found in the next sentence: "%s"', (next) => {
    expect(period(`Flags in Iowa were ordered to half-staff today by Gov. Poe. ${next}`)).toBe(
      'immediately - sunset 2026-05-09',
    );
  });

  test.each([
    'When: Friday, May 8, 2026, sunrise to sunset',
    'When: Friday, May 8, 2026, from sunrise to sunset',
    'When: sunrise to sunset on Friday, May 8, 2026',
    '- Start: sunrise, May 8, 2026\n- End: sunset, May 8, 2026',
    '* From: May 8, 2026 (sunrise)\n* To: May 8, 2026 (sunset)',
    'Dates: May 8, 2026 at sunrise - May 8, 2026 at sunset',
    'Begins: sunrise, May 8, 2026 | Ends: sunset, May 8, 2026',
  ])('is recognized in labeled rows: "%s"', (rows) => {
    expect(period(`${ORDER}.\n${rows}`)).toBe('sunrise 2026-05-08 - sunset 2026-05-08');
  });

  test.each([
    'Visitation\nStart: 4 p.m., Thursday, May 7, 2026\nEnd: 8 p.m., Thursday, May 7, 2026',
    'When: Saturday, May 9, 2026, from 10 a.m. to noon\nWhat: Funeral of Kyle Sand',
    'Funeral service\nWhen: Friday, May 8, 2026, from 10 a.m. to noon',
  ])('is not taken from the hours of a ceremony: "%s"', (rows) => {
    expect(period(`${ORDER} until sunset on May 10, 2026.\n\n${rows}`)).toBe(
      'immediately - sunset 2026-05-10',
    );
    expect(period(`${ORDER}.\n\n${rows}`)).toBe('null - null');
  });

  test('is recognized in a form whose title mentions the flag position', () => {
    const form =
      'Half-staff notice\nWho: Governor Ann Poe\nWhere: all state buildings in Iowa\nStart: sunrise, Friday, May 8, 2026\nEnd: sunset, Friday, May 8, 2026\nReason: Trooper Kyle Sand';
    expect(period(form)).toBe('sunrise 2026-05-08 - sunset 2026-05-08');
    expect(states(form)).toBe('IA');
    expect(read(form).reason?.value).toBe('Trooper Kyle Sand');
  });

  test('takes its year from the date of the announcement', () => {
    expect(
      period(
        'Flags in Iowa were ordered lowered today, May 4, 2026, by Governor Poe. They stay at half-staff until sunset on Friday, May 8.',
      ),
    ).toBe('immediately - sunset 2026-05-08');
  });

  test('is not assumed to begin on the day when the order was given', () => {
    expect(period('On May 1, 2026, Governor Poe of Iowa ordered flags at half-staff.')).toBe(
      'null - null',
    );
  });
});

describe('the order reader, given conflicting statements', () => {
  test.each([
    [
      'Flags lowered through May 10',
      'immediately until sunset on May 8, 2026',
      'immediately - null',
    ],
    ['Flags at half-staff on May 15, 2026', 'from sunrise to sunset on May 8, 2026', 'null - null'],
    [
      'Flags at half-staff until sunset on May 9, 2026',
      'until sunset on May 8, 2026',
      'immediately - null',
    ],
  ])('leaves a field empty if the title contradicts it: "%s"', (title, words, expected) => {
    expect(period(`${title}\n\n${ORDER} ${words}.`)).toBe(expected);
  });

  test('leaves the scope empty if the title mentions a different state', () => {
    expect(states(`Ohio flags at half-staff\n\n${ORDER} until sunset on May 8, 2026.`)).toBe(null);
  });

  test('leaves the authority empty if the title mentions a different official', () => {
    const { authority, scope } = read(
      `Mayor orders flags to half-staff\nMay 4, 2026 - ${ORDER} until sunset on May 8, 2026.`,
    );
    expect([authority, scope]).toEqual([null, null]);
  });

  test.each([
    'CORRECTION: until sunset on May 11, 2026.',
    'Update, May 9: The order now runs until sunset on May 12, 2026.',
    'UPDATE: The order has been extended to sunset on May 12, 2026.',
    'The Governor later extended it until sunset on May 12, 2026.',
  ])('leaves the end empty: "%s"', (later) => {
    expect(read(`${ORDER} until sunset on May 10, 2026. ${later}`).ends).toBe(null);
  });

  test('uses the new end of an extended order, even if another sentence mentions the original end', () => {
    const { amends, ends } = read(
      'Governor Poe of Iowa has extended the half-staff order through sunset on Saturday, May 9, 2026. It had been set to end at sunset on Thursday, May 7.',
    );
    expect(amends?.value).toBe('extends');
    expect(ends?.value).toEqual({ kind: 'sunset', date: '2026-05-09' });
  });
});

describe('an amendment', () => {
  test.each([
    'and extends his deepest sympathy to the family',
    'to honor Correction Officer Jan Roe',
    'and canceled a trip to Ames',
    'and extended an invitation to the service',
  ])('is not found in "%s"', (words) => {
    expect(read(`${ORDER} until sunset on May 9, 2026, ${words}.`).amends).toBe(null);
  });
});

describe('the scope of an order', () => {
  test.each([
    'for the victims in Cedar Hollow',
    'for Trooper Kyle Sand of Polk County',
    'in honor of former Representative Ed Sanchez of Story County',
    'for Bishop Aurelio Sanna of Ames',
    'following the death of Judge Ann Combs in Polk County',
  ])('does not come from the home state of the honored people: "%s"', (words) => {
    expect(states(`${ORDER} until sunset on May 9, 2026, ${words}.`)).toBe('IA');
  });

  test.each([
    'for Officer Jan Dekker: at public buildings throughout Polk County, and at the Statehouse',
    'at the Iowa State Capitol Complex and in Polk County',
    'in Story and Polk counties',
    'at public buildings in Ames to honor Jan Dekker',
    'in honor of Jan Dekker at all facilities across Polk County',
  ])('is not filled in if the order covers only part of a state: "%s"', (words) => {
    const { scope, narrower } = read(`${ORDER} until sunset on May 9, 2026, ${words}.`);
    expect(scope).toBe(null);
    expect(narrower).not.toBe(null);
  });

  test.each([
    [
      'The governor has ordered flags in all of Utah to half-staff until sunset on May 9, 2026.',
      'UT',
    ],
    [
      'Governors Ann Poe of Iowa and Bob Lee of Ohio have ordered flags to half-staff until sunset on May 9, 2026.',
      'IA OH',
    ],
    [
      'Flags in Kentucky are at half-staff until sunset on May 9, 2026. This is in accordance with the proclamation by the President.',
      'KY',
    ],
    ['Executive Order 14 puts flags in Nevada to half-staff until sunset on May 9, 2026.', 'NV'],
  ])('is recognized in "%s"', (text, expected) => {
    expect(states(text)).toBe(expected);
  });

  test("is the whole country for the President's order, and one state for a governor's order", () => {
    const orders = readAll(
      'The President ordered flags to half-staff until sunset on May 10, 2026. Governor Poe ordered flags in Iowa to half-staff until sunset on May 12, 2026.',
    );
    expect(orders.map(({ authority, scope }) => [authority?.value, scope?.value.kind])).toEqual([
      ['president', 'all'],
      ['governor', 'states'],
    ]);
  });
});

describe('reading the authority and reason of an order', () => {
  test.each([
    'Following the death of Senator Lou Vance, Nevada Governor Tom Rice ordered',
    'In honor of Senator Lou Vance, Gov. Rice of Nevada has ordered',
    'After the passing of Senator Lou Vance, the Governor of Nevada orders',
    'In accordance with the wishes of the family of Senator Lou Vance, Nevada Governor Rice has directed',
    'To honor the life of Senator Lou Vance, Governor Rice of Nevada hereby directs',
  ])('recognizes both after an introductory phrase: "%s"', (lead) => {
    const { authority } = read(`${lead} flags lowered to half-staff until sunset on May 9, 2026.`);
    expect(authority?.value).toBe('governor');
  });

  test.each([
    'It honors Delegate Moses Carr.',
    'The order honors Delegate Moses Carr.',
    'This proclamation commemorates Delegate Moses Carr.',
    'The order is in memory of Delegate Moses Carr.',
    'The lowering recognizes Delegate Moses Carr.',
  ])('finds both in the next sentence: "%s"', (next) => {
    expect(read(`${ORDER} until sunset on May 9, 2026. ${next}`).reason?.value).toBe(
      'Delegate Moses Carr',
    );
  });

  test.each([
    'Mayor Lee and Governor Poe of Iowa have ordered',
    'Governor Poe of Iowa and President Roe ordered',
    'Governor Poe and County Executive Lee today ordered',
  ])('leaves both empty if two offices give the order together: "%s"', (lead) => {
    const { authority } = read(`${lead} flags at half-staff until sunset on May 9, 2026.`);
    expect(authority).toBe(null);
  });

  test.each([
    'The funeral for Kyle Sand is on Saturday.',
    'Services for Kyle Sand will be held on Saturday.',
  ])('does not include the verb after the name in the reason: "%s"', (next) => {
    expect(read(`${ORDER} until sunset on May 9, 2026. ${next}`).reason?.value).toBe('Kyle Sand');
  });

  test('returns the authority that issues the order, not the one whose directive it follows', () => {
    const { authority } = read(
      "County Executive Lee, following the governor's directive, ordered flags at county buildings to half-staff until sunset on May 8, 2026.",
    );
    expect(authority?.value).toBe('county');
  });
});

describe('the order reader finds no order', () => {
  test.each([
    'WebLink - Chapter 7, Flags\n(g) The City Manager orders flags to half-mast\n(1) from the day of death until burial, for a councilmember.',
    'Sec. 4-102. (b) The County Executive directs that flags be flown at half-staff for a deceased employee from death until burial.',
    'Policy 12. The Governor orders flags to half-staff for fallen officers. The flag is lowered on the day of the funeral, from sunrise to sunset.',
    'Chapter 3. Flags. (a) The Governor orders the flags of the state to half-staff for 10 days from the death of a former governor.',
    'The Governor of Iowa orders all flags to half-staff for any Iowan killed in the line of duty, from sunrise to sunset on the day of the funeral.',
    'By tradition, the Governor directs flags at half-staff on the day of interment of a soldier from Iowa.',
    'The mayor of Dover shall order the flag to half-staff upon the death of a council member.',
  ])('in a legal code or a policy: "%s"', (text) => {
    expect(readAll(text)).toEqual([]);
  });

  test.each([
    'The last time was in April, when the governor ordered half-staff after the death of Bishop Sanna.',
    'Last April the governor ordered flags to half-staff for Bishop Sanna.',
    'In 2019, Governor Poe of Iowa ordered flags to half-staff until sunset on May 8, 2019.',
    'Flags were at half-staff on May 1, 2026 by order of Governor Poe of Iowa.',
  ])('in a report about the past: "%s"', (text) => {
    expect(readAll(text)).toEqual([]);
  });
});

test('the order reader finds an order after a line of punctuation marks', () => {
  expect(period(`${'-='.repeat(400)}\n${ORDER} until sunset on May 9, 2026.`)).toBe(
    'immediately - sunset 2026-05-09',
  );
});
