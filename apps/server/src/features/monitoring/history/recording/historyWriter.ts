import type { Services } from '../../../calls/context.ts';
import type { ChangedPoles, PoleIndex } from '../../../halfStaff/poles/poleIndex.ts';
import { hourOf, MINUTE_MS } from '../series/times.ts';
import { Recorder } from './recorder.ts';
import { noPause, type Pause, pauseFor } from './slices.ts';
import { forgetFuture, loadStored, writeReady } from './writer.ts';

/** How often, in ms, the history writer looks for added, deleted and replaced poles. */
const RELOAD_MS = MINUTE_MS;
/**
 * The maximum time between two runs of the history writer, in ms. A longer gap means that the
 * computer was suspended and that reports were missed.
 */
const ASLEEP_MS = 90_000;
/**
 * If the clock is set back by at most this many ms, no new recording period starts. Instead, the
 * history writer waits for the clock to catch up.
 */
const BACK_MS = MINUTE_MS;
/**
 * The maximum number of rows kept in memory while the database is not available: enough for a few
 * hours with 10,000 poles. If more rows are waiting, a new recording period begins.
 */
const MAX_BACKLOG = 100_000;

/**
 * The services needed to record history: the link that receives reports, the database, the clock
 * and the index of all poles.
 */
export interface HistoryServices extends Pick<Services, 'db' | 'clock'> {
  readonly link: Pick<Services['link'], 'record' | 'watch' | 'isHealthy'>;
  /** The index of poles that the jobs of this process share. */
  readonly poles: PoleIndex;
}

/**
 * Records the history of all poles from their live state. Runs in only one process at a time. Keeps
 * the last five minutes in memory.
 */
export class HistoryWriter {
  readonly #services: HistoryServices;
  readonly #pause: Pause;
  readonly #recorder = new Recorder();
  readonly #unwatch: () => void;
  /**
   * The poles that were added, changed or deleted since the recorder was last updated. Null before
   * the first recording period.
   */
  #changed: ChangedPoles | null = null;
  /**
   * The start of the recording period. Null if nothing is being recorded, for example while the
   * realtime database is not available.
   */
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

  /**
   * Writes the complete history rows. Rejects if the database is not available; the next call then
   * continues.
   */
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

  /**
   * Stops recording the history of poles, and stores the current time slot even though it is
   * incomplete.
   */
  async stop(): Promise<void> {
    this.#unwatch();
    try {
      await this.#writeRest();
    } finally {
      if (this.#changed) this.#services.poles.unfollow(this.#changed);
    }
  }

  async #writeRest(): Promise<void> {
    const now = this.#services.clock();
    if (this.#from === null || now < this.#at) return;
    // Write without pauses, because no other code needs the database anymore.
    await this.#follow(now);
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
    // Rows that remain from the previous recording period belong to finished time slots.
    await this.#write(now, now);
  }

  async #follow(now: number): Promise<void> {
    const { link, poles } = this.#services;
    await poles.current();
    this.#changed ??= poles.follow();
    for (const id of this.#changed) {
      const flag = poles.get(id)?.flag;
      if (flag) this.#recorder.follow(flag, link.record(flag));
      else this.#recorder.forget(id);
    }
    this.#changed.clear();
    this.#loadedAt = now;
  }

  #write(from: number, now: number, pause = this.#pause): Promise<void> {
    return writeReady(this.#services.db, this.#recorder, { from, now }, pause);
  }
}
