import { sqliteStore } from '../store/sqlite.ts';
import type { TreeStore } from '../store/store.ts';

/** Creates the store for {@link killRounds}. The argument is the directory. */
export const makeStore = (argument: unknown): TreeStore =>
  sqliteStore({ directory: String(argument) });
