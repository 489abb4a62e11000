import { type Message, msg } from '@halyard/messages';
import { inEnglish } from '@halyard/messages/language';

/** Every way in which a call can fail, with its HTTP status. */
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
  /** Too many clients request the same kind of work. `retryAfter` says when to try again. */
  busy: 503,
  /**
   * The change is stored but not in effect yet. The caller must know this, so the message is not
   * hidden.
   */
  'not-in-force': 504,
} as const;
export type ErrorCode = keyof typeof STATUS;

/** An error with a text for users. `message`, for logs and programs, is the English text. */
export class TextError extends Error {
  /** The text as a message, which the console shows in its own language. */
  readonly text: Message;

  constructor(text: Message, options?: ErrorOptions) {
    super(inEnglish(text), options);
    this.text = text;
  }
}

/**
 * An error with a short text for users. The text of a fault (`isFault`) appears only in the log.
 */
export class AppError extends TextError {
  readonly code: ErrorCode;
  /** The number of seconds after which to try again. */
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

  /** Whether the error is a fault of the server, whose details are not sent to clients. */
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
