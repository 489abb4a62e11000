/** The reason why the server does not start, as one sentence for the operator. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
