/** Thrown if an input cannot be read as text. The message says why, and what to do. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
