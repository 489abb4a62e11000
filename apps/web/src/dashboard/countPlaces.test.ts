import { expect, test } from 'vitest';
import { makeFlag } from '@/flags/testing/flags.ts';
import { countPlaces } from './countPlaces.ts';

const flags = [
  makeFlag({ id: 'a1', companyId: 'acme', company: 'Acme', locationId: 'l1', location: 'Hall' }),
  makeFlag({
    id: 'a2',
    companyId: 'acme',
    company: 'Acme',
    locationId: 'l2',
    location: 'Depot',
    openAlerts: ['voltage', 'offline'],
  }),
  makeFlag({ id: 'b1', companyId: 'birch', company: 'Birch', locationId: 'l3', location: 'Park' }),
];

test('the location summary counts poles, offline poles and other alerts, with the most affected locations first', () => {
  expect(countPlaces(flags, true, (id) => id !== 'a2')).toEqual([
    { id: 'acme', name: 'Acme', poles: 2, offline: 1, alerts: 1 },
    { id: 'birch', name: 'Birch', poles: 1, offline: 0, alerts: 0 },
  ]);
  expect(countPlaces(flags, false, () => true).map(({ name }) => name)).toEqual([
    'Depot',
    'Hall',
    'Park',
  ]);
});
