import { type Sighting, sourceOf } from './sighting.ts';

/**
 * The time in ms between the first two reports about a burst of rejected requests. Each later
 * interval is twice as long as the previous one.
 */
const FIRST_WAIT_MS = 2000;
/**
 * The maximum time in ms between two reports about a burst of rejected requests. A burst also ends
 * after this time without a rejected request.
 */
export const LONGEST_MS = 10 * 60_000;
/**
 * The maximum number of bursts of rejected requests from one device key or IP address that are
 * counted separately. Further bursts are counted as one.
 */
export const BURSTS_PER_SOURCE = 20;
/**
 * The maximum number of bursts of rejected requests that are counted at the same time, across all
 * unauthenticated clients. Further bursts are ignored.
 */
export const BURSTS_OF_STRANGERS = 1000;

/**
 * A report about a burst of rejected requests. It contains the number of requests rejected since
 * the previous report.
 */
export interface BurstReport {
  sighting: Sighting;
  count: number;
  /** The time of the first rejected request in the burst, in epoch milliseconds. */
  firstAt: number;
  lastAt: number;
  /** Whether this is the first report about the burst of rejected requests. */
  isNew: boolean;
}

interface Burst {
  sighting: Sighting;
  source: string;
  isStranger: boolean;
  count: number;
  firstAt: number;
  lastAt: number;
  reports: number;
  nextAt: number;
}

/**
 * Counts rejected requests from devices, so that even a flood of them causes only a few rows and
 * log lines. Reports the first one immediately, and the number of later ones at growing intervals.
 */
export class Bursts {
  readonly #bursts = new Map<string, Burst>();
  readonly #sources = new Map<string, number>();
  #strangers = 0;

  /**
   * Records one rejected request from a device.
   * @param now epoch milliseconds
   */
  note(sighting: Sighting, now: number): void {
    const source = sourceOf(sighting);
    const known =
      this.#bursts.get(keyOf(source, sighting)) ?? this.#bursts.get(overflowKey(source));
    const burst = known ?? this.#begin(source, sighting, now);
    if (!burst) return;
    if (burst.count === 0) burst.firstAt = now;
    burst.count++;
    burst.lastAt = now;
    // For a clock problem, show the latest difference.
    if (sighting.problem === 'clock') burst.sighting = sighting;
  }

  /**
   * Returns the reports about rejected devices that are due, and forgets bursts of rejected
   * requests that have ended.
   */
  take(now: number): BurstReport[] {
    const reports: BurstReport[] = [];
    for (const [key, burst] of this.#bursts) {
      // A report is also due if the system clock was set back.
      const isDue = now >= burst.nextAt || now < burst.lastAt;
      if (burst.count > 0 && isDue) {
        const { sighting, count, firstAt, lastAt } = burst;
        reports.push({ sighting, count, firstAt, lastAt, isNew: burst.reports === 0 });
        burst.nextAt = now + Math.min(FIRST_WAIT_MS * 2 ** burst.reports, LONGEST_MS);
        burst.reports++;
        burst.count = 0;
      } else if (burst.count === 0 && now - burst.lastAt >= LONGEST_MS) this.#end(key, burst);
    }
    return reports;
  }

  /** Returns reports about all rejected requests that have not been reported yet. */
  end(): BurstReport[] {
    for (const burst of this.#bursts.values()) burst.nextAt = 0;
    return this.take(Number.MAX_SAFE_INTEGER);
  }

  #begin(source: string, sighting: Sighting, now: number): Burst | null {
    const isStranger = sighting.brought.kind !== 'key' && sighting.problem !== 'clock';
    const ofSource = this.#sources.get(source) ?? 0;
    if (isStranger && this.#strangers >= BURSTS_OF_STRANGERS) return null;
    const isFull = ofSource >= BURSTS_PER_SOURCE - 1;
    const burst: Burst = {
      ...{ source, isStranger, count: 0, firstAt: now, lastAt: now, reports: 0, nextAt: now },
      // The report of a burst that covers several flags names none of them.
      sighting: isFull ? { ...sighting, node: null, detail: null } : sighting,
    };
    this.#bursts.set(isFull ? overflowKey(source) : keyOf(source, sighting), burst);
    this.#sources.set(source, ofSource + 1);
    if (isStranger) this.#strangers++;
    return burst;
  }

  #end(key: string, { source, isStranger }: Burst): void {
    this.#bursts.delete(key);
    const left = (this.#sources.get(source) ?? 1) - 1;
    if (left === 0) this.#sources.delete(source);
    else this.#sources.set(source, left);
    if (isStranger) this.#strangers--;
  }
}

const overflowKey = (source: string) => JSON.stringify([source]);

function keyOf(source: string, { brought, problem, node, detail }: Sighting): string {
  const named = problem === 'clock' ? null : detail;
  const what = brought.kind === 'unknown' ? brought.hash : brought.kind;
  return JSON.stringify([source, what, problem, node?.ownerId, node?.flagId, named]);
}
