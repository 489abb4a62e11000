import { postgresStore } from './postgres.ts';
import type { TreeStore } from './store.ts';

/**
 * Creates the PostgreSQL store for `killRounds` (testing/kill.ts). The argument is the database's
 * URL.
 */
export const makeStore = (argument: unknown): TreeStore => postgresStore({ url: String(argument) });
