import type { FlagRecord } from '@halyard/domain';
import type {
  CommandObserver,
  CommandObserverParts,
} from '../../../realtime/commands/commandObserver.ts';
import {
  removeReceipts,
  type StoredReceipt,
  storedReceipts,
} from '../../../realtime/commands/commandReceipts.ts';
import { placeIn } from '../../../realtime/commands/flagPlace.ts';
import type { RefusedWrite } from '../../../realtime/commands/refusedWrites.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { Refusal } from '../../calls/refusals.ts';
import { askedFor } from './askedFor.ts';
import { CommandWatch, type Entered, type Happening, isLast, movedByHand } from './commandWatch.ts';
import { enteredOf, enterHappenings, nextCommandSeq, outcomesOf } from './enter.ts';
import { HandMovements } from './handMovements.ts';
import { Refusals } from './refusals.ts';
import { keyOf, sortReceipts } from './unfinished.ts';

/**
 * The maximum number of log entries written in one transaction. The number is small, because SQLite
 * blocks all other access during a transaction.
 */
const AT_ONCE = 100;
/**
 * The maximum number of log entries kept in memory while the database is unavailable. Beyond this
 * number, the oldest entries are dropped.
 */
const MAX_WAITING = 100_000;
/** How often, in ms, the activity log checks whether commands have timed out. */
const TICK_MS = 1000;

/**
 * Logs the outcome of every command, regardless of who sent it and how. Also logs every manual move
 * of a pole. Commands never wait for the log.
 */
export class CommandLog implements CommandObserver {
  readonly #parts: CommandObserverParts;
  readonly #watch: CommandWatch;
  readonly #refusals = new Refusals('live.write');
  readonly #movements = new HandMovements();
  readonly #unwatch: () => void;
  #tickedAt = performance.now();
  #waiting: Happening[] = [];
  /**
   * The sequence numbers of commands whose final log entry is written. The receipts of these
   * commands can be deleted from the database.
   */
  #done: number[] = [];

  private constructor(parts: CommandObserverParts) {
    this.#parts = parts;
    const { live, clock, receipts } = parts;
    this.#watch = new CommandWatch(
      (address, command) => receipts.take(address, command),
      (address) => placeIn(live.raw(address)),
      () => receipts.nextSeq(),
    );
    this.#unwatch = live.watch((address, record) =>
      this.#add(this.#watch.look(address, record, clock())),
    );
  }

  /**
   * Starts the command log. Also writes the entries for commands that ended while no process was
   * logging.
   */
  static async start(parts: CommandObserverParts): Promise<CommandLog> {
    const { live, db, clock } = parts;
    const commands = [...live.all()].flatMap(({ address, record: { command } }) =>
      command ? [{ address, command }] : [],
    );
    const entered = await enteredOf(db.queries, commands);
    const receipts = await storedReceipts(parts.tree);
    const outcomes = await outcomesOf(db.queries, receipts);
    const known = (seq: number) => outcomes.get(seq) ?? new Set();
    const lastStored = receipts.at(-1)?.seq ?? 0;
    parts.receipts.begin(Math.max(lastStored + 1, await nextCommandSeq(db.queries)));
    const { present, ended, done } = sortReceipts(receipts, known, live.all(), clock());
    const log = new CommandLog(parts);
    log.#add(ended);
    log.#done.push(...done);
    for (const { address } of live.all()) {
      const record = live.record(address);
      const receipt = present.get(keyOf(address));
      const before = receipt
        ? enteredBy(receipt, known(receipt.seq))
        : record.command && entered(address, record.command);
      log.#watch.begin(address, record, before);
      log.#add(log.#watch.look(address, record, clock()));
    }
    return log;
  }

  /**
   * Logs a manual move of a pole.
   * @param changes how the pole's desired values changed as a result
   */
  moved(address: FlagAddress, record: FlagRecord, changes: Partial<FlagRecord['desired']>): void {
    const { live, clock } = this.#parts;
    const happening = movedByHand(address, placeIn(live.raw(address)), record, changes, clock());
    if (happening) this.#add(this.#movements.note(happening));
  }

  /** Logs a write that the realtime database's rules rejected. */
  refused(write: RefusedWrite): void {
    const { by, origin } = write;
    this.#refusals.note({ by, ...origin }, refusalsOf(write), this.#parts.clock());
  }

  /**
   * Writes the log entries collected so far. Every TICK_MS, also writes the entries that are due
   * even without a new report.
   */
  round(): Promise<void> {
    if (performance.now() >= this.#tickedAt + TICK_MS) {
      this.#tickedAt = performance.now();
      this.#tick();
    }
    return this.#write();
  }

  /** Stops logging, and writes the log entries that are still in memory. */
  async stop(): Promise<void> {
    this.#unwatch();
    this.#add(this.#refusals.end());
    this.#add(this.#movements.end());
    await this.#write();
  }

  /**
   * Collects the log entries that are due even without a new report, such as entries for commands
   * that were not confirmed in time.
   */
  #tick(): void {
    const { live, clock } = this.#parts;
    this.#add(this.#watch.tick((address) => live.record(address), clock()));
    this.#add(this.#refusals.tick(clock()));
    this.#add(this.#movements.tick(clock()));
  }

  #add(happenings: readonly Happening[]): void {
    if (happenings.length === 0) return;
    this.#waiting.push(...happenings);
    if (this.#waiting.length > MAX_WAITING) this.#waiting = this.#waiting.slice(-MAX_WAITING);
  }

  async #write(): Promise<void> {
    this.#add(this.#watch.takenAway());
    while (this.#waiting.length > 0 && (await this.#parts.isOwner())) {
      const some = this.#waiting.slice(0, AT_ONCE);
      await enterHappenings(this.#parts.db, some);
      const written = new Set(some);
      this.#waiting = this.#waiting.filter((happening) => !written.has(happening));
      for (const { command, outcome } of some)
        if (command?.hasReceipt && command.seq !== null && isLast(outcome))
          this.#done.push(command.seq);
    }
    while (this.#done.length > 0) {
      const some = this.#done.slice(0, AT_ONCE);
      await removeReceipts(this.#parts.tree, some);
      this.#done = this.#done.slice(some.length);
    }
  }
}

/**
 * Returns what the database already contains about a command: its receipt and the outcomes in the
 * log.
 */
const enteredBy = (
  { seq, movement, channel, address, place }: StoredReceipt,
  outcomes: ReadonlySet<string>,
): Entered => ({
  seq,
  outcomes,
  movement,
  origin: { channel, address },
  place,
  hasReceipt: true,
});

const BY_THE_RULES = 'not allowed by the rules of the realtime database';

/** Returns what to log about a rejected write: one item for each affected pole. */
function refusalsOf(write: RefusedWrite): Refusal[] {
  if (write.poles.length === 0)
    return [{ kind: 'live.write', pole: null, detail: { cause: BY_THE_RULES } }];
  return write.poles.map((pole) => {
    const { states, isLocked } = write.of(pole);
    const cause = isLocked ? 'locked for maintenance' : BY_THE_RULES;
    const detail = { ...(states && askedFor(states)), cause };
    return { kind: states ? 'flag.command' : 'live.write', pole, detail };
  });
}
