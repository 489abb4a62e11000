import type { Database } from '../../../platform/database/database.ts';
import { everyRound, type Rounds } from '../../../platform/jobs/rounds.ts';
import type { Refusal, RefusedActor } from '../../calls/refusals.ts';
import type { Happening } from './commandWatch.ts';
import { enterHappenings } from './enter.ts';
import { Refusals } from './refusals.ts';

/** How often the activity log checks whether a burst of refused calls has ended, in ms. */
const TICK_MS = 500;
/**
 * The maximum number of log entries that are kept in memory while the database is unavailable. When
 * there are more, the oldest are dropped.
 */
const MAX_WAITING = 10_000;

export interface CallRefusalsParts {
  db: Database;
  clock: () => number;
  onError(error: unknown): void;
}

/**
 * Logs the API calls that a process refuses. An actor's refused calls in quick succession share one
 * log entry.
 */
export class CallRefusals {
  readonly #parts: CallRefusalsParts;
  readonly #refusals = new Refusals('call.refused');
  readonly #rounds: Rounds;
  #waiting: Happening[] = [];

  constructor(parts: CallRefusalsParts) {
    this.#parts = parts;
    this.#rounds = everyRound(
      TICK_MS,
      () => this.#write(this.#refusals.tick(parts.clock())),
      parts.onError,
    );
  }

  note(actor: RefusedActor, refusal: Refusal): void {
    this.#refusals.note(actor, [refusal], this.#parts.clock());
  }

  /** Stops counting refused API calls, and writes the log entries that are still in memory. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.#write(this.#refusals.end()).catch(this.#parts.onError);
  }

  async #write(happenings: readonly Happening[]): Promise<void> {
    this.#waiting = [...this.#waiting, ...happenings].slice(-MAX_WAITING);
    if (this.#waiting.length === 0) return;
    await enterHappenings(this.#parts.db, this.#waiting);
    this.#waiting = [];
  }
}
