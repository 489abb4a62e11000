import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { flagMirror, hardwarePath } from '../outbox/mirroredChanges.ts';
import { findMirroredFlags } from '../outbox/mirroredFlags.ts';
import type { FlagAddress } from '../tree/flagAddress.ts';
import type { LiveState } from '../tree/liveState.ts';
import type { TreeClient } from '../tree/tree.ts';

export interface OwnFieldsParts {
  tree: Pick<TreeClient, 'update'>;
  /** The live copy of the realtime data. It must already be subscribed to changes. */
  live: LiveState;
  db: Database;
  clock: () => number;
  log: Pick<Logger, 'warn'>;
}

/**
 * The fields of a flag that the server owns in the realtime database (decisions, "Who writes
 * what").
 */
const OWN_FIELDS = ['id', 'companyId', 'locationId', 'moveTimeout', 'serverSteps', 'lock'] as const;
/** How often to check the flags whose server-owned fields have changed, in ms. */
export const ROUND_MS = 1_000;
/**
 * The maximum number of flags whose server-owned fields are checked at once. One query reads all of
 * these flags, and each flag needs at most one write.
 */
const FLAGS_PER_ROUND = 200;
/**
 * The minimum time in ms between two corrections of a flag. Even a device that keeps overwriting
 * fields then causes only two writes a minute.
 */
const PAUSE_MS = 30_000;

/**
 * Restores server-owned fields that a device has overwritten. The rules forbid such writes, but
 * older devices use the legacy secret of a Firebase project, which bypasses the rules.
 */
export class OwnFieldsGuard {
  readonly #parts: OwnFieldsParts;
  /** The server-owned fields of each flag, with their last known values. */
  readonly #seen = new Map<string, string>();
  readonly #changed = new Map<string, FlagAddress>();
  /**
   * When each flag was last corrected, or when a check of the flag last failed. The next check is
   * at least PAUSE_MS later.
   */
  readonly #waitingSince = new Map<string, number>();
  readonly #logged = new Set<string>();
  readonly #unwatch: () => void;

  constructor(parts: OwnFieldsParts) {
    this.#parts = parts;
    for (const { address } of parts.live.all()) this.#notice(address);
    // The comparison with the relational database has just corrected earlier differences.
    this.#changed.clear();
    this.#unwatch = parts.live.watch((address) => this.#notice(address));
  }

  /** Stops watching for changes. */
  stop(): void {
    this.#unwatch();
    this.#changed.clear();
  }

  #notice(address: FlagAddress): void {
    const path = hardwarePath(address);
    const fields = JSON.stringify(this.#present(address));
    if (this.#seen.get(path) === fields) return;
    this.#seen.set(path, fields);
    this.#changed.set(path, address);
  }

  #present(address: FlagAddress): unknown[] {
    return OWN_FIELDS.map((field) => this.#at(address, field));
  }

  /** Returns the value at a path within a flag's data. Null if there is none. */
  #at(address: FlagAddress, path: string): unknown {
    return path
      .split('/')
      .reduce<unknown>(
        (value, key) =>
          typeof value === 'object' && value !== null && Object.hasOwn(value, key)
            ? (value as Record<string, unknown>)[key]
            : null,
        this.#parts.live.raw(address),
      );
  }

  /** Checks the flags whose server-owned fields have changed. If that fails, tries again later. */
  async round(): Promise<void> {
    const now = this.#parts.clock();
    for (const [path, at] of this.#waitingSince)
      if (now >= at + PAUSE_MS) this.#waitingSince.delete(path);
    const due = [...this.#changed]
      .filter(([path]) => !this.#waitingSince.has(path))
      .slice(0, FLAGS_PER_ROUND);
    if (due.length === 0) return;
    for (const [path] of due) this.#changed.delete(path);
    try {
      for (const flag of await this.#registered(due.map(([, address]) => address)))
        await this.#putRight(flag, flagMirror(flag));
    } catch (error) {
      for (const [path, address] of due) {
        this.#changed.set(path, address);
        this.#waitingSince.set(path, now);
      }
      throw error;
    }
  }

  /**
   * Looks up flags in the relational database by their paths in the realtime database. Leaves out
   * deleted and unknown flags.
   */
  async #registered(addresses: FlagAddress[]) {
    const ids = addresses.map(({ flagId }) => flagId);
    const rows = await findMirroredFlags(this.#parts.db.queries, ids);
    const asked = new Set(addresses.map(hardwarePath));
    return rows.filter((row) => asked.has(hardwarePath(row)));
  }

  async #putRight(address: FlagAddress, wanted: Record<string, unknown>): Promise<void> {
    const path = hardwarePath(address);
    const isRight = ([leaf, value]: [string, unknown]) =>
      this.#at(address, leaf.slice(path.length + 1)) === value;
    if (Object.entries(wanted).every(isRight)) return;
    this.#waitingSince.set(path, this.#parts.clock());
    await this.#parts.tree.update(wanted);
    if (this.#logged.has(path)) return;
    this.#logged.add(path);
    this.#parts.log.warn({ path }, 'A device overwrote fields of the server; they were restored');
  }
}
