import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { postgresStore, sqliteStore, type TreeStore } from '@halyard/realtime';
import { asFileFault, requireWritable } from '../database/engines/fileFault.ts';
import { CannotStart } from './cannotStart.ts';
import type { Config } from './config.ts';

/** The name of the folder in DATA_DIR that contains the realtime tree. */
export const TREE_FOLDER = 'realtime';
/** The name of a folder that exists in DATA_DIR while a backup is being restored into it. */
export const RESTORE_FOLDER = '.restore';

/** Returns the store for the realtime tree: files in the data folder, or PostgreSQL. */
export function treeStore(config: Config): TreeStore {
  return config.databaseUrl === null
    ? treeFiles(path.join(config.dataDir, TREE_FOLDER))
    : postgresStore({ url: config.databaseUrl });
}

/**
 * Returns a store that keeps the realtime tree in files. If a file cannot be used, `load` throws an
 * error that says how to fix the problem.
 */
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
 * Creates the data folder so that only its owner can access it, and checks that it is complete and
 * writable. An existing folder keeps its permissions.
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

/**
 * Checks that no restore was interrupted.
 * @throws CannotStart if a backup was only partly restored into the folder
 */
export function requireWhole(dataDir: string): void {
  if (existsSync(path.join(dataDir, RESTORE_FOLDER)))
    throw new CannotStart(`the last restore into ${dataDir} did not finish: run it again.`);
}

/**
 * Locks the data folder, so that no other process uses it. Not needed if the folder contains the
 * realtime tree, because opening the tree locks the folder.
 * @returns a function that releases the lock
 */
export async function holdFolder(config: Config): Promise<() => Promise<void>> {
  const store = treeStore(config);
  await store.load(() => {});
  return () => store.close();
}

/** Empties the demo's data folder, unless another process is using it. */
export async function emptyFolder(config: Config): Promise<void> {
  const store = treeStore(config);
  await store.load(() => {});
  await store.close();
  for (const name of await readdir(config.dataDir)) {
    await rm(path.join(config.dataDir, name), { recursive: true, force: true });
  }
  await prepareFolder(config.dataDir);
}
