/** Thrown if an input cannot be read as text. The message gives the reason and the next step. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
