import type { OrderReach, OrderTerms, ReachKind } from '@halyard/domain';
import { afterEach, expect, test } from 'vitest';
import { updateCompany } from '../../customers/companies/companies.ts';
import { holdPole } from '../inEffect/poleStatus.ts';
import { approveOrder, cancelOrder, createOrder, updateOrder } from '../orders/orders.ts';
import { overview } from '../overview/overview.ts';
import { createEngineWorld, type EngineWorld, type WorldPole } from '../testing/engineWorld.ts';
import { dryRun } from './dryRun.ts';
import { preview } from './preview.ts';
import { halfStaffRelease } from './release.ts';

let world: EngineWorld;
afterEach(() => world.close());

const NOON = '2026-03-02T12:00:00-05:00';
const terms: OrderTerms = {
  authority: 'president',
  kind: 'half',
  reason: 'Death of a former President',
  sourceUrl: null,
  issuedAt: Date.parse(NOON),
  scope: { kind: 'all' },
  starts: { kind: 'immediately' },
  ends: { kind: 'sunset', date: '2026-03-04' },
};

const counts = ({ poles }: OrderReach) =>
  Object.fromEntries(
    Object.entries(poles).flatMap(([kind, { count }]) => (count > 0 ? [[kind, count]] : [])),
  ) as Partial<Record<ReachKind, number>>;
const now = async () => {
  const { holding } = await overview(world.ctx, world.poles);
  return counts(holding[0]!.reach!);
};

/**
 * Creates three poles that are up, one that is down, one that does not follow orders, one that is
 * held, and one that is offline.
 */
async function fleet(): Promise<WorldPole[]> {
  world = await createEngineWorld(NOON);
  const up = [];
  for (const state of ['NY', 'NY', 'CA']) up.push(await world.addPole({ state }));
  await world.addPole({ position: 'down' });
  await world.addPole({ optedIn: false });
  const held = await world.addPole();
  const expires = { kind: 'at', at: world.now() + 48 * 3_600_000 } as const;
  await holdPole(world.ctx, held.id, { reason: 'Parade', expires });
  const offline = await world.addPole();
  offline.isOnline = false;
  await world.goTo(world.now() + 10 * 60_000);
  return up;
}

test('the preview, approval, overview and dry run of an order give the same numbers of poles', async () => {
  await fleet();
  const chain = { moves: 3, down: 1, optedOut: 1, held: 1, offline: 1 };
  const seen = await preview(world.ctx, world.poles, { terms });
  expect(seen).toMatchObject({ inScope: 7, follow: 6, engineIsOn: false, isEmpty: false });
  expect(counts(seen)).toEqual(chain);
  const { id, revision } = await createOrder(world.ctx, terms);
  await approveOrder(world.ctx, id, { revision });
  expect(await now()).toEqual(chain);
  expect(counts(await preview(world.ctx, world.poles, { orderId: id, terms }))).toEqual(chain);
  const run = await dryRun(world.ctx, world.poles);
  expect(run).toMatchObject({ inScope: 6, offline: 1, locked: 0 });
  expect(run.days[0]).toMatchObject({ poles: 3, held: 0, source: { key: `order:${id}` } });

  await world.switchEngine(true);
  await world.settle();
  expect(await now()).toEqual({ there: 3, down: 1, optedOut: 1, held: 1, offline: 1 });
});

test('the preview of an amendment shows which poles leave half-staff', async () => {
  const [, , california] = await fleet();
  await world.switchEngine(true);
  const { id, revision } = await world.order(terms);
  await world.settle();
  const amended: OrderTerms = { ...terms, scope: { kind: 'states', states: ['NY'] } };
  const seen = await preview(world.ctx, world.poles, { orderId: id, terms: amended });
  expect(seen.rising).toMatchObject({ count: 1, names: [{ id: california!.id }] });
  expect(counts(seen).there).toBe(2);
  await updateOrder(world.ctx, id, { revision, ...amended });
  await world.settle();
  expect(california!.position).toBe('up');
});

test('the preview of canceling an order, or of no longer following it, lists exactly the poles that will go up', async () => {
  const up = await fleet();
  await world.switchEngine(true);
  const { id } = await world.order(terms);
  await world.settle();
  const [first] = up;
  const byCompany = await halfStaffRelease(world.ctx, world.poles, { companyId: first!.companyId });
  expect(byCompany.risingIds).toEqual([first!.id]);
  expect(byCompany.rising).toMatchObject({ count: 1, names: [{ id: first!.id }] });
  await updateCompany(world.ctx, first!.companyId, { autoHalfMast: false });
  await world.goTo(world.now() + 60_000);
  expect(first!.position).toBe('up');
  const left = await halfStaffRelease(world.ctx, world.poles, { orderId: id });
  expect(left).toMatchObject({ engineIsOn: true, offline: 0, lowering: 0 });
  expect(left.risingIds?.toSorted()).toEqual(
    up
      .slice(1)
      .map((p) => p.id)
      .sort(),
  );
  await cancelOrder(world.ctx, id, { why: 'Over' });
  await world.settle();
  expect(up.map(({ position }) => position)).toEqual(['up', 'up', 'up']);
});

test('the preview of canceling an exception shows how many poles go to half-staff', async () => {
  await fleet();
  await world.switchEngine(true);
  await world.order(terms);
  const exception = await world.order({ ...terms, kind: 'full' });
  await world.settle();
  const release = await halfStaffRelease(world.ctx, world.poles, { orderId: exception.id });
  expect(release).toMatchObject({ rising: { count: 0 }, risingIds: [], lowering: 4 });
});

test('an order that would never be in effect cannot be approved, but an approved order can be amended to end in the past', async () => {
  await fleet();
  const over = { ...terms, ends: { kind: 'noon', date: '2026-03-02' } } as const;
  await world.goTo('2026-03-02T15:30:00-05:00');
  expect(await preview(world.ctx, world.poles, { terms: over })).toMatchObject({ isEmpty: true });
  const draft = await createOrder(world.ctx, over);
  await expect(approveOrder(world.ctx, draft.id, { revision: draft.revision })).rejects.toThrow(
    'This order would never be in effect',
  );
  const open = await world.order({ ...terms, ends: { kind: 'open' } });
  const ended = await updateOrder(world.ctx, open.id, { revision: open.revision, ends: over.ends });
  expect(ended.version).toBe(2);
  expect((await overview(world.ctx, world.poles)).holding).toEqual([]);
});
