import { UNKNOWN_PAGE } from '@halyard/domain';
import { type Message, msg } from '@halyard/messages';
import { inEnglish, messageOf } from '@halyard/messages/language';

/** The kinds of errors of API calls, each with its HTTP status code. */
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
  /**
   * The error code for a request that is refused because too many requests are already running or
   * waiting. `retryAfter` says when to try again.
   */
  busy: 503,
  /**
   * The error code for a change that is stored but has not taken effect yet. Clients get the
   * error's message, unlike with other server errors.
   */
  'not-in-force': 504,
} as const;
export type ErrorCode = keyof typeof STATUS;

/**
 * An error with a message that users can read. `message` is the English text, for logs and
 * programs.
 */
export class TextError extends Error {
  /** The error's message for users. The console shows it in the user's language. */
  readonly text: Message;

  constructor(text: Message, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.text = text;
  }
}

/**
 * An error that an API call returns to its caller. If the server is at fault (`isFault`), its
 * message appears only in the log.
 */
export class AppError extends TextError {
  readonly code: ErrorCode;
  /** The number of seconds after which the client may try again. */
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

  /** Whether the server is at fault. If so, clients do not get the details. */
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
/** Returns the error for a page cursor that did not come from this server. */
export const noSuchPage = () => new AppError('invalid', messageOf(UNKNOWN_PAGE));
export const notSignedIn = () => new AppError('unauthenticated', msg`Not signed in`);
export const notFound = (text: Message) => new AppError('not-found', text);
export const pageNotFound = () => notFound(msg`Page not found`);
export const fileNotFound = () => notFound(msg`File not found`);
export const callNotFound = () => notFound(msg`API call not found`);
export const forbidden = (text = msg`You are not allowed to do this.`) =>
  new AppError('forbidden', text);
