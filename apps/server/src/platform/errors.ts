/** Every way in which a call can fail, with its HTTP status. */
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
  /** Too many callers want the same work done. `retryAfter` says when to try again. */
  busy: 503,
  /** Stored, but not in effect yet. The caller must know this, so it is not a fault to hide. */
  'not-in-force': 504,
} as const;
export type ErrorCode = keyof typeof STATUS;

/**
 * A refusal with a short text for users. The text of a fault (`isFault`) appears only in the log.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which another attempt makes sense. */
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

  /** Whether the error is a fault of the server, whose details are not sent. */
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
/** The error for a cursor that no response contained. */
export const noSuchPage = () => new AppError('invalid', 'The page does not exist.');
export const notFound = (thing: string) => new AppError('not-found', `${thing} not found`);
export const forbidden = (message = 'You are not allowed to do this.') =>
  new AppError('forbidden', message);
