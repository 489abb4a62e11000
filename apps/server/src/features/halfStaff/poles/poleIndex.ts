import { isDeepStrictEqual } from 'node:util';
import type { Hold } from '@halyard/domain';
import { slices } from '../../../platform/database/batches.ts';
import { latest } from '../../../platform/database/changes/latest.ts';
import {
  type ChangedIds,
  type RecordChanges,
  readRecordChanges,
} from '../../../platform/database/changes/recordChanges.ts';
import type { Database } from '../../../platform/database/database.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import { openHolds } from './holds.ts';
import { findHalfStaffFlags, type HalfStaffFlag, halfStaffFlagsAfter } from './poles.ts';

/** The tables that the index of poles is built from. */
const TABLES = ['companies', 'locations', 'flags', 'holds'] as const;
type Changed = ChangedIds<(typeof TABLES)[number]>;

/**
 * The maximum number of flags that one SQL statement reads for the index. Such a statement takes a
 * few milliseconds.
 */
const BATCH = 500;
/**
 * The maximum number of objects in the cache of shared objects (`SharedParts`). A full cache is
 * emptied.
 */
const PARTS_KEPT = 200_000;
/** The period in ms within which each flag is read again, in case the index missed a change. */
const CHECK_MS = 600_000;
/** The minimum time in ms between two steps of the check that reads every flag again. */
const CHECK_PAUSE_MS = 1000;

/**
 * A flag with its stored data and its hold. Immutable: if the flag changes, the index creates a new
 * object.
 */
export interface IndexedPole {
  readonly flag: HalfStaffFlag;
  /**
   * The flag's latest hold, which may have expired. Null if there is none or a user has released
   * it.
   */
  readonly hold: Hold | null;
}

/**
 * The IDs of flags (`flags.id`) that were added, changed or deleted. The job that requested this
 * set empties it.
 */
export type ChangedPoles = Set<string>;

/**
 * A cache of companies, locations and sites, so that flags with equal data share one object and use
 * less memory.
 */
class SharedParts {
  readonly #parts = new Map<string, object>();

  /**
   * Returns the cached object for this key if it equals `part`. Otherwise, adds `part` to the cache
   * and returns it.
   */
  shared<Part extends object>(key: string, part: Part): Part {
    const known = this.#parts.get(key);
    if (known && isDeepStrictEqual(known, part)) return known as Part;
    if (this.#parts.size >= PARTS_KEPT) this.#parts.clear();
    this.#parts.set(key, part);
    return part;
  }
}

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * All flags of all companies, in memory, with the stored data that the half-staff rules need. Reads
 * only what has changed since the last read, and keeps a set of changed flags for each caller of
 * `follow`.
 */
export class PoleIndex {
  readonly #db: Database;
  readonly #changes: RecordChanges<(typeof TABLES)[number]>;
  readonly #poles = new Map<string, IndexedPole>();
  /** The IDs of flags by path in the realtime database. */
  readonly #ids = new Map<string, string>();
  readonly #followers = new Set<ChangedPoles>();
  readonly #parts = new SharedParts();
  #mustReadAll = true;
  /**
   * The progress of the slow check that reads every flag again: the flags found so far, the last
   * flag read, and when the check last ran.
   */
  #checked = { ids: new Set<string>(), last: '', at: performance.now() };

  constructor(db: Database) {
    this.#db = db;
    this.#changes = readRecordChanges(db, TABLES);
  }

