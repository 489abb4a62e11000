import { createHash } from 'node:crypto';

/** A message with its values, to be formatted later or by another program. */
export interface Message {
  /** The message's key in the catalogs; see `messageId`. */
  readonly id: string;
  /** The English message in ICU syntax: "Flag {name} not found". */
  readonly message: string;
  readonly values?: Readonly<Record<string, Value>>;
}

/** A value in a message. A nested message is replaced by its formatted text. */
export type Value = string | number | Message;

/** Computes a message's ID in Lingui's catalogs from its English text and context. */
export const messageId = (message: string, context = ''): string =>
  createHash('sha256').update(`${message}\u001f${context}`).digest('base64url').slice(0, 6);

/**
 * Returns the message for an English text. If the text is not in the catalogs, the message stays
 * English.
 * @param text the English text of a message without values, for example from a schema
 */
export const messageOf = (text: string): Message => ({
  id: messageId(text),
  message: '{text}',
  values: { text },
});
