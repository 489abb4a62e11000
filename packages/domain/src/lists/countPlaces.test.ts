import { expect, test } from 'vitest';
import { comparePlaces, countPlaces, firstPlaces, type PlacedFlag } from './countPlaces.ts';

const flag = (
  id: string,
  company: string,
  location: string,
  openAlerts: PlacedFlag['openAlerts'] = [],
) => ({
  id,
  companyId: company.toLowerCase(),
  company,
  locationId: location,
  location,
  openAlerts,
});

const flags = [
  flag('a1', 'Acme', 'Hall'),
  flag('a2', 'Acme', 'Depot', ['voltage', 'offline']),
  flag('b1', 'Birch', 'Park'),
];

test('the summary of companies or locations counts poles, offline poles and online poles with an alert, and lists the most affected first', () => {
  expect(countPlaces(flags, true, ({ id }) => id !== 'a2')).toEqual([
    { id: 'acme', name: 'Acme', poles: 2, offline: 1, alerts: 1 },
    { id: 'birch', name: 'Birch', poles: 1, offline: 0, alerts: 0 },
  ]);
  expect(countPlaces(flags, false, () => true).map(({ name }) => name)).toEqual([
    'Depot',
    'Hall',
    'Park',
  ]);
});

test('selecting the first few companies or locations gives the same result as sorting all of them', () => {
  const places = Array.from({ length: 30 }, (_, n) => ({
    id: `p${n}`,
    name: `Place ${(n * 7) % 30}`,
    poles: 4,
    offline: (n * 11) % 4,
    alerts: (n * 5) % 3,
  }));
  const sorted = [...places].sort(comparePlaces);
  for (const most of [1, 8, 40]) expect(firstPlaces(places, most)).toEqual(sorted.slice(0, most));
});
