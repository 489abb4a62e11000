import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  desiredStates,
  type FlagRecord,
  lastSeenAt,
  newCommand,
  readRecord,
  type Settlement,
  withSwitches,
} from '@halyard/domain';
import { type RealtimeServer, Refused } from '@halyard/realtime';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { hardwarePath } from '../outbox/mirror.ts';
import { done, pending } from '../outbox/outbox.ts';
import { deviceKeyIdOf, sessionIdOf, userIdOf } from './identities.ts';
import type { FlagAddress, RealtimeLink } from './link.ts';
import { LiveState } from './liveState.ts';
import { Mirror } from './mirror.ts';
import { findDifferences } from './reconcile.ts';
import { Settler } from './settler.ts';

/** A pole's clock may be this many milliseconds ahead before the log says so. */
const AHEAD_MS = 60_000;

export interface LinkParts {
  /** As `openRealtime` made it. */
  server: RealtimeServer;
  db: Database;
  clock: () => number;
  log: Logger;
}

/** The embedded realtime database, wired to the rest of the server. */
export interface EmbeddedRealtime {
  link: RealtimeLink;
  live: LiveState;
  stop(): Promise<void>;
}

/**
 * Wires the embedded realtime database to the rest of the server: applies what the outbox holds,
 * puts right what differs from the relational database, then listens and settles.
 */
export async function linkRealtime({
  server,
  db,
  clock,
  log,
}: LinkParts): Promise<EmbeddedRealtime> {
  const { admin } = server;
  const update = (changes: Record<string, unknown>) => admin.update('/', changes);

  const mirror = new Mirror({
    pending: (limit) => pending(db, limit),
    done: (ids) => done(db, ids),
    update,
    isHopeless: (error) => error instanceof Refused && error.status === 'invalid_data',
    onError: (error) => log.error({ err: error }, 'The realtime database is not in step yet'),
  });
  await mirror.flush();
  for (const changes of await findDifferences(db, admin, clock())) {
    log.warn({ paths: Object.keys(changes).length }, 'Put the realtime database right');
    await update(changes);
  }

  const live = new LiveState();
  const stopListening = admin.listen('users', (change) =>
    live.apply({ ...change, path: change.path.replace(/^\/?users/, '') }),
  );
  warnOfFastClocks(live, clock, log);
  const settler = new Settler({
    live,
    clock,
    write: (address, settle, record) => writeSettlement(server, address, settle, record),
    onError: (error) => log.error({ err: error }, 'A settlement was not written'),
  });

  const link: RealtimeLink = {
    flushOutbox: () => mirror.flush(),
    record: (address) => live.record(address),
    async command(address, states, userId) {
      try {
        // Built on what is desired at that very moment: two people's switches do not undo each other.
        await admin.modify(hardwarePath(address), (current) => {
          const desired = withSwitches(desiredStates(readRecord(current)), states);
          return { ...newCommand(desired, userId, randomUUID(), clock()) };
        });
      } catch (error) {
        throw new AppError('unavailable', 'The command could not be stored.', { cause: error });
      }
    },
    sessionsEnded(sessionIds) {
      const ended = new Set(sessionIds);
      server.disconnect((identity) => ended.has(sessionIdOf(identity) ?? ''));
    },
    accountChanged(userId) {
      server.disconnect((identity) => userIdOf(identity) === userId);
    },
    deviceKeysRevoked(keyIds) {
      const revoked = new Set(keyIds);
      server.disconnect((identity) => revoked.has(deviceKeyIdOf(identity) ?? ''));
    },
    connectedUserIds() {
      const ids = new Set<string>();
      for (const { identity } of server.connections()) {
        const id = userIdOf(identity);
        if (id !== null) ids.add(id);
      }
      return ids;
    },
    isHealthy: () => Promise.resolve(true),
  };

  return {
    link,
    live,
    async stop() {
      settler.stop();
      await mirror.stop();
      stopListening();
      await server.close();
    },
  };
}

/** Writes a settlement unless the flag has moved on since it was worked out. */
async function writeSettlement(
  server: RealtimeServer,
  address: FlagAddress,
  settle: Settlement,
  record: FlagRecord,
): Promise<void> {
  const path = hardwarePath(address);
  await server.admin.modify(path, (current) =>
    isStill(readRecord(current), record) ? settle.changes : undefined,
  );
}

/** Whether nothing has changed since that a settlement depends on. */
function isStill(current: FlagRecord, before: FlagRecord): boolean {
  return (['command', 'desired', 'reported'] as const).every((part) =>
    isDeepStrictEqual(current[part], before[part]),
  );
}

/** Says once per pole that its clock is ahead; its reports then count as received now. */
function warnOfFastClocks(live: LiveState, clock: () => number, log: Logger): void {
  const warned = new Set<string>();
  live.watch(({ flagId }, record) => {
    const seen = lastSeenAt({ lastSeen: record.lastSeen, seenAt: null }, Number.POSITIVE_INFINITY);
    if (seen === null || seen <= clock() + AHEAD_MS || warned.has(flagId)) return;
    warned.add(flagId);
    log.warn({ flagId }, "The pole's clock is ahead; the time of receipt counts");
  });
}
