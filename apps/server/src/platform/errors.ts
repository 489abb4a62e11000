/** Every way in which a call can fail, and its HTTP status. */
const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
  /** Too many others want the same work done; `retryAfter` says when to try again. */
  busy: 503,
  /** Stored, and what it is for cannot be counted on yet: not ours to hide. */
  'not-in-force': 504,
} as const;
export type ErrorCode = keyof typeof STATUS;

/**
 * A refusal with a short text meant for people; that of faults (`isFault`) stays in the log.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.retryAfter = options.retryAfter;
  }

  /** Whether it is about the inside of the server, of which nothing leaves. */
  get isFault(): boolean {
    return this.status >= 500 && this.code !== 'not-in-force' && this.code !== 'busy';
  }

  get status(): number {
    return STATUS[this.code];
  }
}

export const malformed = (cause?: Error) =>
  new AppError('invalid', 'The request is malformed.', { cause });
export const nothingToChange = () => new AppError('invalid', 'Nothing to change');
/** For a cursor that no answer held. */
export const noSuchPage = () => new AppError('invalid', 'The page does not exist.');
export const notFound = (thing: string) => new AppError('not-found', `${thing} not found`);
export const forbidden = (message = 'You are not allowed to do this.') =>
  new AppError('forbidden', message);
