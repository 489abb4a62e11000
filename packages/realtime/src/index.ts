export { BusyMap } from './core/busyMap.ts';
export { Work } from './core/work.ts';
export { Refused } from './errors.ts';
export type { Limits } from './limits.ts';
export { defaultLimits, LISTEN_BACKLOG } from './limits.ts';
export * from './options.ts';
export { closedRules, openRules, parseRules, RulesError } from './rules/index.ts';
export type { Auth, Rules } from './rules/types.ts';
export {
  createRealtimeServer,
  type RealtimeServer,
  type RealtimeStats,
} from './server.ts';
export { emptyLog, requireFullLength } from './store/fullLength.ts';
export { memoryStore } from './store/memory.ts';
export { postgresStore } from './store/postgres.ts';
export { makePrivate } from './store/privateFile.ts';
export { sqliteStore } from './store/sqlite.ts';
export {
  type Batch,
  CommitFailed,
  CommitUnknown,
  type StoredRow,
  StoreLocked,
  type TreeStore,
} from './store/store.ts';
export { createObjectsYoung } from './youngObjects.ts';
