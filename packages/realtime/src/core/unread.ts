import { Backlog } from './backlog.ts';

/** What a client has been sent and has not read yet. */
export interface Reader {
  /** Bytes that wait now. */
  unread(): number;
  /** Ends it, since too much waits. */
  drop(): void;
}

/** Requests wait once this part of what may be unread is: answers come by request, pushes do not. */
const HOLD_SHARE = 1 / 4;
/** Milliseconds for which a count is good enough to decide whether requests wait. */
const FRESH_MS = 10;

/**
 * The bytes that one person's connections and requests have not read. Beyond a part of the limit
 * their requests wait; beyond the limit the reader with the most to read is dropped.
 */
export class Unread {
  readonly #limit: number;
  readonly #backlog: Backlog;
  /** With the bytes that waited when it was last looked at. */
  readonly #readers = new Map<Reader, { seen: number }>();
  /** The sum of what was seen. */
  #total = 0;
  #countedAt = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
    this.#backlog = new Backlog(limit);
  }

  get readers(): number {
    return this.#readers.size;
  }

  /** Bytes that wait, of all readers. */
  get bytes(): number {
    this.#total = 0;
    for (const [reader, state] of this.#readers) {
      state.seen = reader.unread();
      this.#total += state.seen;
    }
    return this.#total;
  }

  /** Whether so much waits that no request should be answered. */
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
   * Makes room for a message. Answers whether it may be sent; where it may not, the caller drops
   * its reader, which has more to read than any other.
   * @param waiting bytes that this reader has not read
   * @param size bytes of the message
   */
  hasRoom(reader: Reader, waiting: number, size: number): boolean {
    const state = this.#readers.get(reader);
    if (state === undefined || this.#limit === Infinity) return true;
    this.#total += waiting - state.seen;
    state.seen = waiting;
    // Others have read since they were looked at: looked at again only where it matters.
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
