import type { Database } from '../../../platform/database/database.ts';
import { everyRound, type Rounds } from '../../../platform/jobs/rounds.ts';
import type { Refusal, RefusedActor } from '../../calls/refusals.ts';
import type { Happening } from './commandWatch.ts';
import { enterHappenings } from './enter.ts';
import { Refusals } from './refusals.ts';

/** Interval between checks for finished bursts, in ms. */
const TICK_MS = 500;
/**
 * Maximum number of entries kept while the database is unavailable. The oldest are dropped first.
 */
const MAX_WAITING = 10_000;

export interface CallRefusalsParts {
  db: Database;
  clock: () => number;
  onError(error: unknown): void;
}

/** Logs the refused calls of one process, with one entry per burst of an actor's refused calls. */
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

  /** Writes the entries that are still waiting. */
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
