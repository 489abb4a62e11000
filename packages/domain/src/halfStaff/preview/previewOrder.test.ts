import { expect, test } from 'vitest';
import { orderOf, poleIn, previewAt } from '../../testing/halfStaff.ts';
import { momentInZone } from '../../time/zoneClock.ts';
import type { OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import type { Order } from '../orders/order.ts';
import type { ListedPole } from './orderReach.ts';
import { previewOrder as countsOf } from './previewOrder.ts';

/** Returns the preview of an order for the given poles. */
function previewOrder(
  order: Order,
  poles: readonly ListedPole[],
  facts: OrdersAndDays,
  now: number,
) {
  return previewAt(countsOf(order, facts, now), poles);
}

const NOW = momentInZone('America/New_York', '2026-03-01', '12:00');
const pole = (
  id: string,
  state: string,
  more: Partial<Pole> = {},
  isOnline = true,
): ListedPole => ({
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
  pole('ca', 'CA', { hold: { ...hold, expires: { kind: 'at', at: NOW + 40 * 3_600_000 } } }),
  pole('was-held', 'CA', { hold: { ...hold, expires: { kind: 'at', at: NOW + 1 } } }),
  pole('locked', 'CA', { lock: { by: 'u', byName: 'bob', reason: 'r', at: 0 } }),
  pole('out', 'NY', { optedIn: false }, false),
  pole('elsewhere', 'TX'),
];
const ids = (refs: { id: string }[]) => refs.map(({ id }) => id);

test('the preview of an order counts each pole in scope once, and its totals are correct', () => {
  const preview = previewOrder(draft, poles, { orders: [], confirmedDays: [] }, NOW);
  expect(preview).toMatchObject({ inScope: 6, follow: 5, later: 2, isEmpty: false });
  expect(ids(preview.poles.moves.names)).toEqual(['ny', 'was-held']);
  expect(ids(preview.poles.optedOut.names)).toEqual(['out']);
  expect(ids(preview.poles.offline.names)).toEqual(['vt']);
  expect(ids(preview.poles.held.names)).toEqual(['ca']);
  expect(ids(preview.poles.locked.names)).toEqual(['locked']);
});

test('the preview of an order shows when the order is in effect in each time zone', () => {
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

test('the preview of an immediate, open-ended order shows that it starts now and has no end', () => {
  const atOnce = { ...draft, starts: { kind: 'immediately' }, ends: { kind: 'open' } } as const;
  const { zones } = previewOrder(atOnce, poles, { orders: [], confirmedDays: [] }, NOW);
  for (const zone of zones) {
    expect(zone.from).toEqual({ earliest: NOW, latest: NOW });
    expect(zone.until).toBe(null);
  }
});

test("the preview of an order counts a pole as never affected if the order is already over in the pole's time zone", () => {
  const late = momentInZone('America/New_York', '2026-03-03', '13:00');
  const preview = previewOrder(draft, poles, { orders: [], confirmedDays: [] }, late);
  const { zones } = preview;
  expect(ids(preview.poles.never.names)).toEqual(['ny', 'vt']);
  expect(zones.map(({ timeZone }) => timeZone)).toEqual(['America/Los_Angeles']);
});

test('the preview of an order is empty if the order is over everywhere or would end before it starts', () => {
  const facts = { orders: [], confirmedDays: [] };
  const over = momentInZone('America/Los_Angeles', '2026-03-03', '12:00');
  expect(previewOrder(draft, poles, facts, over - 1).isEmpty).toBe(false);
  expect(previewOrder(draft, poles, facts, over).isEmpty).toBe(true);
  const night = {
    ...draft,
    starts: { kind: 'time', date: '2026-03-02', time: '22:00' },
    ends: { kind: 'sunset', date: '2026-03-02' },
  } as const;
  expect(previewOrder(night, poles, facts, NOW).isEmpty).toBe(true);
  // There are no poles in scope yet.
  expect(previewOrder(draft, [], facts, over).isEmpty).toBe(false);
  expect(previewOrder(draft, [], facts, NOW + 30 * 86_400_000).isEmpty).toBe(true);
});

test('the preview of an order lists poles that will be raised because an amendment removes them from the scope', () => {
  const stored = { ...draft, status: 'approved', approvedAt: NOW, scope: { kind: 'all' } } as const;
  const now = momentInZone('America/New_York', '2026-03-02', '15:00');
  const atHalf = { position: 'half', reported: 'half' } as const;
  const lowered = [
    pole('ny', 'NY', atHalf),
    pole('ca', 'CA', atHalf),
    pole('down', 'CA', { position: 'down' }),
  ];
  const amended = { ...stored, scope: { kind: 'states' as const, states: ['NY'] } };
  const facts = { orders: [stored], confirmedDays: [] };
  const preview = previewOrder(amended, lowered, facts, now);
  expect([preview.inScope, preview.poles.there.count]).toEqual([1, 1]);
  expect(ids(preview.rising.names)).toEqual(['ca']);
  expect(previewOrder(stored, lowered, facts, now).rising.count).toBe(0);
});
