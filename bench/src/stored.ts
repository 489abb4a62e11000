import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memoryStore, postgresStore, sqliteStore, type TreeStore } from '@halyard/realtime';

/**
 * Where a benchmark program keeps its data. The value is JSON, because it is passed between
 * processes.
 */
export type Stored =
  | { in: 'memory' }
  | { in: 'sqlite'; directory: string }
  | { in: 'postgres'; url: string };

export const IN_MEMORY: Stored = { in: 'memory' };

/** Creates a folder that is deleted when the process ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'halyard-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Returns a realtime store that keeps its data in the given place. The store is not open yet. */
export function storeAt(stored: Stored): TreeStore {
  if (stored.in === 'sqlite') return sqliteStore(stored);
  if (stored.in === 'postgres') return postgresStore(stored);
  return memoryStore();
}

/**
 * Opens a realtime store that keeps its data in the given place. Used by programs that access the
 * store directly instead of through a realtime server.
 */
export async function openStore(stored: Stored): Promise<TreeStore> {
  const store = storeAt(stored);
  await store.load(() => undefined);
  return store;
}
