import { t } from '@halyard/messages';

/** The response header with machine-readable details of an error. */
export const ERROR_HEADER = 'halyard-error';

/** The content of the error details header, as JSON. */
export interface ErrorHeader {
  /** The kind of error: `conflict`, `not-found`, … */
  code: string;
  /**
   * The message's ID in the translation catalogs. Omitted if the values in the message are too long
   * for a response header.
   */
  text?: string;
  values?: Readonly<Record<string, ErrorValue>>;
}

/** A value in a message: a string, a number, or another message with its own values. */
export type ErrorValue =
  | string
  | number
  | { readonly id: string; readonly values?: Readonly<Record<string, ErrorValue>> };

/**
 * The error message of a call that requires a recent sign-in. The user must enter the password and
 * repeat the call.
 */
export const PASSWORD_NEEDED = t`Enter your password to continue.`;
