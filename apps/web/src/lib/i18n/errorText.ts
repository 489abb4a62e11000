import type { ErrorHeader, ErrorValue } from '@halyard/domain';
import type { Messages } from '@lingui/core';
import { i18n, LANGUAGE } from './i18n.ts';
import { SERVER_TEXTS } from './serverTexts.ts';

/**
 * Returns an error's text in the console's language; null if it has no translation.
 * @param header the response header that identifies the error, as JSON
 * @param texts the server's messages in the console's language
 */
export function errorText(header: string, texts: Messages = SERVER_TEXTS): string | null {
  try {
    const { text, values = {} } = JSON.parse(header) as ErrorHeader;
    if (text === undefined) return null;
    i18n.load(LANGUAGE, texts);
    return shown({ id: text, values }, texts);
  } catch {
    return null;
  }
}

/**
 * Returns a message with its values in the console's language.
 * @throws if a message has no translation
 */
function shown(value: Exclude<ErrorValue, string | number>, texts: Messages): string {
  if (!Object.hasOwn(texts, value.id)) throw new Error(`There is no text ${value.id}`);
  const values = Object.entries(value.values ?? {}).map(([name, inner]) => [
    name,
    typeof inner === 'object' ? shown(inner, texts) : inner,
  ]);
  return i18n._(value.id, Object.fromEntries(values));
}
