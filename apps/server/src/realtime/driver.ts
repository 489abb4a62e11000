import { isDeepStrictEqual } from 'node:util';
import { type FlagRecord, readRecord, type Settlement } from '@halyard/domain';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { Bus } from '../platform/jobs/bus.ts';
import { everyRound } from '../platform/jobs/rounds.ts';
import type { StartCommandObserver } from './commands/commandObserver.ts';
import type { CommandReceipts } from './commands/commandReceipts.ts';
import type { RefusedWrite } from './commands/refusedWrites.ts';
import { Settler } from './commands/settler.ts';
import { hardwarePath } from './outbox/mirroredChanges.ts';
import { done, pending } from './outbox/outbox.ts';
import type { FlagAddress } from './tree/flagAddress.ts';
import type { LiveState } from './tree/liveState.ts';
import { Mirror } from './tree/mirror.ts';
import { findDifferences, type TreeUse } from './tree/reconcile.ts';
import type { TreeClient } from './tree/tree.ts';

export interface DriverParts extends TreeUse {
  tree: TreeClient;
  /** The live copy of the realtime data. It must already be subscribed to changes. */
  live: LiveState;
  db: Database;
  bus: Bus;
  clock: () => number;
  log: Logger;
  /**
   * The receipts that the realtime database creates when it receives commands. There are none with
   * Firebase.
   */
  receipts: CommandReceipts;
  /** Starts to record commands in the activity log. */
  observeCommands: StartCommandObserver;
}

/** The interval in ms between checks for queued changes whose notification was lost. */
const LOOK_MS = 5000;

/** The jobs that only one of several processes with the same data may run. */
export interface Driver {
  /**
   * Applies all queued changes to the realtime database in order. Resolves when that is done, or
   * after 2 s.
   */
  flush(): Promise<void>;
  /** Passes a write that the rules have rejected to the activity log. */
  writeRefused(write: RefusedWrite): void;
  stop(): Promise<void>;
}

/**
 * Keeps the realtime database consistent with the tables: applies queued changes, corrects
 * differences, and then processes what poles report.
 */
export async function startDriver(parts: DriverParts): Promise<Driver> {
  const { tree, live, db, bus, clock, log } = parts;
  const mirror = new Mirror({
    pending: (limit) => pending(db, limit),
    done: (ids) => done(db, ids),
    update: (changes) => tree.update(changes),
    isHopeless: (error) => tree.isHopeless(error),
    onDrained: () => void bus.publish('outbox-done', null),
    onError: (error) => log.error({ err: error }, 'The realtime database is not up to date yet'),
  });
  try {
    await mirror.flush();
    let paths = 0;
    for (const changes of await findDifferences(db, tree, parts)) {
      await tree.update(changes);
      paths += Object.keys(changes).length;
    }
    if (paths > 0) log.warn({ paths }, 'Corrected the realtime database');
  } catch (error) {
    await mirror.stop();
    throw error;
  }
  const unsubscribe = bus.subscribe('outbox-waiting', () => void mirror.flush());
  const commands = await parts.observeCommands({
    live,
    db,
    clock,
    receipts: parts.receipts,
    tree,
    isOwner: async () => tree.canStore?.() ?? true,
    onError: (error) =>
      log.error({ err: error }, 'Commands could not be added to the activity log yet'),
  });
  const settler = new Settler({
    live,
    clock,
    async write(address, settle, record) {
      const isWritten = await writeSettlement(tree, address, settle, record);
      if (isWritten && settle.reason === 'moved-at-pole')
        commands.moved(address, record, settle.changes);
    },
    onError: (error) => log.error({ err: error }, 'A change to a flag could not be written'),
  });
  const looks = everyRound(
    LOOK_MS,
    () => mirror.flush(),
    () => {},
  );
  return {
    flush: () => mirror.flush(),
    writeRefused: (write) => commands.refused(write),
    async stop() {
      unsubscribe();
      await looks.stop();
      settler.stop();
      await commands.stop();
      await mirror.stop();
    },
  };
}

/**
 * Writes a change to a flag in the realtime database, unless the flag's data has changed since the
 * change was computed.
 * @returns whether it was written
 */
async function writeSettlement(
  tree: TreeClient,
  address: FlagAddress,
  settle: Settlement,
  record: FlagRecord,
): Promise<boolean> {
  return tree.modify(hardwarePath(address), (current) =>
    isStill(readRecord(current), record) ? settle.changes : undefined,
  );
}

/**
 * Whether two versions of a flag's data are equal in all fields that matter for a change to the
 * flag.
 */
function isStill(current: FlagRecord, before: FlagRecord): boolean {
  return (['command', 'desired', 'reported', 'lock'] as const).every((part) =>
    isDeepStrictEqual(current[part], before[part]),
  );
}
