import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sqliteStore } from './sqlite.ts';
import { CommitFailed, type StoredRow, StoreLocked, type TreeStore } from './store.ts';

let directory: string;
const open: TreeStore[] = [];

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'halyard-store-'));
});
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  rmSync(directory, { recursive: true });
});

async function load(): Promise<{ store: TreeStore; rows: StoredRow[]; lastSequence: number }> {
  const store = sqliteStore({ directory });
  const rows: StoredRow[] = [];
  const { lastSequence } = await store.load((chunk) => rows.push(...chunk));
  open.push(store);
  return { store, rows, lastSequence };
}

const NOTHING = { clears: [], removes: [], puts: [] };

describe('the SQLite store', () => {
  test("keeps committed data, and deletes the subtrees in a batch before adding the batch's rows", async () => {
    const { store, rows } = await load();
    expect(rows).toEqual([]);
    const puts: StoredRow[] = [
      ['a/b/', '1'],
      ['a b/', '"x"'],
      ['a/c/d/', 'true'],
      ['a0/', '2'],
    ];
    await store.commit({ ...NOTHING, sequence: 1, puts });
    await store.commit({ sequence: 5, clears: ['a/'], removes: ['a0/'], puts: [['a/z/', '9']] });
    await store.close();
    const again = await load();
    expect(again.lastSequence).toBe(5);
    expect(again.rows).toEqual([
      ['a b/', '"x"'],
      ['a/z/', '9'],
    ]);
    await again.store.commit({ ...NOTHING, sequence: 6, clears: [''] });
    await again.store.close();
    expect((await load()).rows).toEqual([]);
  });

  test('rejects a second process with a one-sentence error, and the first process continues', async () => {
    const { store } = await load();
    const second = sqliteStore({ directory });
    const refusal = second.load(() => {});
    await expect(refusal).rejects.toThrow(StoreLocked);
    await expect(refusal).rejects.toThrow(/^Another process is using the data in .*\.$/);
    await store.commit({ ...NOTHING, sequence: 1, puts: [['a/', '1']] });
  });

  test('reports that a failed batch is certainly not stored, and stores the next one', async () => {
    const { store } = await load();
    // The types do not allow null, which the database rejects.
    const broken = [
      ['a/', '1'],
      ['b/', null],
    ] as unknown as StoredRow[];
    const failed = store.commit({ ...NOTHING, sequence: 1, puts: broken });
    await expect(failed).rejects.toThrow(CommitFailed);
    await store.commit({ ...NOTHING, sequence: 2, puts: [['c/', '3']] });
    await store.close();
    expect((await load()).rows).toEqual([['c/', '3']]);
  });

  test('on a new connection, reads the sequence number of the last commit', async () => {
    const { store } = await load();
    await store.commit({ ...NOTHING, sequence: 3, puts: [['a/', '1']] });
    expect(await store.recover()).toEqual({ lastSequence: 3 });
    await store.commit({ ...NOTHING, sequence: 4, puts: [['a/', '2']] });
    expect(await store.recover()).toEqual({ lastSequence: 4 });
  });
});
