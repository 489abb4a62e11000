import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { postgresStore, sqliteStore, type TreeStore } from '@halyard/realtime';
import { asFileFault, requireWritable } from '../database/engines/fileFault.ts';
import { CannotStart } from './cannotStart.ts';
import type { Config } from './config.ts';

/** The realtime tree's folder below DATA_DIR. */
export const TREE_FOLDER = 'realtime';
/** Below DATA_DIR for as long as a backup is being restored into it. */
export const RESTORE_FOLDER = '.restore';

/** Where the realtime tree is kept: beside the relational data. */
export function treeStore(config: Config): TreeStore {
  return config.databaseUrl === null
    ? treeFiles(path.join(config.dataDir, TREE_FOLDER))
    : postgresStore({ url: config.databaseUrl });
}

/** The tree in files; where they cannot be used at the start, it says which one, and what to do. */
function treeFiles(directory: string): TreeStore {
  const store = sqliteStore({ directory });
  return {
    ...store,
    async load(onRows) {
      const [tree, lock] = [path.join(directory, 'tree.db'), path.join(directory, 'lock.db')];
      for (const file of [lock, tree]) if (existsSync(directory)) requireWritable(file);
      try {
        return await store.load(onRows);
      } catch (error) {
        const isLock = error instanceof Error && error.message.startsWith('lock.db: ');
        throw asFileFault(error, isLock ? lock : tree);
      }
    },
  };
}

/**
 * Makes the folder, open to its owner alone, and checks that it is whole and can be written. One that is
 * there keeps the rights that the operator gave it.
 * @throws CannotStart
 */
export async function prepareFolder(dataDir: string): Promise<void> {
  requireWhole(dataDir);
  try {
    await mkdir(path.join(dataDir, TREE_FOLDER), { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new CannotStart(`the data folder ${dataDir} cannot be written.`, { cause: error });
  }
}

/** @throws CannotStart where a backup was being restored into the folder, and is not all there */
export function requireWhole(dataDir: string): void {
  if (existsSync(path.join(dataDir, RESTORE_FOLDER)))
    throw new CannotStart(
      `restoring a backup into ${dataDir} did not come to its end: run the restore again.`,
    );
}

/** Keeps other processes out of the folder where the tree, which has its lock, is not in it. @returns gives it free */
export async function holdFolder(config: Config): Promise<() => Promise<void>> {
  const store = treeStore(config);
  await store.load(() => {});
  return () => store.close();
}

/** Empties the demo's folder, if no other process works in it. */
export async function emptyFolder(config: Config): Promise<void> {
  const store = treeStore(config);
  await store.load(() => {});
  await store.close();
  for (const name of await readdir(config.dataDir)) {
    await rm(path.join(config.dataDir, name), { recursive: true, force: true });
  }
  await prepareFolder(config.dataDir);
}
