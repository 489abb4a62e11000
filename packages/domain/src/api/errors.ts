/** The header of an error response with what a program needs to know about it. */
export const ERROR_HEADER = 'halyard-error';

/** The content of that header, as JSON. */
export interface ErrorHeader {
  /** The kind of error: `conflict`, `not-found`, … */
  code: string;
  /**
   * The ID of the text in the message catalogs. Missing if the values are too long for a header.
   */
  text?: string;
  values?: Readonly<Record<string, ErrorValue>>;
}

/** A value in a text: plain, or another text with its own values. */
export type ErrorValue =
  | string
  | number
  | { readonly id: string; readonly values?: Readonly<Record<string, ErrorValue>> };
