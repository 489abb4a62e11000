/**
 * Thrown to reject a request. Has a status to send to the client (protocol §4) and a readable
 * message.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: string;
  /** The path for which a security rule rejected the request. For logs; never sent to clients. */
  readonly place: readonly string[] | undefined;
  constructor(status: RefusalStatus, message: string, place?: readonly string[]) {
    // Without stack traces, thousands of rejections per second remain cheap. Nobody reads these
    // traces.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
    this.place = place;
  }
}

export type RefusalStatus =
  | 'datastale'
  | 'invalid_data'
  | 'permission_denied'
  | 'too_big'
  /** The status `too_many` is used only over REST, because the SDK does not know it. */
  | 'too_many'
  | 'unavailable'
  | 'unsupported'
  /**
   * The status `write_too_big` is used only over WebSockets and long polling. REST uses `too_big`.
   */
  | 'write_too_big';

export const notAnUpdate = () => new Refused('invalid_data', 'An update must be an object');

/**
 * Creates the error for a request that a rule rejects. The client never learns which rule.
 * @param place see `Verdict.place`
 */
export const permissionDenied = (place?: readonly string[]): Refused =>
  new Refused('permission_denied', 'Permission denied', place);

/**
 * Returns the error for a write that could not be stored
 * (docs/decisions/0002-one-order-of-events.md).
 */
export const unavailable = (): Refused =>
  new Refused('unavailable', 'The database cannot store anything at the moment');
