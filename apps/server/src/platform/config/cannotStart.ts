/** The error for a server that cannot start. Its message is one sentence for the operator. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
