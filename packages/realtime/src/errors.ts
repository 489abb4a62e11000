/** A request that is answered with a refusal: status as on the wire (protocol §4), text for people. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: string;
  /** The place that a rule did not allow; never sent to clients. */
  readonly place: readonly string[] | undefined;
  constructor(status: RefusalStatus, message: string, place?: readonly string[]) {
    // Thousands in a second must not cost a stack trace each: nobody looks at it.
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
  /** For REST only: the SDK does not know this status. */
  | 'too_many'
  | 'unavailable'
  | 'unsupported'
  /** Over WebSockets and long polling only: REST says `too_big`. */
  | 'write_too_big';

export const notAnUpdate = () => new Refused('invalid_data', 'An update must be an object');

/** What every rule refusal says; the rule itself is never shown. @param place see `Verdict.place` */
export const permissionDenied = (place?: readonly string[]): Refused =>
  new Refused('permission_denied', 'Permission denied', place);

/** The store could not keep the write, or cannot be reached (decision 2). */
export const unavailable = (): Refused =>
  new Refused('unavailable', 'The database cannot store anything at the moment');
