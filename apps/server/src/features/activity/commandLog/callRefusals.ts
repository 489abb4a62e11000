import type { Database } from '../../../platform/database/database.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Refusal, RefusedActor } from '../../calls/refusals.ts';
import type { Happening } from './commandWatch.ts';
import { enterHappenings } from './enter.ts';
import { Refusals } from './refusals.ts';

/** How often, in ms, the activity log checks whether a burst of refused calls has ended. */
const TICK_MS = 500;
/**
 * The maximum number of log entries kept in memory while the database is unavailable. Beyond this
 * number, the oldest entries are dropped.
 */
const MAX_WAITING = 10_000;

export interface CallRefusalsParts {
  db: Database;
  clock: () => number;
}

/**
 * Logs the API calls that this process refuses. Refused calls that an actor makes in quick
 * succession share one log entry.
 */
export class CallRefusals {
  readonly #parts: CallRefusalsParts;
  readonly #refusals = new Refusals('call.refused');
  #waiting: Happening[] = [];

  constructor(parts: CallRefusalsParts) {
    this.#parts = parts;
  }

  get job(): Job {
    return {
      name: 'call-refusals',
      where: 'each',
      everyMs: TICK_MS,
      begin: () => ({
        round: () => this.#write(this.#refusals.tick(this.#parts.clock())),
        // Also ends all bursts, and writes the log entries that are still in memory.
        stop: () => this.#write(this.#refusals.end()),
      }),
    };
  }

  note(actor: RefusedActor, refusal: Refusal): void {
    this.#refusals.note(actor, [refusal], this.#parts.clock());
  }

  async #write(happenings: readonly Happening[]): Promise<void> {
    this.#waiting = [...this.#waiting, ...happenings].slice(-MAX_WAITING);
    if (this.#waiting.length === 0) return;
    await enterHappenings(this.#parts.db, this.#waiting);
    this.#waiting = [];
  }
}
