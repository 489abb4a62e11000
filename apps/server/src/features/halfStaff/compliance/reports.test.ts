import { afterEach, expect, test, vi } from 'vitest';
import { appendToLedger } from '../ledger/append.ts';
import { createEngineWorld, type EngineWorld } from '../testing/engineWorld.ts';
import { complianceCsv } from './csv.ts';
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

test('a large compliance report is kept in memory for 20 times as long as it took to compute, and a small one is not kept', async () => {
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

test('the compliance CSV file is read from the ledger while it is being sent, but leaves out entries added after the download began', async () => {
  world = await createEngineWorld('2026-05-25T08:00:00-04:00');
  for (let index = 0; index < 60; index++) await addEntry(`pole-${index}`);
  const { parts, rows } = await complianceCsv(world.ctx, world.poles, SOURCE);
  expect(rows).toBe(61);
  const selects = vi.spyOn(world.services.db.queries, 'selectFrom');
  const ledgerReads = () => selects.mock.calls.filter(([table]) => table === 'ledger').length;
  const reads: number[] = [];
  let text = '';
  for await (const part of parts) {
    if (reads.length === 0) await addEntry('late');
    reads.push(ledgerReads());
    text += part;
  }
  expect(reads.slice(0, 3)).toEqual([1, 2, 3]);
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(62);
  expect(lines.at(-1)).toMatch(/^Ledger head,60:/);
  expect(text).not.toContain('late');
});
