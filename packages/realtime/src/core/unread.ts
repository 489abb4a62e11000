import { Backlog } from './backlog.ts';
import { BusyMap } from './busyMap.ts';

/** A connection or request whose client might not have read everything that was sent. */
export interface Reader {
  /** Returns the number of bytes that were sent to the client but not read yet. */
  unread(): number;
  /** Ends the connection or request because its client has left too much data unread. */
  drop(): void;
}

/**
 * The fraction of the limit on unread bytes above which requests wait. Pushes never wait, and can
 * use the rest.
 */
const HOLD_SHARE = 1 / 4;
/**
 * How long, in ms, a count of unread bytes is reused before the bytes are counted again. Applies
 * only if the count was low.
 */
const FRESH_MS = 10;

/**
 * Tracks the bytes that were sent to one user's connections and requests but not read yet. Above a
 * quarter of the limit, the user's requests wait. Above the limit, the connection or request with
 * the most unread bytes is dropped.
 */
export class Unread {
  readonly #limit: number;
  readonly #backlog: Backlog;
  /** All connections and requests, each with its number of unread bytes at the last check. */
  readonly #readers = new BusyMap<Reader, { seen: number }>();
  /** The total number of bytes that the user had not read at the last check. */
  #total = 0;
  #countedAt = 0;

  /**
   * Starts counting one user's unread bytes.
   * @param limit maximum number of unread bytes
   */
  constructor(limit: number) {
    this.#limit = limit;
    this.#backlog = new Backlog(limit);
  }

  get readers(): number {
    return this.#readers.size;
  }

  /** The number of bytes that were sent to the user's connections and requests but not read yet. */
  get bytes(): number {
    this.#total = 0;
    for (const [reader, state] of this.#readers) {
      state.seen = reader.unread();
      this.#total += state.seen;
    }
    return this.#total;
  }

  /** Whether the user has so much unread data that requests must wait. */
  get isHeld(): boolean {
    if (this.#limit === Infinity) return false;
    const now = performance.now();
    if (now - this.#countedAt < FRESH_MS && this.#total <= this.#limit * HOLD_SHARE) return false;
    this.#countedAt = now;
    return this.bytes > this.#limit * HOLD_SHARE;
  }

  add(reader: Reader): void {
    this.#readers.set(reader, { seen: 0 });
  }

  delete(reader: Reader): void {
    this.#total -= this.#readers.get(reader)?.seen ?? 0;
    this.#readers.delete(reader);
  }

  /**
   * Checks whether a message may be sent to a reader (a connection or request). If not, the caller
   * must drop this reader, because it has the most unread bytes of all readers.
   * @param waiting number of bytes that this reader has not read yet
   * @param size size of the message in bytes
   */
  hasRoom(reader: Reader, waiting: number, size: number): boolean {
    const state = this.#readers.get(reader);
    if (state === undefined || this.#limit === Infinity) return true;
    this.#total += waiting - state.seen;
    state.seen = waiting;
    // Other readers may have read data since the last count. Count again only if it matters.
    if (this.#total > this.#limit) this.#total = this.bytes;
    while (this.#backlog.isFull(this.#total, size)) {
      const largest = this.#largest(reader);
      if (largest === reader) return false;
      this.delete(largest);
      largest.drop();
    }
    state.seen += size;
    this.#total += size;
    return true;
  }

  #largest(fallback: Reader): Reader {
    let [largest, most] = [fallback, this.#readers.get(fallback)?.seen ?? 0];
    for (const [reader, { seen }] of this.#readers) {
      if (seen > most) [largest, most] = [reader, seen];
    }
    return largest;
  }
}
