import {
  type FlagRecord,
  nextChangeAt,
  openCommand,
  type Settlement,
  settlement,
} from '@halyard/domain';
import { DueTimes } from '../../platform/jobs/dueTimes.ts';
import type { FlagAddress } from '../tree/flagAddress.ts';
import type { LiveState } from '../tree/liveState.ts';

/**
 * How often to check for lapsed commands, in ms. A failed write is also retried after this time.
 */
export const TICK_MS = 1000;

export interface SettlerParts {
  live: LiveState;
  clock: () => number;
  /**
   * Writes a change to a flag, unless the flag's command or reports have changed since `record` was
   * read.
   */
  write(address: FlagAddress, settle: Settlement, record: FlagRecord): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Updates commands and desired states from what poles report (decisions, "Commands"). Closes
 * confirmed commands, lets unconfirmed ones lapse, and changes the desired state of a pole that was
 * moved by hand.
 */
export class Settler {
  readonly #parts: SettlerParts;
  /**
   * The flags that have an open command or an unwritten change. `#times` says when to check each
   * flag again.
   */
  readonly #waiting = new Map<string, FlagAddress>();
  readonly #times = new DueTimes<string>();
  readonly #writing = new Set<string>();
  readonly #unwatch: () => void;

  constructor(parts: SettlerParts) {
    this.#parts = parts;
    this.#unwatch = parts.live.watch((address, record) => this.#look(address, record));
    for (const { address, record } of parts.live.all()) this.#look(address, record);
  }

  /** Checks every flag whose command may have lapsed, or whose change has not been written yet. */
  tick(): void {
    for (const key of this.#times.take(this.#parts.clock())) {
      const address = this.#waiting.get(key);
      if (address) this.#look(address, this.#parts.live.record(address));
    }
  }

  stop(): void {
    this.#unwatch();
  }

  #look(address: FlagAddress, record: FlagRecord): void {
    const key = `${address.ownerId}/${address.flagId}`;
    const now = this.#parts.clock();
    if (openCommand(record)) this.#wait(key, address, nextChangeAt(record, now));
    else this.#forget(key);
    const settle = settlement(record, now);
    if (!settle || this.#writing.has(key)) return;
    this.#writing.add(key);
    this.#parts
      .write(address, settle, record)
      .catch((error: unknown) => this.#parts.onError(error))
      .finally(() => {
        this.#writing.delete(key);
        // Changes that arrived during the write have not been checked yet. If there are none, the
        // write has failed, or its result has not arrived yet.
        const current = this.#parts.live.record(address);
        if (current !== record) this.#look(address, current);
        else this.#wait(key, address, this.#parts.clock() + TICK_MS);
      });
  }

  #wait(key: string, address: FlagAddress, lookAt: number): void {
    this.#waiting.set(key, address);
    this.#times.set(key, lookAt);
  }

  #forget(key: string): void {
    this.#waiting.delete(key);
    this.#times.delete(key);
  }
}
