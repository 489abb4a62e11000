import { setImmediate as nextTurn } from 'node:timers/promises';
import { nextChangeAt } from '@halyard/domain';
import type { Clock } from '../../../platform/clock.ts';
import { latest } from '../../../platform/database/changes/latest.ts';
import type { RealtimeLink } from '../../../realtime/link.ts';
import { type FlagFacts, LIVE_FACTS, liveFacts } from '../facts/flagFacts.ts';
import type { Directory } from './directory.ts';
import type { FlagEntry } from './entries.ts';
import type { Tables } from './tables.ts';

/** A table with facts of flags, such as their open alerts. Few flags have any. */
export interface StoredFacts {
  /** The facts that come from this table. */
  readonly mask: FlagFacts;
  /** Returns a text that differs whenever `read` may return something else than before. */
  version(): Promise<string>;
  /** Returns the facts by `flags.id`; those of all other flags are 0. */
  read(): Promise<ReadonlyMap<string, FlagFacts>>;
}

export interface LiveFleetParts {
  directory: Directory;
  link: Pick<RealtimeLink, 'record' | 'watch'>;
  clock: Clock;
  stored: readonly StoredFacts[];
}

/** The facts of one table as they were last read. */
interface AppliedFacts {
  version: string;
  facts: ReadonlyMap<string, FlagFacts>;
}

/** The number of flags whose live state is read before other work runs. */
const SLICE = 2000;

/**
 * Keeps the facts of all flags up to date, and with them the counts of all scopes: by what poles
 * report, by time, and by the tables of the database. Costs nothing until it is first used.
 */
export class LiveFleet {
  readonly #parts: LiveFleetParts;
  #tables: Tables | null = null;
  readonly #applied = new Map<StoredFacts, AppliedFacts>();
  /** The earliest time at which time changes a flag's live state. */
  #nextChangeAt = Number.POSITIVE_INFINITY;
  #rechecking: Iterator<FlagEntry> | null = null;

  constructor(parts: LiveFleetParts) {
    this.#parts = parts;
    parts.link.watch(({ ownerId, flagId }) => {
      const flag = this.#tables?.flagOfDevice(flagId);
      if (flag?.ownerId === ownerId) this.#tables!.unread.add(flag);
    });
  }

  /** Whether it has been used, so that it takes little time to bring it up to date. */
  get isInUse(): boolean {
    return this.#tables !== null;
  }

  /**
   * Returns all entries with current facts. Includes every change of the tables that was committed
   * before the call.
   */
  readonly current: () => Promise<Tables> = latest(() => this.#catchUp());

  /**
   * Makes the next run read a part of all flags again, in case a change was missed. Repeated calls
   * come to every flag.
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
    // A flag that moves to another company leaves its alerts behind.
    const version = `${tables.flagChanges} ${await stored.version()}`;
    const before = this.#applied.get(stored);
    if (before?.version === version) return;
    const facts = await stored.read();
    // After an error, or for entries that were all read again, no earlier facts are known.
    const changed = before?.facts.keys() ?? ids(tables.flags.values());
    for (const id of changed) if (!facts.has(id)) setFacts(tables, id, stored.mask, 0);
    for (const [id, own] of facts) setFacts(tables, id, stored.mask, own);
    this.#applied.set(stored, { version, facts });
  }

  async #readLive(tables: Tables): Promise<void> {
    const { link, clock } = this.#parts;
    this.#addDue(tables, clock());
    let count = 0;
    // Also goes through flags that are added meanwhile.
    for (const flag of tables.unread) {
      tables.unread.delete(flag);
      const now = clock();
      const record = link.record(flag);
      tables.setFacts(flag, LIVE_FACTS, liveFacts(record, now));
      flag.changesAt = nextChangeAt(record, now);
      this.#nextChangeAt = Math.min(this.#nextChangeAt, flag.changesAt);
      if (++count % SLICE === 0) await nextTurn();
    }
  }

  /**
   * Adds the flags that time has changed. In a fleet that reports, this compares one number of each
   * flag every few minutes, or whenever a pole falls silent.
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
