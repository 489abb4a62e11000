import { expect, test } from 'vitest';
import { findOutages, type OfflinePole, type OutageGroup } from './outage.ts';

const MINUTE = 60_000;
const AT = Date.parse('2026-11-22T14:14:00Z');

interface Pole extends Omit<OfflinePole, 'offlineSince'> {
  isKnown: boolean;
  offlineSince: number | null;
}

/**
 * Returns the poles as one group with subgroups by company and location, as `findOutages` expects.
 */
function groupOf(
  poles: readonly Pole[],
  id: string | null = null,
  keys: readonly ('companyId' | 'locationId')[] = ['companyId', 'locationId'],
): OutageGroup {
  const [key, ...further] = keys;
  return {
    id,
    total: poles.length,
    known: poles.filter(({ isKnown }) => isKnown).length,
    offline: poles.filter((pole): pole is Pole & OfflinePole => pole.offlineSince !== null),
    parts: key
      ? [...new Set(poles.map((pole) => pole[key]))].map((each) => {
          const part = poles.filter((pole) => pole[key] === each);
          return groupOf(part, each, further);
        })
      : [],
  };
}
const outagesOf = (...poles: Pole[][]) => findOutages(groupOf(poles.flat()), 'fleet');

/** Returns `total` poles at one location, of which `offline` went offline within one minute. */
const site = (company: string, location: string, total: number, offline = 0, at = AT): Pole[] =>
  Array.from({ length: total }, (_, i) => ({
    companyId: company,
    locationId: `${company}-${location}`,
    isKnown: true,
    offlineSince: i < offline ? at - i * 1000 : null,
  }));
const found = (...poles: Pole[][]) =>
  outagesOf(...poles).map(({ shared, companyId, locationId, offline, total }) => [
    shared,
    locationId ?? companyId,
    `${offline} of ${total}`,
  ]);

test.each([
  ['3 offline poles out of 15 (one fifth) are an outage', 15, 3, ['3 of 15']],
  ['3 offline poles out of 16 (less than one fifth) are not an outage', 16, 3, []],
  ['2 offline poles out of 2 are not an outage', 2, 2, []],
  ['24 offline poles out of 24 are an outage', 24, 24, ['24 of 24']],
  ['0 offline poles out of 24 are not an outage', 24, 0, []],
])('outage detection: %s', (_what, total, offline, counts) => {
  expect(found(site('a', 'yard', total, offline)).map(([, , count]) => count)).toEqual(counts);
});

test("an outage's total includes poles that have never reported, but its share of offline poles ignores them", () => {
  const fresh = site('a', 'yard', 20).map((pole) => ({ ...pole, isKnown: false }));
  expect(found(site('a', 'yard', 5, 3), fresh)).toEqual([['location', 'a-yard', '3 of 25']]);
});

test('an outage is named after the smallest group (location, company or fleet) that includes all its poles', () => {
  expect(found(site('a', 'yard', 12, 11), site('a', 'depot', 30), site('b', 'park', 30))).toEqual([
    ['location', 'a-yard', '11 of 12'],
  ]);
  expect(
    found(site('a', 'yard', 12, 11), site('a', 'depot', 12, 11), site('b', 'park', 4)),
  ).toEqual([['company', 'a', '22 of 24']]);
  expect(found(site('a', 'yard', 12, 11), site('b', 'park', 12, 11))).toEqual([
    ['fleet', null, '22 of 24'],
  ]);
});

test('a company-wide outage is detected even if no single location has enough offline poles', () => {
  expect(found(site('a', 'yard', 2, 2), site('a', 'depot', 2, 2), site('b', 'park', 30))).toEqual([
    ['company', 'a', '4 of 4'],
  ]);
});

test('an outage grows to include a second location of the same company, but not a single pole at another company', () => {
  expect(found(site('a', 'yard', 22, 22), site('b', 'park', 3, 1))).toEqual([
    ['location', 'a-yard', '22 of 22'],
  ]);
  expect(found(site('a', 'yard', 10, 10), site('a', 'depot', 2, 2))).toEqual([
    ['company', 'a', '12 of 12'],
  ]);
});

test('two separate outages are detected at two locations of a large fleet', () => {
  expect(found(site('a', 'yard', 5, 5), site('b', 'park', 4, 4), site('c', 'field', 500))).toEqual([
    ['location', 'a-yard', '5 of 5'],
    ['location', 'b-park', '4 of 4'],
  ]);
});

test('poles that went offline more than ten minutes apart are not grouped into one outage, and do not merge two outages', () => {
  const spread = site('a', 'yard', 5, 5).map((pole, i) => ({
    ...pole,
    offlineSince: AT + i * 6 * MINUTE,
  }));
  expect(found(spread)).toEqual([]);
  expect(found(site('a', 'yard', 10, 8), site('a', 'depot', 10, 4, AT + 3 * 60 * MINUTE))).toEqual([
    ['location', 'a-yard', '8 of 10'],
    ['location', 'a-depot', '4 of 10'],
  ]);
});

test('an outage shows when its last pole stopped reporting, and how many companies and locations it affects', () => {
  expect(outagesOf(site('a', 'yard', 4, 4), site('b', 'park', 4, 4))).toEqual([
    {
      shared: 'fleet',
      companyId: null,
      locationId: null,
      offline: 8,
      total: 8,
      at: AT,
      companyIds: ['a', 'b'],
      locations: 2,
    },
  ]);
});
