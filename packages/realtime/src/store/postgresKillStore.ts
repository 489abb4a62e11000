import { postgresStore } from './postgres.ts';
import type { TreeStore } from './store.ts';

/** For `killRounds` (testing/kill.ts): the argument is the database's URL. */
export const makeStore = (argument: unknown): TreeStore => postgresStore({ url: String(argument) });
