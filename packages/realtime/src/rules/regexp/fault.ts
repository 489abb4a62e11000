/** An error in a regular expression. */
export class RegexpFault extends Error {
  override readonly name = 'RegexpFault';
  /** The offset of the error in the regular expression, in UTF-16 code units. */
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}
