import { type Message, msg } from '@halyard/messages';
import { inEnglish } from '@halyard/messages/language';

/** All ways in which a call can fail, each with its HTTP status. */
const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'unsupported-type': 415,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
  /** Too many clients are requesting the same kind of work. `retryAfter` is when to try again. */
  busy: 503,
  /**
   * The change is stored but not in effect yet. Its message is sent to the client, because the
   * caller must know this.
   */
  'not-in-force': 504,
} as const;
export type ErrorCode = keyof typeof STATUS;

/**
 * An error with a user-facing message. `message`, for logs and programs, is the English version.
 */
export class TextError extends Error {
  /** The user-facing message, which the console shows in its own language. */
  readonly text: Message;

  constructor(text: Message, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.text = text;
  }
}

/**
 * An error with a short user-facing message. The message of a fault (`isFault`) appears only in the
 * log.
 */
export class AppError extends TextError {
  readonly code: ErrorCode;
  /** Time in seconds after which to try again. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    text: Message,
    options: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(text, options);
    this.name = 'AppError';
    this.code = code;
    this.retryAfter = options.retryAfter;
  }

  /** Whether the error is the server's fault. If so, its details are not sent to clients. */
  get isFault(): boolean {
    return this.status >= 500 && this.code !== 'not-in-force' && this.code !== 'busy';
  }

  get status(): number {
    return STATUS[this.code];
  }
}

export const malformed = (cause?: Error) =>
  new AppError('invalid', msg`The request is malformed.`, { cause });
export const nothingToChange = () => new AppError('invalid', msg`Nothing to change`);
/** Returns the error for a cursor that the server never sent. */
export const noSuchPage = () =>
  new AppError('invalid', msg`Invalid value of after. Use next from the previous response.`);
export const notFound = (text: Message) => new AppError('not-found', text);
export const forbidden = (text = msg`You are not allowed to do this.`) =>
  new AppError('forbidden', text);
