/** Builds normalized text and records which part of the original text each piece comes from. */
export class TextBuilder {
  readonly #source: string;
  readonly #pieces: string[] = [];
  #length = 0;
  /**
   * For each piece of the normalized text: its start in that text, and its start and length in the
   * original text.
   */
  readonly #starts: number[] = [];
  readonly #sources: number[] = [];
  readonly #lengths: number[] = [];
  /**
   * For each piece of the normalized text, whether it is copied unchanged from the original text.
   * The other pieces replace parts of the original text.
   */
  readonly #copies: boolean[] = [];
  readonly #joints: number[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  get length(): number {
    return this.#length;
  }

  /** Appends the part of the original text from `from` to `to`. */
  copy(from: number, to: number): void {
    if (to > from) this.#add(this.#source.slice(from, to), from, to, true);
  }

  /** Appends `by`, which replaces the original text from `from` to `to`. */
  replace(by: string, from: number, to: number): void {
    if (by !== '') this.#add(by, from, to, false);
  }

  /**
   * Records that a line break inside a hyphenated word was removed at the end of the text built so
   * far.
   */
  joinLines(): void {
    this.#joints.push(this.#length);
  }

  /** Returns the text built so far and its map to the original text. */
  finish(): MappedText {
    const at = (offset: number): number => lastAtMost(this.#starts, offset);
    const text = this.#pieces.join('');
    return {
      text,
      joints: this.#joints,
      toSource: (start, end) => {
        if (this.#starts.length === 0 || end <= start) return { start: 0, end: 0 };
        const first = at(start);
        const last = at(end - 1);
        const from = this.#sources[first] ?? 0;
        const to = this.#sources[last] ?? 0;
        return {
          start: this.#copies[first] ? from + start - (this.#starts[first] ?? 0) : from,
          end: this.#copies[last]
            ? to + end - (this.#starts[last] ?? 0)
            : to + (this.#lengths[last] ?? 0),
        };
      },
    };
  }

  #add(piece: string, from: number, to: number, copy: boolean): void {
    this.#starts.push(this.#length);
    this.#sources.push(from);
    this.#lengths.push(to - from);
    this.#copies.push(copy);
    this.#pieces.push(piece);
    this.#length += piece.length;
  }
}

/** A range of text, in UTF-16 offsets. The end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Normalized text that can be traced back to the original text. */
export interface MappedText {
  text: string;
  /**
   * The offsets in the normalized text, in ascending order, at which a line break inside a
   * hyphenated word was removed.
   */
  joints: readonly number[];
  /** Returns the range of the original text that a range of the normalized text came from. */
  toSource(start: number, end: number): Span;
}

/**
 * Returns the index of the last number that is at most `value`. The numbers must be sorted in
 * ascending order.
 */
function lastAtMost(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
