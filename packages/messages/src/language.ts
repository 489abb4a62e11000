import { IntlMessageFormat } from 'intl-messageformat';
import type { Message, Value } from './message.ts';

export { messageOf } from './message.ts';

/**
 * A language of the console, with its translations by message ID, in ICU syntax. Messages without a
 * translation stay English.
 */
export interface Language {
  /** The language as a BCP 47 tag. */
  readonly tag: string;
  readonly texts: Readonly<Record<string, string>>;
  /**
   * Computes the text to show for a message that has no translation. Without this function, the
   * message stays English.
   */
  rewrite?(english: string): string;
}

export const ENGLISH: Language = { tag: 'en', texts: {} };
let current = ENGLISH;

/**
 * Sets the language of this process's emails and notices. Text in module-level constants stays in
 * English, because the constants are evaluated earlier.
 */
export function useLanguage(language: Language): void {
  current = language;
}

/** Returns the BCP 47 tag of the language set for this process. */
export const languageTag = (): string => current.tag;

/** Returns a message in the language set for this process. */
export const inLanguage = (message: Message): string => formatted(current, message);

/** Returns a message in English. */
export const inEnglish = (message: Message): string => formatted(ENGLISH, message);

function formatted(language: Language, { id, message, values = {} }: Message): string {
  const text = language.texts[id] ?? language.rewrite?.(message) ?? message;
  return String(formatOf(text, language.tag).format(textsOf(values, language)));
}

/**
 * A cache of parsed messages. Parsing takes up to 0.1 ms, which is too slow for thousands of poles
 * with a message each.
 */
const formats = new Map<string, IntlMessageFormat>();

function formatOf(text: string, tag: string): IntlMessageFormat {
  const key = `${tag} ${text}`;
  let format = formats.get(key);
  if (!format) {
    format = new IntlMessageFormat(text, tag, undefined, { ignoreTag: true });
    formats.set(key, format);
  }
  return format;
}

const textsOf = (values: Readonly<Record<string, Value>>, language: Language) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? formatted(language, value) : value,
    ]),
  );
