import { ABSENT_RECORD, type FlagRecord, readRecord, reportedPosition } from '@halyard/domain';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { putAt, splitPath } from './changes.ts';
import type { FlagAddress } from './flagAddress.ts';
import type { TreeChange } from './tree.ts';

interface LiveFlag {
  address: FlagAddress;
  raw: unknown;
  record: FlagRecord;
  place: Tenant;
  /**
   * The time when the pole began to report its current position, in epoch milliseconds. Null if
   * that was before this process started.
   */
  positionSince: number | null;
}

type Watcher = (address: FlagAddress, record: FlagRecord) => void;

/** A flag's company and location. The rules use them to decide who may read the flag. */
interface Tenant {
  companyId: unknown;
  locationId: unknown;
}

const placeIn = (raw: unknown): Tenant => {
  const { companyId, locationId } = isObject(raw) ? raw : {};
  return { companyId, locationId };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * The server's only copy of the live data of all flags, kept up to date by a subscription to
 * `users`. The data is stored only in the realtime database.
 */
export class LiveState {
  /**
   * The flags in the live copy, by owner and then by flag ID. Two lookups are ten times as fast as
   * one lookup with a combined key.
   */
  readonly #flags = new Map<string, Map<string, LiveFlag>>();
  /**
   * The owners of the flags in the live copy, by flag ID. Needed for imports, which look up
   * thousands of flag IDs.
   */
  readonly #owners = new Map<string, Set<string>>();
  readonly #watchers = new Set<Watcher>();
  readonly #moveListeners = new Set<() => void>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * Returns a flag's live state. ABSENT_RECORD if the realtime database has no data about it.
   */
  record(address: FlagAddress): FlagRecord {
    return this.#flag(address)?.record ?? ABSENT_RECORD;
  }

  /**
   * Returns the time when the flag began to report its current position, in epoch milliseconds.
   * Null if that was before this process started.
   */
  positionSince(address: FlagAddress): number | null {
    return this.#flag(address)?.positionSince ?? null;
  }

  /**
   * Returns the data of a flag exactly as it is in the realtime database. Null if there is none.
   */
  raw(address: FlagAddress): unknown {
    return this.#flag(address)?.raw ?? null;
  }

  /** Returns the owner keys under which the realtime database has data for a flag ID. */
  ownersOf(flagId: string): string[] {
    return [...(this.#owners.get(flagId) ?? [])];
  }

  /** Iterates over all flags in the realtime database. */
  *all(): Iterable<{ address: FlagAddress; raw: unknown; record: FlagRecord }> {
    for (const flags of this.#flags.values()) yield* flags.values();
  }

  /**
   * Calls `watcher` after each change to a flag's data, with ABSENT_RECORD if it was removed.
   * @returns a function that stops the calls
   */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Calls `listener` after a flag has moved to another company or location.
   * @returns a function that stops the calls
   */
  onMoved(listener: () => void): () => void {
    this.#moveListeners.add(listener);
    return () => this.#moveListeners.delete(listener);
  }

  /**
   * Waits until `holds` returns true for the flag's live state. Resolves to false if that takes
   * longer than `patience` ms.
   */
  until(
    address: FlagAddress,
    holds: (record: FlagRecord) => boolean,
    patience: number,
  ): Promise<boolean> {
    if (holds(this.record(address))) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (held: boolean) => {
        clearTimeout(timer);
        unwatch();
        resolve(held);
      };
      const timer = setTimeout(() => end(false), patience);
      const unwatch = this.watch((changed, record) => {
        if (isSame(changed, address) && holds(record)) end(true);
      });
    });
  }

  /** Applies one change below `users` to the live copy. */
  apply(change: TreeChange): void {
    const base = splitPath(change.path);
    if (change.type === 'put') return this.#put(base, change.data);
    if (!isObject(change.data)) return;
    const touched = new Touched();
    for (const [relative, data] of Object.entries(change.data)) {
      this.#put([...base, ...splitPath(relative)], data, touched);
    }
    for (const address of touched) this.#announce(address);
  }

  #put(path: string[], data: unknown, later?: Touched): void {
    const [ownerId, branch, flagId, ...rest] = path;
    if (ownerId === undefined) return this.#replaceAll(isObject(data) ? data : {});
    if (branch === undefined) {
      return this.#replace(ownerId, isObject(data) ? data.hardware : null);
    }
    if (branch !== 'hardware') return;
    if (flagId === undefined) return this.#replace(ownerId, data);
    const address = { ownerId, flagId };
    const raw = putAt(this.raw(address), rest, data);
    this.#store(address, raw);
    if (later) later.add(address);
    else this.#announce(address);
  }

  #replaceAll(owners: Record<string, unknown>): void {
    const gone = [...this.#flags.keys()].filter((ownerId) => !Object.hasOwn(owners, ownerId));
    for (const [ownerId, owner] of Object.entries(owners))
      this.#replace(ownerId, isObject(owner) ? owner.hardware : null);
    for (const ownerId of gone) this.#replace(ownerId, null);
  }

  /** Replaces all flags of an owner in the live copy with those in `hardware`. */
  #replace(ownerId: string, hardware: unknown): void {
    const gone = new Set(this.#flags.get(ownerId)?.keys());
    for (const [flagId, raw] of Object.entries(isObject(hardware) ? hardware : {})) {
      const address = { ownerId, flagId };
      gone.delete(flagId);
      this.#store(address, putAt(null, [], raw));
      this.#announce(address);
    }
    for (const flagId of gone) {
      this.#remove({ ownerId, flagId });
      this.#announce({ ownerId, flagId });
    }
  }

  #flag({ ownerId, flagId }: FlagAddress): LiveFlag | undefined {
    return this.#flags.get(ownerId)?.get(flagId);
  }

  #store(address: FlagAddress, raw: unknown): void {
    if (raw === null) return this.#remove(address);
    const record = readRecord(raw);
    const place = placeIn(raw);
    const known = this.#flag(address);
    if (known === undefined) {
      this.#add({ address, raw, record, place, positionSince: null });
      return;
    }
    if (reportedPosition(known.record) !== reportedPosition(record))
      known.positionSince = this.#clock();
    known.raw = raw;
    known.record = record;
    if (isSamePlace(known.place, place)) return;
    known.place = place;
    for (const listener of this.#moveListeners) listener();
  }

  #add(flag: LiveFlag): void {
    const { ownerId, flagId } = flag.address;
    const flags = this.#flags.get(ownerId) ?? new Map<string, LiveFlag>();
    this.#flags.set(ownerId, flags.set(flagId, flag));
    const owners = this.#owners.get(flagId) ?? new Set();
    this.#owners.set(flagId, owners.add(ownerId));
  }

  #remove(address: FlagAddress): void {
    const flags = this.#flags.get(address.ownerId);
    flags?.delete(address.flagId);
    if (flags?.size === 0) this.#flags.delete(address.ownerId);
    const owners = this.#owners.get(address.flagId);
    owners?.delete(address.ownerId);
    if (owners?.size === 0) this.#owners.delete(address.flagId);
  }

  #announce(address: FlagAddress): void {
    const record = this.record(address);
    for (const watcher of this.#watchers) watcher(address, record);
  }
}

const isSamePlace = (a: Tenant, b: Tenant): boolean =>
  a.companyId === b.companyId && a.locationId === b.locationId;

const isSame = (a: FlagAddress, b: FlagAddress): boolean =>
  a.ownerId === b.ownerId && a.flagId === b.flagId;

/**
 * The paths of changed flags, without duplicates and in insertion order. Usually contains only one
 * path.
 */
class Touched implements Iterable<FlagAddress> {
  readonly #addresses: FlagAddress[] = [];
  readonly #known = new Set<string>();

  add(address: FlagAddress): void {
    const last = this.#addresses.at(-1);
    if (last && isSame(last, address)) return;
    const key = `${address.ownerId}/${address.flagId}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#addresses.push(address);
  }

  [Symbol.iterator](): Iterator<FlagAddress> {
    return this.#addresses[Symbol.iterator]();
  }
}
