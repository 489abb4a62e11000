import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bothEngines, openTestDatabase, type TestDatabase } from '../../../testing/engines.ts';
import { programArgs } from '../../../testing/serverProcess.ts';
import { appendToLedger, type LedgerNote, readHead } from './append.ts';
import { canonicalJson, EMPTY_HEAD, LEDGER_HEAD, type LedgerHead } from './chain.ts';
import { entriesOfPole } from './entries.ts';
import { verifyLedger } from './verify.ts';

const note = (n: number): LedgerNote => ({
  kind: 'reported',
  at: 1_800_000_000_000 + n,
  flag: { id: `f${n % 3}`, name: 'Mast “Ünïcode”' },
  company: { id: 'c1', name: 'Acme' },
  sourceKey: 'order:o1',
  body: { position: 'half', z: [1.5, { b: null, a: true }], a: n },
});

test('canonical JSON does not depend on the order of keys', () => {
  const value = { b: [2, { d: 'ü', c: null }], a: 1.5, u: undefined };
  expect(canonicalJson(value)).toBe('{"a":1.5,"b":[2,{"c":null,"d":"ü"}]}');
  expect(canonicalJson({ a: '"', b: 2 })).toBe(canonicalJson({ b: 2, a: '"' }));
});

describe.each(bothEngines)('the ledger on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.remove());
  beforeEach(async () => {
    await run('delete from ledger');
    await setHead(EMPTY_HEAD);
  });

  const setHead = (head: LedgerHead) =>
    database.db.queries
      .updateTable('settings')
      .set({ value: JSON.stringify(head) })
      .where('id', '=', LEDGER_HEAD)
      .execute();
  const append = (...numbers: number[]) =>
    database.db.transaction((trx) => appendToLedger(trx, numbers.map(note)));
  const verify = (...noted: LedgerHead[]) => verifyLedger(database.db.queries, noted);
  const run = (statement: string) => sql.raw(statement).execute(database.db.queries);

  test('chains each entry to the hash of the previous one, and can be verified even if it is empty', async () => {
    expect(await verify()).toEqual({ head: EMPTY_HEAD });
    await append(1, 2, 3);
    await append(4);
    const head = await readHead(database.db.queries);
    expect(head.count).toBe(4);
    expect(await verify()).toEqual({ head });
    const steps: [number, number][] = [];
    await verifyLedger(database.db.queries, [], (...step) => steps.push(step));
    expect(steps).toEqual([[4, 4]]);
    const { seq, prevHash, ...rest } = (
      await entriesOfPole(database.db.queries, 'f1', { since: 0, limit: 1 })
    )[0]!;
    expect([seq, rest.body]).toEqual([4, note(4).body]);
    const { hash, ...content } = rest;
    const text = canonicalJson({ ...content, seq, prevHash });
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
  });

  test('contains nothing from a failed transaction, and its entry numbers have no gaps', async () => {
    await append(1);
    const failed = database.db.transaction(async (trx) => {
      await appendToLedger(trx, [note(2)]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await append(3);
    expect(await verify()).toMatchObject({ head: { count: 2 } });
  });

  test('forms a single chain even if entries are appended at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => append(i, i + 100)));
    expect(await verify()).toMatchObject({ head: { count: 40 } });
  });

  test('can be verified even if it has too many entries to be read in one statement', async () => {
    await append(...Array.from({ length: 1201 }, (_, i) => i));
    expect(await verify()).toMatchObject({ head: { count: 1201 } });
  });

  test.each([
    ['changed body', `update ledger set body = '{"position":"up"}' where seq = 2`, 2, /changed/],
    ['changed time', 'update ledger set at = at + 60000 where seq = 3', 3, /changed/],
    ['changed reason', `update ledger set source_key = 'order:o2' where seq = 1`, 1, /changed/],
    ['invalid JSON', `update ledger set body = '{' where seq = 2`, 2, /not JSON/],
    ['entry removed', 'delete from ledger where seq = 2', 2, /missing: entry 3 follows/],
    ['wrong hash', `update ledger set hash = prev_hash where seq = 2`, 2, /changed/],
    ['first removed', 'delete from ledger where seq = 1', 1, /missing: entry 2 follows/],
    ['last removed', 'delete from ledger where seq >= 3', 3, /missing: there were 4 entries/],
    ['all removed', 'delete from ledger', 1, /missing: there were 4 entries/],
  ])(
    'detects tampering (%s), and names the first broken entry',
    async (_what, tampering, seq, fault) => {
      await append(1, 2, 3, 4);
      await run(tampering);
      expect(await verify()).toEqual({ seq, fault: expect.stringMatching(fault) });
    },
  );

  test('detects an entry that Halyard did not append', async () => {
    await append(1, 2);
    const before = await readHead(database.db.queries);
    await append(3);
    await setHead(before);
    expect(await verify()).toEqual({ seq: 3, fault: expect.stringContaining('not appended') });
  });

  test('detects removed or rewritten entries by comparison with an earlier head, even if the ledger matches the stored head', async () => {
    await append(1, 2, 3, 4);
    const noted = await readHead(database.db.queries);
    await run('delete from ledger');
    await setHead(EMPTY_HEAD);
    await append(1, 2, 3);
    expect(await verify()).toMatchObject({ head: { count: 3 } });
    expect(await verify(noted)).toEqual({ seq: 4, fault: expect.stringContaining('missing') });
    await append(5);
    expect(await verify(noted)).toEqual({ seq: 4, fault: expect.stringContaining('rewritten') });
  });
});

describe('npm run verify-ledger', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openTestDatabase('sqlite');
    await database.db.transaction((trx) => appendToLedger(trx, [note(1), note(2)]));
  });
  afterEach(() => database.remove());

  const cli = async (...args: string[]) => {
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database.db.queries);
    const node = [...programArgs('features/halfStaff/ledger/verifyCli'), ...args];
    const env = { ...process.env, DATABASE_URL: '', DATA_DIR: path.dirname(rows[0]!.file) };
    return promisify(execFile)(process.execPath, node, { env }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
    );
  };

  test('reports that a ledger is intact, and prints its head for later checks', async () => {
    const { code, said } = await cli();
    const head = /^Head: (2:[0-9a-f]{64})$/m.exec(said)?.[1] ?? '';
    expect([code, said]).toEqual([0, expect.stringContaining('The ledger is intact: 2 entries.')]);
    expect((await cli(head)).code).toBe(0);
    expect(await cli('--head', head)).toMatchObject({
      code: 0,
      said: expect.stringContaining('The kept head matches.'),
    });
    expect((await cli('--head')).code).toBe(1);
    const other = await cli(`2:${'f'.repeat(64)}`);
    expect([other.code, other.said]).toEqual([
      1,
      expect.stringMatching(/^The ledger is broken at entry 2: /),
    ]);
  });

  test('exits with code 1 and prints the first broken entry', async () => {
    await sql`update ledger set body = '{}' where seq = 1`.execute(database.db.queries);
    const { code, said } = await cli();
    expect([code, said]).toEqual([1, expect.stringMatching(/^The ledger is broken at entry 1: /)]);
  });
});
