import { expect, test } from 'vitest';
import { readRecord } from '../flags/record.ts';
import { viewFlag } from '../flags/view.ts';
import {
  readFleetSummary,
  type SummarisedFlag,
  summariseFleet,
  switchesOn,
} from './fleetSummary.ts';

const NOW = Date.UTC(2026, 4, 25);

function flag(
  location: string,
  facts: Partial<SummarisedFlag>,
  node: Record<string, unknown> = {},
  secondsAgo = 5,
): SummarisedFlag {
  const lastSeen = NOW / 1000 - secondsAgo;
  const view = viewFlag(readRecord({ reported: { flagUp: true, lastSeen }, ...node }), NOW);
  return {
    companyId: 'acme',
    company: 'Acme',
    locationId: location,
    location,
    state: 'OH',
    autopilot: 'follows',
    openAlerts: [],
    ...facts,
    view: { ...view, on: switchesOn(view) },
  };
}

const LOCK = { reason: 'Rope', by: 'u', byName: 'Ann', at: NOW };
const lampOn = { reported: { flagHalf: true, lamp: true, lastSeen: NOW / 1000 } };
const flags = [
  flag('Hall', { openAlerts: ['voltage', 'wrong-position'] }),
  flag('Hall', { autopilot: 'held' }, lampOn),
  flag('Depot', { openAlerts: ['voltage', 'offline'] }, {}, 900),
  flag('Park', { companyId: 'birch', company: 'Birch', state: 'VA' }, { lock: LOCK }),
];

test('a fleet summary counts alerts, companies, locations, and flags (in total, by filter and by master control)', () => {
  expect(summariseFleet(flags, true)).toEqual({
    total: 4,
    online: 3,
    alerts: 1,
    otherAlerts: { 'wrong-position': 1, offline: 1 },
    notConfirmed: 0,
    controls: { online: 2, locked: 1, on: { flagUp: 1, flagDown: 0, flagHalf: 1, lamp: 1 } },
    counts: {
      'show=online': 3,
      'show=offline': 1,
      'show=alert': 1,
      'show=locked': 1,
      'position=up': 3,
      'position=half': 1,
      'autopilot=follows': 3,
      'autopilot=held': 1,
      'state=OH': 3,
      'state=VA': 1,
    },
    companies: 2,
    locations: 3,
    places: [
      { id: 'acme', name: 'Acme', poles: 3, offline: 1, alerts: 2 },
      { id: 'birch', name: 'Birch', poles: 1, offline: 0, alerts: 0 },
    ],
  });
  const { places } = summariseFleet(flags, false);
  expect(places.map(({ name }) => name)).toEqual(['Depot', 'Hall', 'Park']);
});

test('a fleet summary lists only the 8 companies or locations where the largest share of poles has problems', () => {
  const many = Array.from({ length: 12 }, (_, n) =>
    flag(`Site ${n}`, n % 2 ? { openAlerts: ['voltage'] } : {}),
  );
  const { places, locations } = summariseFleet(many, false);
  expect(locations).toBe(12);
  expect(places.map(({ name }) => name)).toEqual([1, 3, 5, 7, 9, 11, 0, 2].map((n) => `Site ${n}`));
});

test("a fleet summary can still be read after the realtime database has removed the summary's empty fields", () => {
  const empty = summariseFleet([], true);
  const { otherAlerts: _, counts: __, places: ___, ...kept } = empty;
  expect(readFleetSummary(kept)).toEqual(empty);
  const full = summariseFleet(flags, false);
  expect(readFleetSummary(JSON.parse(JSON.stringify(full)))).toEqual(full);
  expect(readFleetSummary(null)).toBeNull();
});
