import { access, constants, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { postgresStore, sqliteStore, type TreeStore } from '@halyard/realtime';
import { CannotStart } from './cannotStart.ts';
import type { Config } from './config.ts';

/** The realtime tree's folder below DATA_DIR. */
const TREE_FOLDER = 'realtime';

/** Where the realtime tree is kept: beside the relational data. */
export function treeStore(config: Config): TreeStore {
  return config.databaseUrl === null
    ? sqliteStore({ directory: path.join(config.dataDir, TREE_FOLDER) })
    : postgresStore({ url: config.databaseUrl });
}

/** Makes the folder and checks that it can be written. @throws CannotStart */
export async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(path.join(dataDir, TREE_FOLDER), { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new CannotStart(`the data folder ${dataDir} cannot be written.`, { cause: error });
  }
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