  /** Updates the index with every database change that was committed before the call. */
  readonly current: () => Promise<void> = latest(() => this.#catchUp());

  get size(): number {
    return this.#poles.size;
  }

  /**
   * Returns a flag with its stored data. Undefined if it does not exist.
   * @param id the flag's ID in the table `flags`
   */
  get(id: string): IndexedPole | undefined {
    return this.#poles.get(id);
  }

  /**
   * Returns some flags with their current stored data, in no particular order. Leaves out flags
   * that do not exist. Until all flags have been read, reads only the requested ones, so that the
   * caller does not have to wait.
   * @param ids values of `flags.id`
   */
  async find(ids: readonly string[]): Promise<IndexedPole[]> {
    if (!this.#mustReadAll) {
      await this.current();
      return ids.flatMap((id) => this.get(id) ?? []);
    }
    const { queries } = this.#db;
    const found: IndexedPole[] = [];
    for (const slice of slices(ids, BATCH)) {
      const flags = await findHalfStaffFlags(queries, { kind: 'all' }, slice);
      const holds = await openHolds(queries, slice);
      for (const flag of flags) found.push({ flag, hold: holds.get(flag.id) ?? null });
      if (ids.length > BATCH) await nextTurn();
    }
    return found;
  }

  /** Returns the ID of the flag at a path in the realtime database. */
  idAt(address: FlagAddress): string | undefined {
    return this.#ids.get(keyOf(address));
  }

  values(): Iterable<IndexedPole> {
    return this.#poles.values();
  }

  /**
   * Returns a new set with the IDs of all flags. From then on, the index adds to it the ID of every
   * flag that changes.
   */
  follow(): ChangedPoles {
    const changed = new Set(this.#poles.keys());
    this.#followers.add(changed);
    return changed;
  }

  unfollow(changed: ChangedPoles): void {
    this.#followers.delete(changed);
  }

  async #catchUp(): Promise<void> {
    try {
      const changed = await this.#changes.next();
      if (changed === null || this.#mustReadAll) await this.#readAll();
      else await this.#reread(this.#affected(changed));
      this.#mustReadAll = false;
      await this.#recheck();
    } catch (error) {
      // The changes that were just read are not applied.
      this.#mustReadAll = true;
      throw error;
    }
  }

  /** Rereads the next group of flags, in case a change was missed. */
  async #recheck(): Promise<void> {
    const now = performance.now();
    const passed = now - this.#checked.at;
    if (passed < CHECK_PAUSE_MS) return;
    this.#checked.at = now;
    const limit = Math.min(Math.ceil((this.#poles.size * passed) / CHECK_MS), BATCH);
    if (limit === 0) return;
    const { ids, last } = this.#checked;
    const flags = await halfStaffFlagsAfter(this.#db.queries, last, limit);
    await this.#put(flags);
    for (const { id } of flags) ids.add(id);
    this.#checked.last = flags.at(-1)?.id ?? '';
    if (flags.length === limit) return;
    this.#checked = { ids: new Set(), last: '', at: now };
    await this.#reread([...this.#poles.keys()].filter((id) => !ids.has(id)));
  }

  /**
   * Returns the IDs of the flags that have changed, or whose company, location or hold has changed.
   */
  #affected({ companies, locations, flags, holds }: Changed): string[] {
    const ids = new Set([...flags, ...holds]);
    if (companies.size > 0 || locations.size > 0)
      for (const { flag } of this.#poles.values())
        if (companies.has(flag.company.id) || locations.has(flag.location.id)) ids.add(flag.id);
    return [...ids];
  }

  async #readAll(): Promise<void> {
    const gone = new Set(this.#poles.keys());
    for (let after = ''; ; ) {
      const flags = await halfStaffFlagsAfter(this.#db.queries, after, BATCH);
      await this.#put(flags);
      for (const { id } of flags) gone.delete(id);
      const last = flags.at(-1);
      if (!last || flags.length < BATCH) break;
      after = last.id;
      await nextTurn();
    }
    for (const id of gone) this.#remove(id);
  }

  async #reread(ids: readonly string[]): Promise<void> {
    for (const slice of slices(ids, BATCH)) {
      const flags = await findHalfStaffFlags(this.#db.queries, { kind: 'all' }, slice);
      await this.#put(flags);
      const found = new Set(flags.map(({ id }) => id));
      for (const id of slice) if (!found.has(id)) this.#remove(id);
      if (ids.length > BATCH) await nextTurn();
    }
  }

  async #put(flags: readonly HalfStaffFlag[]): Promise<void> {
    if (flags.length === 0) return;
    const holds = await openHolds(
      this.#db.queries,
      flags.map(({ id }) => id),
    );
    for (const each of flags) {
      const flag = this.#shared(each);
      const known = this.#poles.get(flag.id);
      const pole = { flag, hold: holds.get(flag.id) ?? null };
      if (known && isDeepStrictEqual(known, pole)) continue;
      if (known) this.#forgetPath(known.flag);
      this.#poles.set(flag.id, pole);
      this.#ids.set(keyOf(flag), flag.id);
      this.#note(flag.id);
    }
  }

  /**
   * Returns a copy of the flag that shares its company, location and site objects with other flags.
   */
  #shared(flag: HalfStaffFlag): HalfStaffFlag {
    const { company, location, site } = flag;
    const { concernedSince, releasedAt, flies } = site;
    return {
      ...flag,
      company: this.#parts.shared(`company ${company.id}`, company),
      location: this.#parts.shared(`location ${location.id}`, location),
      site: this.#parts.shared(
        `site ${location.id} ${flies} ${concernedSince} ${releasedAt}`,
        site,
      ),
    };
  }

  #remove(id: string): void {
    const known = this.#poles.get(id);
    if (!known) return;
    this.#poles.delete(id);
    this.#forgetPath(known.flag);
    this.#note(id);
  }

  #forgetPath(flag: HalfStaffFlag): void {
    if (this.#ids.get(keyOf(flag)) === flag.id) this.#ids.delete(keyOf(flag));
  }

  #note(id: string): void {
    for (const follower of this.#followers) follower.add(id);
  }
}
