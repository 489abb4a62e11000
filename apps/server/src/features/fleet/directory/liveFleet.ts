import { nextChangeAt } from '@halyard/domain';
import type { Clock } from '../../../platform/clock.ts';
import { latest } from '../../../platform/database/changes/latest.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import type { RealtimeLink } from '../../../realtime/link.ts';
import { type FlagFacts, LIVE_FACTS, liveFacts } from '../facts/flagFacts.ts';
import type { Directory } from './directory.ts';
import type { FlagEntry } from './entries.ts';
import type { Tables } from './tables.ts';

/**
 * A database table that determines some of each flag's status bits, such as the table of open
 * alerts. Most flags have no row in this table.
 */
export interface StoredFacts {
  /** A mask with the status bits that come from this database table. */
  readonly mask: FlagFacts;
  /** Returns a string that changes when the result of `read` may have changed. */
  version(): Promise<string>;
  /** Returns the status bits by `flags.id`. Leaves out flags without any of the bits in `mask`. */
  read(): Promise<ReadonlyMap<string, FlagFacts>>;
}

export interface LiveFleetParts {
  directory: Directory;
  link: Pick<RealtimeLink, 'record' | 'watch'>;
  clock: Clock;
  stored: readonly StoredFacts[];
}

/** The status bits from one database table, as of the last time they were read. */
interface AppliedFacts {
  version: string;
  facts: ReadonlyMap<string, FlagFacts>;
}

/**
 * The number of flags whose live state is read per batch. The server can handle other requests
 * between batches.
 */
const SLICE = 2000;

/**
 * Maintains each flag's status bits and voltage, and the number of flags per company, location and
 * status. These change when poles report, when time passes, and when the database changes. Reads
 * nothing until it is first used.
 */
export class LiveFleet {
  readonly #parts: LiveFleetParts;
  #tables: Tables | null = null;
  readonly #applied = new Map<StoredFacts, AppliedFacts>();
  /** The time when each flag's live state will next change, even without a new report. */
  #nextChangeAt = Number.POSITIVE_INFINITY;
  #rechecking: Iterator<FlagEntry> | null = null;

  constructor(parts: LiveFleetParts) {
    this.#parts = parts;
    parts.link.watch(({ ownerId, flagId }) => {
      const flag = this.#tables?.flagOfDevice(flagId);
      if (flag?.ownerId === ownerId) this.#tables!.unread.add(flag);
    });
  }

  /**
   * Whether the status bits have been used since the process started. If so, all flags have already
   * been read, and only the latest changes need to be read.
   */
  get isInUse(): boolean {
    return this.#tables !== null;
  }

  /**
   * Returns all list entries with current status bits. Reflects every database change that was
   * committed before the call.
   */
  readonly current: () => Promise<Tables> = latest(() => this.#catchUp());

  /**
   * Makes the next update read some of the flags again, in case a change was missed. Repeated calls
   * eventually cover all flags.
   */
  recheckPart(share: number): void {
    if (this.#tables === null) return;
    const { flags, unread } = this.#tables;
    this.#rechecking ??= flags.values()[Symbol.iterator]();
    for (let count = Math.ceil(flags.size * share); count > 0; count--) {
      const { value, done } = this.#rechecking.next();
      if (done) {
        this.#rechecking = null;
        this.#applied.clear();
        return;
      }
      unread.add(value);
    }
  }

  async #catchUp(): Promise<Tables> {
    const tables = await this.#parts.directory.current();
    if (tables !== this.#tables) {
      this.#tables = tables;
      this.#applied.clear();
      this.#nextChangeAt = Number.POSITIVE_INFINITY;
      this.#rechecking = null;
    }
    for (const stored of this.#parts.stored) await this.#readStored(tables, stored);
    await this.#readLive(tables);
    return tables;
  }

  async #readStored(tables: Tables, stored: StoredFacts): Promise<void> {
    // A flag that is moved to another company loses its alerts.
    const version = `${tables.flagChanges} ${await stored.version()}`;
    const before = this.#applied.get(stored);
    if (before?.version === version) return;
    const facts = await stored.read();
    // After an error, or after all entries were read again, no earlier facts are known.
    const changed = before?.facts.keys() ?? ids(tables.flags.values());
    for (const id of changed) if (!facts.has(id)) setFacts(tables, id, stored.mask, 0);
    for (const [id, own] of facts) setFacts(tables, id, stored.mask, own);
    this.#applied.set(stored, { version, facts });
  }

  async #readLive(tables: Tables): Promise<void> {
    const { link, clock } = this.#parts;
    this.#addDue(tables, clock());
    let count = 0;
    // Also covers flags that are added in the meantime.
    for (const flag of tables.unread) {
      tables.unread.delete(flag);
      const now = clock();
      const record = link.record(flag);
      tables.setFacts(flag, LIVE_FACTS, liveFacts(record, now));
      flag.voltage = record.voltage;
      flag.changesAt = nextChangeAt(record, now);
      this.#nextChangeAt = Math.min(this.#nextChangeAt, flag.changesAt);
      if (++count % SLICE === 0) await nextTurn();
    }
  }

  /**
   * Marks flags to be read again if their state may have changed just because time has passed. Does
   * nothing before the earliest time when a state may change.
   */
  #addDue(tables: Tables, now: number): void {
    if (now < this.#nextChangeAt) return;
    this.#nextChangeAt = Number.POSITIVE_INFINITY;
    for (const flag of tables.flags.values())
      if (flag.changesAt <= now) tables.unread.add(flag);
      else this.#nextChangeAt = Math.min(this.#nextChangeAt, flag.changesAt);
  }
}

function* ids(flags: Iterable<FlagEntry>): Iterable<string> {
  for (const { id } of flags) yield id;
}

function setFacts(tables: Tables, id: string, mask: FlagFacts, facts: FlagFacts): void {
  const flag = tables.flags.get(id);
  if (flag) tables.setFacts(flag, mask, facts);
}
