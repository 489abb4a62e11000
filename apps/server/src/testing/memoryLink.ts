import {
  commandTo,
  type FleetSummary,
  readRecord,
  type SwitchStates,
  settlement,
} from '@halyard/domain';
import { messageOf } from '@halyard/messages/language';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { RealtimeValue } from '../platform/database/tables/system.ts';
import { AppError } from '../platform/errors.ts';
import { ownSignIns } from '../realtime/callers/signIns.ts';
import { refuseLocked } from '../realtime/commands/lockRefusal.ts';
import type { RealtimeLink } from '../realtime/link.ts';
import { hardwarePath, leaves as leavesOf } from '../realtime/outbox/mirroredChanges.ts';
import { done, pending } from '../realtime/outbox/outbox.ts';
import { putAt, splitPath } from '../realtime/tree/changes.ts';
import type { FlagAddress } from '../realtime/tree/flagAddress.ts';
import type { SummaryNodes } from '../realtime/tree/summaryNodes.ts';
import { Leaves } from './leaves.ts';

/** A realtime database that keeps values by path in memory and records the calls made to it. */
export interface MemoryLink extends RealtimeLink {
  /** The values by absolute path. */
  readonly leaves: Map<string, RealtimeValue>;
  readonly sessionsEndedLog: string[];
  readonly accountsChanged: string[];
  readonly keysRevoked: string[];
  readonly connected: Set<string>;
  readonly commands: { path: string; states: Partial<SwitchStates>; userId: string }[];
  healthy: boolean;
  /** The summaries by path. */
  readonly summaryNodes: Map<string, FleetSummary>;
  /** Every write of summaries. */
  readonly summaryWrites: Parameters<SummaryNodes['write']>[0][];
  /**
   * A link to the same data that also notifies its watchers of every change, even if a test sets a
   * value directly in `leaves`. For tests of lists.
   */
  readonly watchingLeaves: RealtimeLink;
  /** Notifies the watchers of `watchingLeaves` that a flag's live state changed. */
  announce(address: FlagAddress): void;
}

export function memoryLink(db: Database, clock: Clock): MemoryLink {
  const leaves = new Leaves();
  const watchers = new Set<Parameters<RealtimeLink['watch']>[0]>();
  const storedListeners = new Set<() => void>();

  const write = (path: string, value: RealtimeValue) => leaves.replace(path, value);
  const owners = new Set<string>();

  const recordAt = (address: FlagAddress) => {
    const parent = hardwarePath(address);
    let node: unknown = null;
    for (const path of leaves.below(parent))
      node = putAt(node, splitPath(path.slice(parent.length + 1)), leaves.get(path)!);
    return readRecord(node);
  };

  const leafWatchers = new Set<Parameters<RealtimeLink['watch']>[0]>();
  const announce = (address: FlagAddress) => {
    for (const watcher of leafWatchers) watcher(address, recordAt(address));
  };
  leaves.onChange = (path) => {
    const [users, ownerId, hardware, flagId] = path.split('/');
    if (users !== 'users' || hardware !== 'hardware') return;
    owners.add(ownerId!);
    announce({ ownerId: ownerId!, flagId: flagId! });
  };

  // Apply the outbox only once at a time, as the real link does. Otherwise, an older row could be
  // applied last.
  let flushing: Promise<void> = Promise.resolve();
  const flush = async () => {
    for (;;) {
      const rows = await pending(db, 100);
      if (rows.length === 0) return;
      for (const row of rows)
        for (const [path, value] of Object.entries(row.changes)) write(path, value);
      await done(
        db,
        rows.map((row) => row.id),
      );
    }
  };

  const link: MemoryLink = {
    leaves,
    sessionsEndedLog: [],
    accountsChanged: [],
    keysRevoked: [],
    connected: new Set(),
    commands: [],
    healthy: true,
    summaryNodes: new Map(),
    summaryWrites: [],
    summaries: {
      pace: () => 500,
      existing: async () => [...link.summaryNodes.keys()],
      async write(changes) {
        if (!link.healthy) throw new Error('The realtime database is away.');
        link.summaryWrites.push(changes);
        for (const [path, summary] of Object.entries(changes))
          if (summary === null) link.summaryNodes.delete(path);
          else link.summaryNodes.set(path, summary);
      },
    },
    get watchingLeaves() {
      // A link whose other functions a test may replace later.
      return Object.assign(Object.create(link) as RealtimeLink, {
        watch(watcher: Parameters<RealtimeLink['watch']>[0]) {
          leafWatchers.add(watcher);
          return () => leafWatchers.delete(watcher);
        },
      });
    },
    announce,
    flushOutbox() {
      flushing = flushing.then(flush).then(() => {
        for (const listener of storedListeners) listener();
      });
      return flushing;
    },
    whenStored(listener) {
      storedListeners.add(listener);
      return () => storedListeners.delete(listener);
    },
    record: recordAt,
    positionSince: () => null,
    async until(address, holds) {
      // Close commands here, because no other code does this with the realtime database in memory.
      const settle = settlement(recordAt(address), clock());
      for (const [path, value] of Object.entries(settle?.changes ?? {}))
        write(`${hardwarePath(address)}/${path}`, value);
      return link.healthy && holds(recordAt(address));
    },
    ownersOf: (flagId) =>
      [...owners].filter((ownerId) => leaves.below(hardwarePath({ ownerId, flagId })).length > 0),
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    async command(address, states, { by: userId, id }, only = () => true) {
      if (!link.healthy)
        throw new AppError('unavailable', messageOf('The realtime database is away.'));
      const record = recordAt(address);
      refuseLocked(record.lock);
      if (!only(record)) return false;
      const path = hardwarePath(address);
      link.commands.push({ path, states, userId });
      const given = { by: userId, id, issuedAt: clock() };
      const { command: made, ...switches } = commandTo(record, states, given);
      const command = { ...made, receivedAt: clock() };
      for (const [field, state] of Object.entries(switches)) write(`${path}/${field}`, state);
      write(`${path}/command`, null);
      for (const [leaf, value] of Object.entries(leavesOf(`${path}/command`, command)))
        write(leaf, value);
      for (const watcher of watchers) watcher(address, recordAt(address));
      return true;
    },
    async report(address, report) {
      const path = hardwarePath(address);
      if (!leaves.has(`${path}/id`)) return;
      for (const [leaf, value] of Object.entries(report)) write(`${path}/${leaf}`, value);
      for (const watcher of watchers) watcher(address, recordAt(address));
    },
    ...ownSignIns,
    sessionsEnded: (sids) => void link.sessionsEndedLog.push(...sids),
    accountChanged: (userId) => void link.accountsChanged.push(userId),
    deviceKeysRevoked: (keyIds) => void link.keysRevoked.push(...keyIds),
    connectedUserIds: () => link.connected,
    isHealthy: async () => link.healthy,
    canStore: async () => link.healthy,
  };
  return link;
}
