import { setImmediate as breath, setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { commandKey, type Facts, type FlagRecord, type Hold } from '@halyard/domain';
import type { DomainClock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { Services } from '../../calls/context.ts';
import { commandFlag } from '../../fleet/commands/commandFlag.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findFacts } from '../orders/facts.ts';
import { isKnown, openHolds } from '../poles/holds.ts';
import { findHalfStaffFlags, type HalfStaffFlag } from '../poles/poles.ts';
import { ENGINE } from './manual.ts';
import { NO_MEMORY } from './memory.ts';
import type { Situation } from './situation.ts';
import { loadMemories, type Outcome, type StoredPole, storeOutcomes } from './store.ts';
import { type Thought, think } from './think.ts';

/** Milliseconds after which what is stored of flags, locations and companies is read anew. */
const RELOAD_MS = 5000;
/** The same of poles that are about to be commanded: whoever has opted out is not commanded any more. */
const FRESH_MS = 2000;
/** Poles thought of at once: one transaction, and one burst of commands. */
const SLICE = 200;
/** Commands a second at most: people's own never wait behind thousands. */
const COMMANDS_PER_SECOND = 2500;

/** One pole, and when to think of it again. */
interface Entry extends StoredPole {
  flag: HalfStaffFlag;
  hold: Hold | null;
  handledId: string | null;
  isDirty: boolean;
  lookAt: Thought['lookAt'];
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
 * Brings every pole where it should be, round by round: what should hold is compared with what the pole
 * reports, and the difference commanded. One process runs it at a time; what it must remember is stored,
 * so that another one goes on where it stopped.
 */
export class Engine {
  readonly #services: Services;
  readonly #entries = new Map<string, Entry>();
  readonly #unwatch: () => void;
  #facts: Facts = { orders: [], confirmedDays: [] };
  #holds: ReadonlyMap<string, Hold> = new Map();
  #onSince: number | null = null;
  #loadedAt = Number.NEGATIVE_INFINITY;
  readonly #signal: AbortSignal | undefined;

  /** @param signal aborted: the slice under way is the last one */
  constructor(services: Services, signal?: AbortSignal) {
    this.#services = services;
    this.#signal = signal;
    this.#unwatch = services.link.watch((address) => this.#touch(keyOf(address)));
  }

  /** After the last round. */
  stop(): void {
    this.#unwatch();
  }

  /** Looks at everything that is due. Rejects where the database is away; the next round goes on. */
  async round(): Promise<void> {
    // Also where poles report without a pause: an order is seen before the next look at them.
    while (await this.#refresh()) {
      const due = this.#due();
      if (due.length === 0 || !(await this.#pass(due))) return;
    }
  }

  /** Each pole once, so that none waits for what follows from others' commands. @returns whether to go on */
  async #pass(all: readonly Entry[]): Promise<boolean> {
    for (let start = 0; start < all.length; start += SLICE) {
      if (this.#signal?.aborted) return false;
      const due = all.slice(start, start + SLICE).filter((entry) => this.#isKnown(entry));
      const begun = performance.now();
      const sent = await this.#slice(due).catch((error: unknown) => {
        for (const entry of due) entry.isDirty = true;
        throw error;
      });
      const pause = (sent / COMMANDS_PER_SECOND) * 1000 - (performance.now() - begun);
      await (pause > 0 ? sleep(pause) : breath());
      // Poles are looked at anew as they are commanded: all of them are not read again and again meanwhile.
      if (sent > 0 && !(await this.#refresh({ mayLoad: false }))) return false;
    }
    return true;
  }

  #isKnown(entry: Entry): boolean {
    return this.#entries.get(keyOf(entry.flag)) === entry;
  }

  /** Reads anew what may have changed. @returns whether the engine is on */
  async #refresh({ mayLoad } = { mayLoad: true }): Promise<boolean> {
    const { queries } = this.#services.db;
    const { isOn, at } = await engineState(queries);
    if (!isOn) {
      this.#onSince = null;
      this.#entries.clear();
      return false;
    }
    if (this.#onSince !== at) this.#touchAll();
    this.#onSince = at;
    const facts = await findFacts(queries, this.#services.domainClock.now());
    if (!isDeepStrictEqual(facts, this.#facts)) {
      this.#facts = facts;
      this.#touchAll();
    }
    const isOld = mayLoad && this.#services.clock() - this.#loadedAt >= RELOAD_MS;
    if (isOld || this.#entries.size === 0) await this.#load();
    else {
      const holds = await openHolds(queries);
      if (!isDeepStrictEqual(holds, this.#holds)) this.#takeHolds(holds);
    }
    return true;
  }

  async #load(): Promise<void> {
    const { db, clock } = this.#services;
    const loadedAt = clock();
    const flags = await findHalfStaffFlags(db.queries, { kind: 'all' });
    const holds = await openHolds(db.queries);
    const isFirst = this.#entries.size === 0;
    const memories = isFirst ? await loadMemories(db.queries) : new Map<string, StoredPole>();
    // By the flag: another device in its place has another address, and the same past.
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

  /** The same for some poles, before they are commanded. @returns whether anything is other than known */
  async #renew(entries: readonly Entry[]): Promise<boolean> {
    const { queries } = this.#services.db;
    const ids = entries.map(({ flag }) => flag.id);
    const flags = await findHalfStaffFlags(queries, { kind: 'all' }, ids);
    const holds = await openHolds(queries);
    const found = new Map(flags.map((flag) => [keyOf(flag), flag]));
    const others = entries.filter(({ flag }) => !isDeepStrictEqual(found.get(keyOf(flag)), flag));
    // One of them may be gone, or have another address.
    if (others.length > 0) await this.#load();
    else if (isDeepStrictEqual(holds, this.#holds)) return false;
    else this.#takeHolds(holds);
    return true;
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

  /** Thinks of some poles, stores what follows, then commands. @returns how many it commanded */
  async #slice(entries: readonly Entry[]): Promise<number> {
    const { db, link, clock, domainClock } = this.#services;
    let thoughts = this.#think(entries);
    if (thoughts.some(({ thought }) => thought.send) && clock() - this.#loadedAt > FRESH_MS) {
      if (await this.#renew(entries))
        thoughts = this.#think(entries.filter((entry) => this.#isKnown(entry)));
    }
    if (await this.#dropKnownHolds(thoughts)) thoughts = this.#think(thoughts.map((t) => t.entry));
    const wall = clock();
    const outcomes = thoughts.map(({ entry, thought }) => outcomeOf(entry, thought));
    const worth = outcomes.filter(({ isChanged, thought }) => isChanged || needsStore(thought));
    if (worth.length > 0)
      await db.transaction((trx) => storeOutcomes(trx, worth, { now: domainClock.at(wall), wall }));
    for (const { entry, thought } of thoughts) {
      entry.memory = thought.memory;
      entry.alarm = thought.alarm;
      entry.lookAt = thought.lookAt;
    }
    for (const { entry, thought } of thoughts) {
      if (!thought.release) continue;
      entry.flag = withRelease(entry.flag, thought.release.at);
      entry.isDirty = true;
    }
    if (worth.some(({ thought }) => thought.newHold || thought.endsHold)) {
      this.#takeHolds(await openHolds(db.queries));
      await link.flushOutbox();
    }
    const sends = thoughts.filter(({ thought }) => thought.send);
    await Promise.all(sends.map((send) => this.#command(send)));
    return sends.length;
  }

  /**
   * A command whose hold is over makes none again, although nobody remembers having seen it.
   * @returns whether there is one
   */
  async #dropKnownHolds(thoughts: readonly Considered[]): Promise<boolean> {
    let isAny = false;
    for (const { entry, thought } of thoughts) {
      const { newHold } = thought;
      if (!newHold || !(await isKnown(this.#services.db.queries, entry.flag, newHold))) continue;
      entry.handledId = newHold.id;
      isAny = true;
    }
    return isAny;
  }

  #think(entries: readonly Entry[]): Considered[] {
    const { link, clock, domainClock } = this.#services;
    const wall = clock();
    return entries.map((entry) => {
      // Whatever changes from here on is looked at again.
      entry.isDirty = false;
      const record = link.record(entry.flag);
      const situation: Situation = {
        ...entry,
        record,
        positionSince: inDomainTime(link.positionSince(entry.flag), domainClock),
        facts: this.#facts,
        onSince: this.#onSince ?? 0,
        clock: domainClock,
      };
      return { entry, record, thought: think(situation, wall) };
    });
  }

  /** Unless a person was faster, or a lockout. */
  async #command({ entry, record, thought }: Considered): Promise<void> {
    if (!thought.send || this.#signal?.aborted) return;
    const isStill = (current: FlagRecord) => keyOfCommand(current) === keyOfCommand(record);
    try {
      await commandFlag(this.#services, entry.flag, thought.send, { by: ENGINE }, isStill);
    } catch (error) {
      // The realtime database is away, or someone works at the pole: the next look says what to do.
      if (!(error instanceof AppError)) throw error;
      this.#services.log.warn(
        { err: error, flagId: entry.flag.flagId },
        'A pole was not commanded',
      );
    }
  }
}

const keyOfCommand = ({ command }: FlagRecord) => command && commandKey(command);

const inDomainTime = (at: number | null, clock: DomainClock): number | null =>
  at === null ? null : clock.at(at);

const withRelease = (flag: HalfStaffFlag, releasedAt: number | null): HalfStaffFlag => ({
  ...flag,
  site: { ...flag.site, releasedAt },
});

interface Considered {
  entry: Entry;
  record: FlagRecord;
  thought: Thought;
}

function outcomeOf(entry: Entry, thought: Thought): Outcome {
  const { flag, memory, alarm } = entry;
  const isChanged = alarm !== thought.alarm || !isDeepStrictEqual(memory, thought.memory);
  return { flag, thought, isChanged, alarmIsNew: alarm === null && thought.alarm !== null };
}

const needsStore = ({ notes, newHold, endsHold, release }: Thought) =>
  notes.length > 0 || newHold !== null || endsHold || release !== null;
