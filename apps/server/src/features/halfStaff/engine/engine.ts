import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { commandKey, type FlagRecord, isOnlyReadings, type OrdersAndDays } from '@halyard/domain';
import type { DomainClock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { DueTimes } from '../../../platform/jobs/dueTimes.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { Services } from '../../calls/context.ts';
import { commandFlag } from '../../fleet/sendCommands/commandFlag.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { isKnown } from '../poles/holds.ts';
import type { ChangedPoles, PoleIndex } from '../poles/poleIndex.ts';
import type { HalfStaffFlag } from '../poles/poles.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { ENGINE } from './manual.ts';
import { NO_MEMORY } from './memory.ts';
import { type KeptPole, situationOf } from './situation.ts';
import { isWorthStoring, loadMemories, type StoredPole, storeDecisions } from './store.ts';

/**
 * The maximum time in ms between two reads of the stored data. Changes normally cause a
 * notification, but notifications may get lost.
 */
const READ_MS = 30_000;
/** The maximum age in ms of stored data that the engine may base a command on. */
const FRESH_MS = 2000;
/**
 * The time in ms after which the engine checks a pole again even if nothing about the pole has
 * changed.
 */
const CHECK_MS = 600_000;
/**
 * The maximum number of poles in one batch. The engine stores the decisions for a batch in one
 * transaction, and then sends the batch's commands.
 */
const SLICE = 200;
/**
 * The maximum number of commands that the engine sends per second. Without this limit, thousands of
 * commands at once would delay users' commands.
 */
const COMMANDS_PER_SECOND = 2500;

/** A pole, and its live state at the time of the engine's last decision. */
interface Entry extends KeptPole {
  record: FlagRecord | null;
}

/**
 * The half-staff engine. It compares what each pole reports with what should be in effect, and
 * moves the pole to its planned position. It runs in only one process at a time. Everything that it
 * must remember is stored, so that another process can continue.
 */
export class Engine {
  readonly #services: Services;
  readonly #poles: PoleIndex;
  readonly #signal: AbortSignal | undefined;
  readonly #unwatch: (() => void)[];
  /** The engine's data about each pole, by `flags.id`. Empty while the engine is off. */
  readonly #entries = new Map<string, Entry>();
  /** The poles that the engine must check now. */
  readonly #dirty = new Set<Entry>();
  /**
   * When each pole must be checked again, at the latest: by the half-staff engine's clock
   * (`#planned`) and in real time (`#timed`).
   */
  readonly #planned = new DueTimes<Entry>();
  readonly #timed = new DueTimes<Entry>();
  /** The poles whose stored data has changed. Null while the engine is off. */
  #changed: ChangedPoles | null = null;
  #facts: OrdersAndDays = { orders: [], confirmedDays: [] };
  /**
   * The time when the engine was turned on, according to the half-staff engine's clock, in epoch
   * milliseconds. Null while the engine is off.
   */
  #onSince: number | null = null;
  /** The real time when the engine last read the stored data, in epoch milliseconds. */
  #readAt = Number.NEGATIVE_INFINITY;
  /** Whether the stored data has changed since the engine last read it. */
  #mustRead = true;

  /**
   * Starts listening for reports and changes.
   * @param signal aborting it stops the engine after the current batch of poles
   */
  constructor(services: Services, poles: PoleIndex, signal?: AbortSignal) {
    this.#services = services;
    this.#poles = poles;
    this.#signal = signal;
    this.#unwatch = [
      services.link.watch((address, record) => this.#heard(address, record)),
      services.link.whenStored(() => {
        this.#mustRead = true;
      }),
    ];
  }

  /** Stops listening for reports and changes. Call this after the last call of `round`. */
  stop(): void {
    for (const unwatch of this.#unwatch) unwatch();
    this.#turnOff();
  }

  /**
   * Checks all poles that must be checked now. Rejects if the database is unavailable; the next
   * call then catches up.
   */
  async round(): Promise<void> {
    for (;;) {
      // Read changes before each check, even if poles report constantly.
      if (this.#isToRead()) await this.#read();
      if (this.#onSince === null) return;
      const due = this.#due();
      if (due.length === 0 || !(await this.#pass(due))) return;
    }
  }

  /**
   * Checks each of the given poles once. Poles that need another check, for example because they
   * are following a command, wait for the next call.
   * @returns whether all poles were checked; false if the engine was stopped or turned off
   */
  async #pass(all: readonly Entry[]): Promise<boolean> {
    for (let start = 0; start < all.length; start += SLICE) {
      if (this.#signal?.aborted) return false;
      const due = all.slice(start, start + SLICE).filter((entry) => this.#isKnown(entry));
      const begun = performance.now();
      const sent = await this.#slice(due).catch((error: unknown) => {
        for (const entry of due) this.#touch(entry);
        throw error;
      });
      if (this.#onSince === null) return false;
      const pause = (sent / COMMANDS_PER_SECOND) * 1000 - (performance.now() - begun);
      await (pause > 0 ? sleep(pause) : nextTurn());
    }
    return true;
  }

  #isKnown(entry: Entry): boolean {
    return this.#entries.get(entry.flag.id) === entry;
  }

  #isToRead(): boolean {
    return this.#mustRead || this.#services.clock() - this.#readAt >= READ_MS;
  }

  /** Reads whether autopilot is on, and which orders and flags have changed. */
  async #read(): Promise<void> {
    const { db, clock, domainClock } = this.#services;
    const { queries } = db;
    const readAt = clock();
    this.#mustRead = false;
    try {
      const { isOn, at } = await engineState(queries);
      if (isOn) {
        // Null if autopilot was turned on in a version that did not store the time.
        const onSince = at ?? 0;
        if (this.#onSince !== onSince) this.#touchAll();
        this.#onSince = onSince;
        const facts = await findOrdersAndDays(queries, domainClock.now());
        if (!isDeepStrictEqual(facts, this.#facts)) {
          this.#facts = facts;
          this.#touchAll();
        }
        await this.#readPoles();
      } else this.#turnOff();
      this.#readAt = readAt;
    } catch (error) {
      this.#mustRead = true;
      throw error;
    }
  }

  #turnOff(): void {
    this.#onSince = null;
    if (this.#changed) this.#poles.unfollow(this.#changed);
    this.#changed = null;
    this.#entries.clear();
    this.#dirty.clear();
    this.#planned.clear();
    this.#timed.clear();
  }

  /**
   * Updates the engine's data about the poles whose stored data has changed since the last read.
   */
  async #readPoles(): Promise<void> {
    await this.#poles.current();
    if (this.#changed === null) {
      const memories = await loadMemories(this.#services.db.queries);
      this.#changed = this.#poles.follow();
      this.#takeChanges(this.#changed, memories);
    } else this.#takeChanges(this.#changed);
  }

  #takeChanges(changed: ChangedPoles, memories?: ReadonlyMap<string, StoredPole>): void {
    for (const id of changed) {
      const pole = this.#poles.get(id);
      const known = this.#entries.get(id);
      if (pole && known) {
        // A replacement device has another path but needs what the engine remembers.
        Object.assign(known, pole);
        this.#touch(known);
      } else if (pole) {
        const stored = memories?.get(id) ?? { memory: NO_MEMORY, alarm: null };
        const entry: Entry = { ...pole, ...stored, handledId: null, record: null };
        this.#entries.set(id, entry);
        this.#touch(entry);
      } else if (known) this.#drop(known);
    }
    changed.clear();
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry.flag.id);
    this.#dirty.delete(entry);
    this.#planned.delete(entry);
    this.#timed.delete(entry);
  }

  /** Handles a pole's report. Ignores reports that show only that the pole is still online. */
  #heard(address: FlagAddress, record: FlagRecord): void {
    const id = this.#poles.idAt(address);
    const entry = id === undefined ? undefined : this.#entries.get(id);
    if (!entry) return;
    const now = this.#services.clock();
    if (!entry.record || !isOnlyReadings(entry.record, record, now)) this.#touch(entry);
  }

  #touch(entry: Entry): void {
    this.#dirty.add(entry);
  }

  #touchAll(): void {
    for (const entry of this.#entries.values()) this.#touch(entry);
  }

  #due(): Entry[] {
    const { clock, domainClock } = this.#services;
    const wall = clock();
    for (const entry of this.#timed.take(wall)) this.#touch(entry);
    for (const entry of this.#planned.take(domainClock.at(wall))) this.#touch(entry);
    return [...this.#dirty];
  }

  /**
   * Decides what a batch of poles should do, stores the decisions, and then sends the commands.
   * @returns the number of commands sent
   */
  async #slice(entries: readonly Entry[]): Promise<number> {
    const { db, link, clock, domainClock } = this.#services;
    let decisions = this.#decide(entries);
    if (decisions.some(isWorthActing)) {
      await this.#refresh();
      if (this.#onSince === null) return 0;
      const isStill = ({ entry }: Decided) => this.#isKnown(entry) && !this.#dirty.has(entry);
      if (!decisions.every(isStill))
        decisions = this.#decide(entries.filter((entry) => this.#isKnown(entry)));
    }
    if (await this.#dropKnownHolds(decisions))
      decisions = this.#decide(decisions.map(({ entry }) => entry));
    const wall = clock();
    const worth = decisions.map(({ decision }) => decision).filter(isWorthStoring);
    if (worth.length > 0)
      await db.transaction((trx) =>
        storeDecisions(trx, worth, { now: domainClock.at(wall), wall }),
      );
    for (const { entry, decision } of decisions) {
      if (!this.#isKnown(entry)) continue;
      const { memory, alarm, lookAt, release } = decision;
      Object.assign(entry, { memory, alarm });
      this.#planned.set(entry, lookAt.domain);
      this.#timed.set(entry, Math.min(lookAt.wall, wall + CHECK_MS));
      if (!release) continue;
      entry.flag = withRelease(entry.flag, release.at);
      this.#touch(entry);
    }
    if (worth.some(({ newHold, endsHold }) => newHold || endsHold)) {
      await this.#readPoles();
      await link.flushOutbox();
    }
    const sends = decisions.map(({ decision }) => decision).filter(({ send }) => send);
    await Promise.all(sends.map((decision) => this.#command(decision)));
    return sends.length;
  }

  /** Reads the engine's stored data again if it has changed or is older than FRESH_MS. */
  async #refresh(): Promise<void> {
    const isOld = this.#services.clock() - this.#readAt > FRESH_MS;
    if (this.#mustRead || isOld) await this.#read();
  }

  /**
   * Keeps the engine from creating holds that are already stored. Otherwise, a command could create
   * a second hold after its first one has ended.
   * @returns whether any of the decisions would have created such a hold
   */
  async #dropKnownHolds(decisions: readonly Decided[]): Promise<boolean> {
    let isAny = false;
    for (const { entry, decision } of decisions) {
      const { newHold } = decision;
      if (!newHold || !(await isKnown(this.#services.db.queries, entry.flag, newHold))) continue;
      entry.handledId = newHold.id;
      isAny = true;
    }
    return isAny;
  }

  #decide(entries: readonly Entry[]): Decided[] {
    const { link, clock, domainClock } = this.#services;
    const wall = clock();
    return entries.map((entry) => {
      // Any change from here on makes the engine check the pole again.
      this.#dirty.delete(entry);
      entry.record = link.record(entry.flag);
      const situation = situationOf(entry, {
        record: entry.record,
        positionSince: inDomainTime(link.positionSince(entry.flag), domainClock),
        facts: this.#facts,
        onSince: this.#onSince ?? 0,
        clock: domainClock,
        wall,
      });
      return { entry, decision: decide(situation) };
    });
  }

  /**
   * Sends the engine's command to a pole, unless a user has sent a command or locked the pole since
   * the decision.
   */
  async #command({ situation: { flag, record }, send }: Decision): Promise<void> {
    if (!send || this.#signal?.aborted) return;
    const isStill = (current: FlagRecord) => keyOfCommand(current) === keyOfCommand(record);
    try {
      await commandFlag(this.#services, flag, send, { by: ENGINE }, isStill);
    } catch (error) {
      // The realtime database is not available, or the pole is locked. The next check decides what
      // to do.
      if (!(error instanceof AppError)) throw error;
      this.#services.log.warn(
        { err: error, flagId: flag.flagId },
        'A command to a pole could not be sent',
      );
    }
  }
}

interface Decided {
  entry: Entry;
  decision: Decision;
}

const isWorthActing = ({ decision }: Decided): boolean =>
  decision.send !== null || isWorthStoring(decision);

const keyOfCommand = ({ command }: FlagRecord) => command && commandKey(command);

const inDomainTime = (at: number | null, clock: DomainClock): number | null =>
  at === null ? null : clock.at(at);

const withRelease = (flag: HalfStaffFlag, releasedAt: number | null): HalfStaffFlag => ({
  ...flag,
  site: { ...flag.site, releasedAt },
});
