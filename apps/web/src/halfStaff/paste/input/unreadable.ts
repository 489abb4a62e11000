/** The input has no text that can be read. The message says why, and what to do. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
