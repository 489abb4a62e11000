import { type FlagRecord, type Settlement, settlement } from '@halyard/domain';
import type { FlagAddress } from '../tree/flagAddress.ts';
import type { LiveState } from '../tree/liveState.ts';

/** The interval in ms between checks for commands that have lapsed. */
const TICK_MS = 1000;

export interface SettlerParts {
  live: LiveState;
  clock: () => number;
  /**
   * Writes a change to a flag if the flag's data still matches `record` (the same command and
   * reports). Otherwise does nothing, because the newer data will lead to another change.
   */
  write(address: FlagAddress, settle: Settlement, record: FlagRecord): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Makes the desired switches and the command match what poles report (decisions, "Commands").
 * Closes confirmed commands, lets unconfirmed ones lapse, and changes the desired state of a pole
 * that was moved by hand.
 */
export class Settler {
  readonly #parts: SettlerParts;
  readonly #open = new Map<string, FlagAddress>();
  readonly #writing = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  readonly #unwatch: () => void;

  constructor(parts: SettlerParts) {
    this.#parts = parts;
    this.#unwatch = parts.live.watch((address, record) => this.#look(address, record));
    for (const { address, record } of parts.live.all()) this.#look(address, record);
    this.#timer = setInterval(() => this.tick(), TICK_MS);
    this.#timer.unref();
  }

  /** Checks every flag with an open command. */
  tick(): void {
    for (const address of this.#open.values())
      this.#look(address, this.#parts.live.record(address));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#unwatch();
  }

  #look(address: FlagAddress, record: FlagRecord): void {
    const key = `${address.ownerId}/${address.flagId}`;
    if (record.command && record.command.closedAt === undefined) this.#open.set(key, address);
    else this.#open.delete(key);
    const settle = settlement(record, this.#parts.clock());
    if (!settle || this.#writing.has(key)) return;
    this.#writing.add(key);
    this.#parts
      .write(address, settle, record)
      .catch((error: unknown) => this.#parts.onError(error))
      .finally(() => {
        this.#writing.delete(key);
        // Changes that arrived during the write have not been checked yet. If the write failed,
        // they wait for the next check.
        const now = this.#parts.live.record(address);
        if (now !== record) this.#look(address, now);
      });
  }
}
