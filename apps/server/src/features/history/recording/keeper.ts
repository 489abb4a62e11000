import type { Services } from '../../calls/context.ts';
import { hourOf, MINUTE_MS } from '../series/times.ts';
import { Recorder } from './recorder.ts';
import { noPause, type Pause, pauseFor } from './slices.ts';
import { findRecordedFlags, forgetFuture, loadStored, writeReady } from './writer.ts';

/** Milliseconds after which the flags are read anew. */
const RELOAD_MS = MINUTE_MS;
/** A round that comes so much later than the one before: the machine slept, and poles were not heard. */
const ASLEEP_MS = 90_000;
/** A clock that was put back by less is waited for. */
const BACK_MS = MINUTE_MS;
/** Rows in memory while the database is away, some hours of 10,000 poles; then a new watch begins. */
const MAX_BACKLOG = 100_000;

/** What history is made of: where poles are heard, and where it is written. */
export interface HistoryServices extends Pick<Services, 'db' | 'clock'> {
  readonly link: Pick<Services['link'], 'record' | 'watch' | 'isHealthy'>;
}

/**
 * Writes the history of all poles, from their live state. One process does it at a time; what it has
 * in memory is the five minutes under way.
 */
export class Keeper {
  readonly #services: HistoryServices;
  readonly #pause: Pause;
  readonly #recorder = new Recorder();
  readonly #unwatch: () => void;
  /** Begin of the watch; null: the realtime database is away. */
  #from: number | null = null;
  #isFirst = true;
  #at = 0;
  #loadedAt = 0;

  constructor(services: HistoryServices, pause = pauseFor) {
    this.#services = services;
    this.#pause = pause;
    this.#unwatch = services.link.watch((address, record) =>
      this.#recorder.heard(address, record, services.clock()),
    );
  }

  /** Writes what has become ready. Rejects where the database is away; the next round goes on. */
  async round(): Promise<void> {
    const { link, clock } = this.#services;
    if (!(await link.isHealthy())) {
      this.#recorder.pause();
      this.#from = null;
      return;
    }
    const now = clock();
    const isBroken = now - this.#at > ASLEEP_MS || now < this.#at - BACK_MS;
    if (this.#from === null || isBroken || this.#recorder.backlog > MAX_BACKLOG)
      return this.#begin();
    if (now < this.#at) return;
    this.#at = now;
    if (now - this.#loadedAt >= RELOAD_MS) await this.#follow(now);
    this.#recorder.advance(now);
    await this.#write(this.#from, now);
  }

  /** Ends it, and writes what is under way. */
  async stop(): Promise<void> {
    this.#unwatch();
    const now = this.#services.clock();
    if (this.#from === null || now < this.#at) return;
    // Nobody else waits for the database any more.
    await this.#follow(now, noPause);
    this.#recorder.finish(now);
    await this.#write(this.#from, now, noPause);
  }

  async #begin(): Promise<void> {
    const { db, clock } = this.#services;
    this.#recorder.pause();
    this.#from = null;
    const stored = this.#isFirst ? await loadStored(db, hourOf(clock()), this.#pause) : null;
    await this.#follow(clock());
    const now = clock();
    await forgetFuture(db, now);
    this.#recorder.begin(now);
    if (stored) this.#recorder.resume(stored);
    this.#isFirst = false;
    this.#from = now;
    this.#at = now;
    // What the watch before has left is of slots that are over.
    await this.#write(now, now);
  }

  async #follow(now: number, pause = this.#pause): Promise<void> {
    const { db, link } = this.#services;
    const flags = await findRecordedFlags(db, pause);
    this.#recorder.follow(flags, (flag) => link.record(flag));
    this.#loadedAt = now;
  }

  #write(from: number, now: number, pause = this.#pause): Promise<void> {
    return writeReady(this.#services.db, this.#recorder, { from, now }, pause);
  }
}
