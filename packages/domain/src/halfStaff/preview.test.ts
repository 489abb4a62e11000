import { expect, test } from 'vitest';
import { momentInZone } from '../places/zoneClock.ts';
import { orderOf, poleIn } from '../testing/halfStaff.ts';
import type { Pole } from './pole.ts';
import { type PreviewedPole, previewOrder } from './preview.ts';

const NOW = momentInZone('America/New_York', '2026-03-01', '12:00');
const pole = (
  id: string,
  state: string,
  more: Partial<Pole> = {},
  isOnline = true,
): PreviewedPole => ({
  pole: poleIn(state, more),
  ref: { id, name: id, location: 'L', company: 'C', companyId: 'c1' },
  isOnline,
});
const draft = orderOf({
  status: 'draft',
  approvedAt: null,
  scope: { kind: 'states', states: ['NY', 'VT', 'CA'] },
  starts: { kind: 'sunrise', date: '2026-03-02' },
  ends: { kind: 'noon', date: '2026-03-03' },
});
const hold = { id: 'h', reason: 'r', by: 'ann', createdAt: 0, commandId: null };
const poles = [
  pole('ny', 'NY'),
  pole('vt', 'VT', {}, false),
  pole('ca', 'CA', { hold: { ...hold, expires: { kind: 'at', at: NOW + 1 } } }),
  pole('was-held', 'CA', { hold: { ...hold, expires: { kind: 'at', at: NOW } } }),
  pole('locked', 'CA', { lock: { by: 'u', byName: 'bob', reason: 'r', at: 0 } }),
  pole('out', 'NY', { optedIn: false }, false),
  pole('elsewhere', 'TX'),
];
const ids = (refs: { id: string }[]) => refs.map(({ id }) => id);

test('before an order is approved it shows which poles would follow, and which cannot', () => {
  const preview = previewOrder(draft, poles, { orders: [], confirmedDays: [] }, NOW);
  expect(preview).toMatchObject({ inScope: 6, follow: 5 });
  expect(ids(preview.optedOut)).toEqual(['out']);
  expect(ids(preview.offline)).toEqual(['vt']);
  expect(ids(preview.held)).toEqual(['ca']);
  expect(ids(preview.locked)).toEqual(['locked']);
});

test('and when, by their own clocks', () => {
  const { zones } = previewOrder(draft, poles, { orders: [], confirmedDays: [] }, NOW);
  expect(zones.map(({ timeZone, poles }) => [timeZone, poles])).toEqual([
    ['America/New_York', 2],
    ['America/Los_Angeles', 3],
  ]);
  const [east, west] = zones;
  expect(east!.from.latest - east!.from.earliest).toBeGreaterThan(5 * 60_000);
  expect(west!.from.latest).toBe(west!.from.earliest);
  const noon = momentInZone('America/Los_Angeles', '2026-03-03', '12:00');
  expect(west!.until).toEqual({ earliest: noon, latest: noon });
});

test('an order for at once begins now, and an open one has no end', () => {
  const atOnce = { ...draft, starts: { kind: 'immediately' }, ends: { kind: 'open' } } as const;
  const { zones } = previewOrder(atOnce, poles, { orders: [], confirmedDays: [] }, NOW);
  for (const zone of zones) {
    expect(zone.from).toEqual({ earliest: NOW, latest: NOW });
    expect(zone.until).toBe(null);
  }
});

test('an order that is over for a pole moves it not', () => {
  const late = momentInZone('America/New_York', '2026-03-03', '13:00');
  const { zones } = previewOrder(draft, poles, { orders: [], confirmedDays: [] }, late);
  expect(zones.map(({ timeZone }) => timeZone)).toEqual(['America/Los_Angeles']);
});
