import { sqliteStore } from '../store/sqlite.ts';
import type { TreeStore } from '../store/store.ts';

/** For {@link killRounds}: the argument is the directory. */
export const makeStore = (argument: unknown): TreeStore =>
  sqliteStore({ directory: String(argument) });
