import { ABSENT_RECORD, type FlagRecord, readRecord, reportedPosition } from '@halyard/domain';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { putAt, splitPath } from './changes.ts';
import type { FlagAddress } from './flagAddress.ts';
import type { TreeChange } from './tree.ts';

interface LiveFlag {
  address: FlagAddress;
  raw: unknown;
  record: FlagRecord;
  /**
   * When this process saw the pole report a new position, in epoch milliseconds; null if it has
   * not.
   */
  positionSince: number | null;
}

type Watcher = (address: FlagAddress, record: FlagRecord) => void;

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * The server's only live copy of all flags' realtime nodes, kept up to date by listening at
 * `users`. Server code reads live data only here; the data itself is stored only in the realtime
 * database.
 */
export class LiveState {
  readonly #flags = new Map<string, LiveFlag>();
  /** Owner keys by flag ID, because an import looks up thousands of them. */
  readonly #owners = new Map<string, Set<string>>();
  readonly #watchers = new Set<Watcher>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Returns the flag's live record; ABSENT_RECORD if the tree has no such node. */
  record(address: FlagAddress): FlagRecord {
    return this.#flags.get(keyOf(address))?.record ?? ABSENT_RECORD;
  }

  /**
   * Returns since when the flag has reported its current position, in epoch milliseconds; null if
   * this process has not seen the position change.
   */
  positionSince(address: FlagAddress): number | null {
    return this.#flags.get(keyOf(address))?.positionSince ?? null;
  }

  /** Returns the flag's raw node; null if there is none. */
  raw(address: FlagAddress): unknown {
    return this.#flags.get(keyOf(address))?.raw ?? null;
  }

  /** Returns the owner keys under which the tree has a node with this flag ID. */
  ownersOf(flagId: string): string[] {
    return [...(this.#owners.get(flagId) ?? [])];
  }

  /** Iterates over all flags in the tree. */
  *all(): Iterable<{ address: FlagAddress; raw: unknown; record: FlagRecord }> {
    yield* this.#flags.values();
  }

  /**
   * Calls `watcher` after each change of a flag's node, with ABSENT_RECORD for a removed node.
   * @returns a function that stops the calls
   */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /**
   * Waits up to `patience` ms until `holds` is true for the flag's record. Resolves to whether it
   * is.
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
        if (keyOf(changed) === keyOf(address) && holds(record)) end(true);
      });
    });
  }

  /** Applies one change below `users`. */
  apply(change: TreeChange): void {
    const base = splitPath(change.path);
    if (change.type === 'put') return this.#put(base, change.data);
    if (!isObject(change.data)) return;
    const touched = new Set<string>();
    for (const [relative, data] of Object.entries(change.data)) {
      this.#put([...base, ...splitPath(relative)], data, touched);
    }
    for (const key of touched) this.#announce(key);
  }

  #put(path: string[], data: unknown, later?: Set<string>): void {
    const [ownerId, branch, flagId, ...rest] = path;
    if (ownerId === undefined) return this.#replace('', isObject(data) ? data : {});
    if (branch === undefined) {
      const hardware = isObject(data) ? data.hardware : null;
      return this.#replace(`${ownerId}/`, { [ownerId]: { hardware } });
    }
    if (branch !== 'hardware') return;
    if (flagId === undefined) {
      return this.#replace(`${ownerId}/`, { [ownerId]: { hardware: data } });
    }
    const address = { ownerId, flagId };
    const key = keyOf(address);
    const raw = putAt(this.#flags.get(key)?.raw ?? null, rest, data);
    this.#store(address, raw);
    if (later) later.add(key);
    else this.#announce(key);
  }

  /** Replaces all flags whose key begins with `prefix` with those in `owners`. */
  #replace(prefix: string, owners: Record<string, unknown>): void {
    const gone = new Set([...this.#flags.keys()].filter((key) => key.startsWith(prefix)));
    for (const [ownerId, owner] of Object.entries(owners)) {
      const hardware = isObject(owner) ? owner.hardware : null;
      if (!isObject(hardware)) continue;
      for (const [flagId, raw] of Object.entries(hardware)) {
        const address = { ownerId, flagId };
        gone.delete(keyOf(address));
        this.#store(address, putAt(null, [], raw));
        this.#announce(keyOf(address));
      }
    }
    for (const key of gone) {
      const flag = this.#flags.get(key);
      if (flag) this.#remove(flag.address);
      this.#announce(key);
    }
  }

  #store(address: FlagAddress, raw: unknown): void {
    if (raw === null) return this.#remove(address);
    const before = this.#flags.get(keyOf(address));
    const record = readRecord(raw);
    const isSame = !before || reportedPosition(before.record) === reportedPosition(record);
    const positionSince = isSame ? (before?.positionSince ?? null) : this.#clock();
    this.#flags.set(keyOf(address), { address, raw, record, positionSince });
    const owners = this.#owners.get(address.flagId) ?? new Set();
    this.#owners.set(address.flagId, owners.add(address.ownerId));
  }

  #remove(address: FlagAddress): void {
    this.#flags.delete(keyOf(address));
    const owners = this.#owners.get(address.flagId);
    owners?.delete(address.ownerId);
    if (owners?.size === 0) this.#owners.delete(address.flagId);
  }

  #announce(key: string): void {
    const [ownerId = '', flagId = ''] = key.split('/');
    const record = this.#flags.get(key)?.record ?? ABSENT_RECORD;
    for (const watcher of this.#watchers) watcher({ ownerId, flagId }, record);
  }
}
