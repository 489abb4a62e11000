/** A text file that is created and sent in parts, because it may be too large to fit in memory. */
export class FileParts {
  /**
   * The parts of the file in order. Each part is created only when the client has received most of
   * the parts before it.
   */
  readonly parts: AsyncIterable<string>;
  /**
   * How many rows the file will have, not counting the headings; null if the number is not known.
   */
  readonly rows: number | null;

  /**
   * Creates a file that is sent in parts.
   * @param rows the number of rows; slightly too high if rows are deleted while the file is sent
   */
  constructor(parts: AsyncIterable<string>, rows: number | null = null) {
    this.parts = parts;
    this.rows = rows;
  }
}
