import { createHash } from 'node:crypto';

/** A marked text with its values, to be shown later or by another program. */
export interface Message {
  /** The key of the text in the catalogs: see `messageId`. */
  readonly id: string;
  /** The English text in ICU's syntax: "Flag {name} not found". */
  readonly message: string;
  readonly values?: Readonly<Record<string, Value>>;
}

/** What can stand in a text. A message stands for its text. */
export type Value = string | number | Message;

/** @returns the key that Lingui gives to a text, which it computes from the text. */
export const messageId = (message: string, context = ''): string =>
  createHash('sha256').update(`${message}\u001f${context}`).digest('base64url').slice(0, 6);

/**
 * @param text the text of a message without values, for example one that a schema reports
 * @returns its message. Any other text becomes a message that no catalog has.
 */
export const messageOf = (text: string): Message => ({
  id: messageId(text),
  message: '{text}',
  values: { text },
});
