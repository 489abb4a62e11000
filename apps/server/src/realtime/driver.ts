import { isDeepStrictEqual } from 'node:util';
import { type FlagRecord, readRecord, type Settlement } from '@halyard/domain';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { Bus } from '../platform/jobs/bus.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { createLatch, unlessAborted } from '../platform/jobs/latch.ts';
import type { CommandObserver, StartCommandObserver } from './commands/commandObserver.ts';
import type { CommandReceipts } from './commands/commandReceipts.ts';
import type { RefusedWrite } from './commands/refusedWrites.ts';
import { Settler, TICK_MS } from './commands/settler.ts';
import { hardwarePath } from './outbox/mirroredChanges.ts';
import { done, pending } from './outbox/outbox.ts';
import type { FlagAddress } from './tree/flagAddress.ts';
import type { LiveState } from './tree/liveState.ts';
import { Mirror } from './tree/mirror.ts';
import { findDifferences, type TreeUse } from './tree/reconcile.ts';
import type { TreeClient } from './tree/tree.ts';

export interface DriverParts extends TreeUse {
  tree: TreeClient;
  /** This process's copy of the realtime data, which is kept up to date. */
  live: LiveState;
  /** Resolves when `live` contains all data. */
  loaded: Promise<unknown>;
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

/**
 * How often to check for queued changes, in ms. Needed because the notification about a change may
 * get lost.
 */
const LOOK_MS = 5000;
/**
 * How long the command log collects entries before it writes them in one batch, in ms. With
 * batches, even 10,000 poles that move at once cause only a few writes.
 */
const GATHER_MS = 200;

/** Keeps the realtime database consistent with the relational database, and closes commands. */
export interface Driver {
  /** The jobs of the driver, in the order in which they must start. */
  readonly jobs: readonly Job[];
  /** Whether this process applies changes to the realtime database. */
  isDriving(): boolean;
  /** Resolves when `isDriving` becomes true. Rejects if the signal is aborted first. */
  driving(signal: AbortSignal): Promise<unknown>;
  /**
   * Applies all queued changes to the realtime database in order. Resolves when that is done, or
   * after 2 s.
   */
  flush(): Promise<void>;
  /** Records in the activity log that the rules have rejected a write. */
  writeRefused(write: RefusedWrite): void;
}

/**
 * Creates three jobs, which start one after another. The first corrects the realtime database and
 * applies queued changes. The second logs commands, and the third closes them. With Firebase, only
 * one of several processes runs the jobs, and the server starts even if Google cannot be reached.
 */
export function createDriver(parts: DriverParts): Driver {
  const { tree, live, bus, clock, log } = parts;
  const runs = parts.isFirebase
    ? ({ where: 'holder', start: 'later' } as const)
    : ({ where: 'each', start: 'required' } as const);
  const mirrors = createLatch<Mirror>();
  const observers = createLatch<CommandObserver>();

  const mirrorJob: Job = {
    name: 'mirror',
    ...runs,
    everyMs: LOOK_MS,
    async begin({ db, signal }) {
      await unlessAborted(parts.loaded, signal);
      const mirror = new Mirror({
        pending: (limit) => pending(db, limit),
        done: (ids) => done(db, ids),
        update: (changes) => tree.update(changes),
        isHopeless: (error) => tree.isHopeless(error),
        onDrained: () => void bus.publish('outbox-done', null),
        onSkipped: (error) =>
          log.error({ err: error }, 'Skipped a change that the realtime database can never store'),
      });
      try {
        await mirror.flush();
        await correct(db, parts);
        signal.throwIfAborted();
      } catch (error) {
        await mirror.stop();
        throw error;
      }
      const unsubscribe = bus.subscribe('outbox-waiting', () => void mirror.flush());
      let stopped: Promise<void> | null = null;
      const stop = () => {
        if (stopped === null) {
          unsubscribe();
          mirrors.close();
          stopped = mirror.stop();
        }
        return stopped;
      };
      // The next holder of the lease must not wait until all other jobs have stopped.
      signal.addEventListener('abort', () => void stop());
      mirrors.open(mirror);
      return {
        round: () => mirror.applyAll(),
        stop,
      };
    },
  };
  const commandLogJob: Job = {
    name: 'command-log',
    ...runs,
    everyMs: GATHER_MS,
    async begin({ db, signal }) {
      await mirrors.opened(signal);
      const observer = await parts.observeCommands({
        live,
        db,
        clock,
        receipts: parts.receipts,
        tree,
        isOwner: async () => tree.canStore?.() ?? true,
      });
      observers.open(observer);
      return {
        round: () => observer.round(),
        async stop() {
          observers.close();
          await observer.stop();
        },
      };
    },
  };
  const settlerJob: Job = {
    name: 'settler',
    ...runs,
    everyMs: TICK_MS,
    async begin({ signal, failed }) {
      await observers.opened(signal);
      const settler = new Settler({
        live,
        clock,
        async write(address, settle, record) {
          const isWritten = await writeSettlement(tree, address, settle, record);
          if (isWritten && settle.reason === 'moved-at-pole')
            observers.current()?.moved(address, record, settle.changes);
        },
        onError: failed,
      });
      signal.addEventListener('abort', () => settler.stop());
      return { round: async () => settler.tick(), stop: () => settler.stop() };
    },
  };
  return {
    jobs: [mirrorJob, commandLogJob, settlerJob],
    isDriving: () => mirrors.current() !== null,
    driving: (signal) => mirrors.opened(signal),
    flush: async () => mirrors.current()?.flush(),
    writeRefused: (write) => observers.current()?.refused(write),
  };
}

/** Corrects all differences between the realtime and the relational database. */
async function correct(db: Database, parts: DriverParts): Promise<void> {
  let paths = 0;
  for (const changes of await findDifferences(db, parts.tree, parts)) {
    await parts.tree.update(changes);
    paths += Object.keys(changes).length;
  }
  if (paths > 0) parts.log.warn({ paths }, 'Corrected the realtime database');
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
 * Whether two versions of a flag's data have the same command, lock, and desired and reported
 * switches.
 */
function isStill(current: FlagRecord, before: FlagRecord): boolean {
  return (['command', 'desired', 'reported', 'lock'] as const).every((part) =>
    isDeepStrictEqual(current[part], before[part]),
  );
}
