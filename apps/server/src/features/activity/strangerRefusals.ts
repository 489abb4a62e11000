import type { Database } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { addressKey } from '../../platform/limits/addressKeys.ts';
import { type Doer, recordActivityOf } from './record.ts';

/** How often, in ms, the activity log checks whether a burst of rejected requests has ended. */
const TICK_MS = 1000;
/**
 * The minimum number of rejected requests in a burst that gets a log entry. A few rejected requests
 * are normal, for example after a session has ended.
 */
export const LEAST = 20;
/** A burst of rejected requests ends once no request has been rejected for this many ms. */
export const QUIET_MS = 60_000;
/**
 * The maximum duration of the first burst of rejected requests from an IP address, in ms. Each
 * later burst may be four times as long as the one before, up to LONGEST_MS.
 */
export const FIRST_MS = 60_000;
/** The maximum duration of any burst of rejected requests from an IP address, in ms. */
export const LONGEST_MS = 6 * 3_600_000;
/** How long, in ms, the log remembers an IP address after its last rejected request. */
const FORGOTTEN_MS = 24 * 3_600_000;
/**
 * The maximum number of IP addresses whose rejected requests are counted separately. All other
 * addresses share one count.
 */
export const MOST_ADDRESSES = 1000;

const MANY = 'many addresses';

interface Burst {
  begun: number;
  last: number;
  count: number;
}

interface Known {
  /**
   * The IP address of the first rejected request. Null if several addresses are counted together.
   */
  address: string | null;
  burst: Burst | null;
  /** How many log entries have been written about this IP address so far. */
  entries: number;
  last: number;
}

/** A burst of rejected requests from one IP address. */
export interface StrangerBurst extends Burst {
  address: string | null;
}

/**
 * Counts rejected requests from unauthenticated clients by IP address. Rejected requests cost
 * clients nothing, so the number of log entries is limited. The first entry about an address comes
 * after a minute. Later entries come less and less often, down to four a day.
 */
export class StrangerBursts {
  readonly #known = new Map<string, Known>();

  /**
   * Counts one rejected request of an unauthenticated client.
   * @param now epoch milliseconds
   */
  note(address: string, now: number): void {
    const known = this.#of(address);
    known.last = now;
    known.burst ??= { begun: now, last: now, count: 0 };
    known.burst.last = now;
    known.burst.count++;
  }

  #of(address: string): Known {
    const key = addressKey(address);
    const isKnown = this.#known.has(key) || this.#known.size < MOST_ADDRESSES;
    const place = isKnown ? key : MANY;
    const known = this.#known.get(place) ?? {
      ...{ address: isKnown ? address : null, burst: null, entries: 0, last: 0 },
    };
    this.#known.set(place, known);
    return known;
  }

  /** Returns the bursts of rejected requests that have ended and need a log entry. */
  tick(now: number): StrangerBurst[] {
    const over: StrangerBurst[] = [];
    for (const [key, known] of this.#known) {
      const { address, burst, entries, last } = known;
      if (burst && isOver(burst, entries, now)) {
        known.burst = null;
        if (burst.count >= LEAST) {
          known.entries++;
          over.push({ address, ...burst });
        }
      }
      const isForgotten = known.entries === 0 ? known.burst === null : now - last >= FORGOTTEN_MS;
      if (isForgotten) this.#known.delete(key);
    }
    return over;
  }

  /** Ends all bursts of rejected requests, and returns those that need a log entry. */
  end(): StrangerBurst[] {
    const bursts = [...this.#known.values()].flatMap(({ address, burst }) =>
      burst && burst.count >= LEAST ? { address, ...burst } : [],
    );
    this.#known.clear();
    return bursts;
  }
}

function isOver({ begun, last, count }: Burst, entries: number, now: number): boolean {
  const longest = Math.min(FIRST_MS * 4 ** entries, LONGEST_MS);
  // A burst also ends if the system clock was set back.
  return now < begun || now - last >= QUIET_MS || (now - begun >= longest && count >= LEAST);
}

export interface StrangerRefusalsParts {
  db: Database;
  clock: () => number;
}

/** Logs rejected requests from unauthenticated clients. Only the operator sees these entries. */
export class StrangerRefusals {
  readonly #parts: StrangerRefusalsParts;
  readonly #bursts = new StrangerBursts();
  #waiting: StrangerBurst[] = [];

  constructor(parts: StrangerRefusalsParts) {
    this.#parts = parts;
  }

  get job(): Job {
    return {
      name: 'stranger-refusals',
      where: 'each',
      everyMs: TICK_MS,
      begin: () => ({
        round: () => this.#write(this.#bursts.tick(this.#parts.clock())),
        stop: () => this.#write(this.#bursts.end()),
      }),
    };
  }

  /** Counts a rejected request from an IP address to `/api` or the realtime database. */
  note(address: string): void {
    this.#bursts.note(address, this.#parts.clock());
  }

  async #write(bursts: readonly StrangerBurst[]): Promise<void> {
    this.#waiting = [...this.#waiting, ...bursts].slice(-MOST_ADDRESSES);
    const some = this.#waiting;
    if (some.length === 0) return;
    await this.#parts.db.transaction(async (trx) => {
      for (const { address, begun, last, count } of some) {
        const seconds = Math.max(1, Math.round((last - begun) / 1000));
        const from = address === null ? `, from ${MANY}` : '';
        await recordActivityOf(trx, { ...STRANGER, address }, begun, {
          kind: 'stranger.refused',
          outcome: 'refused',
          companyId: null,
          subject: null,
          detail: {
            about: `${count} rejected within ${seconds} sec${from}`,
            cause: 'not signed in',
          },
        });
      }
    });
    this.#waiting = [];
  }
}

const STRANGER: Omit<Doer, 'address'> = {
  actor: { kind: 'unknown', id: null, name: 'someone', companyId: null },
  channel: 'api',
};
