const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the rows of a CSV file as it arrives in parts. Line breaks within quotes do not count. */
export class RowCounter {
  #isQuoted = false;
  #lines = 0;

  add(bytes: Uint8Array): void {
    for (const byte of bytes)
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (byte === LINE_FEED && !this.#isQuoted) this.#lines++;
  }

  /** The number of complete rows so far, not counting the header row. */
  get rows(): number {
    return Math.max(0, this.#lines - 1);
  }
}
