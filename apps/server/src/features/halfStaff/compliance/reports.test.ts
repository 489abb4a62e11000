import { afterEach, expect, test, vi } from 'vitest';
import { appendToLedger } from '../ledger/append.ts';
import { createEngineWorld, type EngineWorld } from '../testing/engineWorld.ts';
import { ComplianceReports } from './reports.ts';

const SOURCE = { kind: 'source', key: 'day:2026-05-25' } as const;
let world: EngineWorld;
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const addEntry = (id: string) =>
  world.services.db.transaction((trx) =>
    appendToLedger(trx, [
      {
        kind: 'should-be',
        at: world.now(),
        flag: { id, name: id },
        company: { id: 'acme', name: 'Acme' },
        sourceKey: SOURCE.key,
        body: { position: 'half', keys: [SOURCE.key], title: 'Memorial Day', reported: 'half' },
      },
    ]),
  );

test('a long compliance report is kept for 20 times as long as it took to compute, and a short one is not kept', async () => {
  world = await createEngineWorld('2026-05-25T08:00:00-04:00');
  const short = new ComplianceReports(world.poles);
  const long = new ComplianceReports(world.poles, { keptFrom: 1 });
  const counts = async () =>
    [await short.get(world.ctx, SOURCE), await long.get(world.ctx, SOURCE)].map(
      ({ results }) => results.length,
    );
  await addEntry('a');
  let time = performance.now();
  // Each report takes some seconds.
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000));
  expect(await counts()).toEqual([1, 1]);
  await addEntry('b');
  expect(await counts()).toEqual([2, 1]);
  time += 600_000;
  expect(await counts()).toEqual([2, 2]);
});

test('simultaneous requests for the same compliance report share one computation', async () => {
  world = await createEngineWorld('2026-05-25T08:00:00-04:00');
  const reports = new ComplianceReports(world.poles);
  await addEntry('a');
  const [first, second] = await Promise.all([
    reports.get(world.ctx, SOURCE),
    reports.get(world.ctx, SOURCE),
  ]);
  expect(second).toBe(first);
  expect(await reports.get(world.ctx, SOURCE)).not.toBe(first);
});
