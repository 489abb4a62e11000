import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { commandKey, type Facts, type FlagRecord, type Hold } from '@halyard/domain';
import type { DomainClock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { Services } from '../../calls/context.ts';
import { commandFlag } from '../../fleet/sendCommands/commandFlag.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findFacts } from '../orders/facts.ts';
import { isKnown, openHolds } from '../poles/holds.ts';
import { findHalfStaffFlags, type HalfStaffFlag } from '../poles/poles.ts';
import { decide } from './decide.ts';
import type { Decision } from './decision.ts';
import { ENGINE } from './manual.ts';
import { NO_MEMORY } from './memory.ts';
import { type KeptPole, situationOf } from './situation.ts';
import { isWorthStoring, loadMemories, type StoredPole, storeDecisions } from './store.ts';

/**
 * The maximum time in ms between two reads of the stored data. The engine reads the data after this
 * time even without a notification of a change, because notifications may get lost.
 */
const READ_MS = 30_000;
/**
 * The minimum time in ms between two reads of all flags, locations and companies, however many
 * notifications arrive.
 */
const RELOAD_MS = 5000;
/** The maximum age in ms of stored data that the engine may act on. */
const FRESH_MS = 2000;
/** The maximum number of poles per transaction, and of commands that are sent together. */
const SLICE = 200;
/**
 * The maximum number of commands per second. It keeps commands of users from waiting behind
 * thousands of others.
 */
const COMMANDS_PER_SECOND = 2500;

/** A pole, and when the engine decides about it again. */
interface Entry extends KeptPole {
  isDirty: boolean;
  lookAt: Decision['lookAt'];
}

const newEntry = (flag: HalfStaffFlag, stored?: StoredPole): Entry => ({
  ...(stored ?? { memory: NO_MEMORY, alarm: null }),
  flag,
  hold: null,
  handledId: null,
  isDirty: true,
  lookAt: { domain: 0, wall: 0 },
});

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * Moves every pole to its planned position. It repeatedly compares what should be in effect with
 * what the pole reports, and sends commands to poles that differ. It reads orders, holds and flags
 * when it is notified of changes, and again before it acts on them. Only one process at a time runs
 * the engine. What the engine must remember is stored, so that another process can continue.
 */
export class Engine {
  readonly #services: Services;
  readonly #entries = new Map<string, Entry>();
  readonly #unwatch: (() => void)[];
  readonly #signal: AbortSignal | undefined;
  #facts: Facts = { orders: [], confirmedDays: [] };
  #holds: ReadonlyMap<string, Hold> = new Map();
  /**
   * When the engine was turned on, in epoch milliseconds of the half-staff clock. Null while it is
   * off.
   */
  #onSince: number | null = null;
  /** When stored data was last read, in epoch milliseconds of real time. */
  #readAt = Number.NEGATIVE_INFINITY;
  #loadedAt = Number.NEGATIVE_INFINITY;
  /** Whether stored data has changed since it was last read, and since all flags were last read. */
  #mustRead = true;
  #mustLoad = true;

  /** @param signal if aborted, the engine stops after the current group of poles */
  constructor(services: Services, signal?: AbortSignal) {
    this.#services = services;
    this.#signal = signal;
    this.#unwatch = [
      services.link.watch((address) => this.#touch(keyOf(address))),
      services.link.whenStored(() => {
        this.#mustRead = true;
        this.#mustLoad = true;
      }),
    ];
  }

  /** Stops listening for changes. Call this after the last call of `round`. */
  stop(): void {
    for (const unwatch of this.#unwatch) unwatch();
  }

  /**
   * Does everything that is due. Rejects if the database is not available; in that case, the next
   * call catches up.
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
   * Checks each pole once, so that no pole has to wait for the effects of commands to other poles.
   * @returns whether more remains to be done
   */
  async #pass(all: readonly Entry[]): Promise<boolean> {
    for (let start = 0; start < all.length; start += SLICE) {
      if (this.#signal?.aborted) return false;
      const due = all.slice(start, start + SLICE).filter((entry) => this.#isKnown(entry));
      const begun = performance.now();
      const sent = await this.#slice(due).catch((error: unknown) => {
        for (const entry of due) entry.isDirty = true;
        throw error;
      });
      if (this.#onSince === null) return false;
      const pause = (sent / COMMANDS_PER_SECOND) * 1000 - (performance.now() - begun);
      await (pause > 0 ? sleep(pause) : turn());
    }
    return true;
  }

  #isKnown(entry: Entry): boolean {
    return this.#entries.get(keyOf(entry.flag)) === entry;
  }

  #isToRead(): boolean {
    const now = this.#services.clock();
    const isToLoad = this.#mustLoad && now - this.#loadedAt >= RELOAD_MS;
    const oldest = Math.min(this.#readAt, this.#loadedAt);
    return this.#mustRead || isToLoad || now - oldest >= READ_MS;
  }

  /**
   * Reads the stored data that may have changed.
   * @param mayLoad whether to also read all flags if necessary
   */
  async #read({ mayLoad } = { mayLoad: true }): Promise<void> {
    const { db, clock, domainClock } = this.#services;
    const { queries } = db;
    const readAt = clock();
    this.#mustRead = false;
    try {
      const { isOn, at } = await engineState(queries);
      if (!isOn) {
        this.#onSince = null;
        this.#entries.clear();
        this.#readAt = readAt;
        return;
      }
      // Null if autopilot was turned on in a version that did not store the time.
      const onSince = at ?? 0;
      if (this.#onSince !== onSince) this.#touchAll();
      this.#onSince = onSince;
      const facts = await findFacts(queries, domainClock.now());
      if (!isDeepStrictEqual(facts, this.#facts)) {
        this.#facts = facts;
        this.#touchAll();
      }
      const isDue = this.#mustLoad
        ? readAt - this.#loadedAt >= RELOAD_MS
        : readAt - this.#loadedAt >= READ_MS;
      if ((mayLoad && isDue) || this.#entries.size === 0) await this.#load();
      else {
        const holds = await openHolds(queries);
        if (!isDeepStrictEqual(holds, this.#holds)) this.#takeHolds(holds);
      }
      this.#readAt = readAt;
    } catch (error) {
      this.#mustRead = true;
      throw error;
    }
  }

  async #load(): Promise<void> {
    this.#mustLoad = false;
    try {
      await this.#loadAll();
    } catch (error) {
      this.#mustLoad = true;
      throw error;
    }
  }

  async #loadAll(): Promise<void> {
    const { db, clock } = this.#services;
    const loadedAt = clock();
    const flags = await findHalfStaffFlags(db.queries, { kind: 'all' });
    const holds = await openHolds(db.queries);
    const isFirst = this.#entries.size === 0;
    const memories = isFirst ? await loadMemories(db.queries) : new Map<string, StoredPole>();
    // Find the pole by its flag, because a replacement device has another path but needs what the
    // engine remembers.
    const known = new Map([...this.#entries.values()].map((entry) => [entry.flag.id, entry]));
    this.#entries.clear();
    for (const flag of flags) {
      const entry = known.get(flag.id) ?? newEntry(flag, memories.get(flag.id));
      if (!isDeepStrictEqual(entry.flag, flag)) {
        entry.flag = flag;
        entry.isDirty = true;
      }
      this.#entries.set(keyOf(flag), entry);
    }
    this.#takeHolds(holds);
    this.#loadedAt = loadedAt;
  }

  /** Reads the stored data of some poles again before the engine acts on them. */
  async #renew(entries: readonly Entry[]): Promise<void> {
    const { queries } = this.#services.db;
    const ids = entries.map(({ flag }) => flag.id);
    const flags = await findHalfStaffFlags(queries, { kind: 'all' }, ids);
    const found = new Map(flags.map((flag) => [keyOf(flag), flag]));
    const isOther = ({ flag }: Entry) => !isDeepStrictEqual(found.get(keyOf(flag)), flag);
    // The flag may have been deleted, or may have a new path.
    if (entries.some(isOther)) await this.#load();
  }

  #takeHolds(holds: ReadonlyMap<string, Hold>): void {
    this.#holds = holds;
    for (const entry of this.#entries.values()) {
      const hold = holds.get(entry.flag.id) ?? null;
      if (hold?.id === entry.hold?.id) continue;
      entry.hold = hold;
      entry.isDirty = true;
    }
  }

  #touch(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) entry.isDirty = true;
  }

  #touchAll(): void {
    for (const entry of this.#entries.values()) entry.isDirty = true;
  }

  #due(): Entry[] {
    const { clock, domainClock } = this.#services;
    const wall = clock();
    const now = domainClock.at(wall);
    const isDue = ({ isDirty, lookAt }: Entry) =>
      isDirty || now >= lookAt.domain || wall >= lookAt.wall;
    return [...this.#entries.values()].filter(isDue);
  }

  /**
   * Decides about some poles, stores the decisions, and then sends the commands.
   * @returns the number of commands sent
   */
  async #slice(entries: readonly Entry[]): Promise<number> {
    const { db, link, clock, domainClock } = this.#services;
    let decisions = this.#decide(entries);
    if (decisions.some(isWorthActing) && (await this.#refresh(entries))) {
      if (this.#onSince === null) return 0;
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
      const { memory, alarm, lookAt, release } = decision;
      Object.assign(entry, { memory, alarm, lookAt });
      if (!release) continue;
      entry.flag = withRelease(entry.flag, release.at);
      entry.isDirty = true;
    }
    if (worth.some(({ newHold, endsHold }) => newHold || endsHold)) {
      this.#takeHolds(await openHolds(db.queries));
      await link.flushOutbox();
    }
    const sends = decisions.map(({ decision }) => decision).filter(({ send }) => send);
    await Promise.all(sends.map((decision) => this.#command(decision)));
    return sends.length;
  }

  /**
   * Reads again the data on which the decisions about these poles depend, unless it is recent.
   * @returns whether anything was read
   */
  async #refresh(entries: readonly Entry[]): Promise<boolean> {
    const isOld = (at: number) => this.#services.clock() - at > FRESH_MS;
    const [mustRead, mustRenew] = [this.#mustRead || isOld(this.#readAt), isOld(this.#loadedAt)];
    if (mustRead) await this.#read({ mayLoad: false });
    if (mustRenew && this.#onSince !== null) await this.#renew(entries);
    return mustRead || mustRenew;
  }

  /**
   * Removes from the decisions any new holds that are already stored. A command whose hold has
   * ended does not create a second hold, even if the engine does not remember the command.
   * @returns whether any hold was removed
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
      entry.isDirty = false;
      const situation = situationOf(entry, {
        record: link.record(entry.flag),
        positionSince: inDomainTime(link.positionSince(entry.flag), domainClock),
        facts: this.#facts,
        onSince: this.#onSince ?? 0,
        clock: domainClock,
        wall,
      });
      return { entry, decision: decide(situation) };
    });
  }

  /** Sends the command, unless a user has sent one or locked the pole in the meantime. */
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
