import { IntlMessageFormat } from 'intl-messageformat';
import type { Message, Value } from './message.ts';

export { messageOf } from './message.ts';

/** A language and its texts in ICU's syntax, by message id. A text that it lacks stays English. */
export interface Language {
  /** A BCP 47 tag. */
  readonly tag: string;
  readonly texts: Readonly<Record<string, string>>;
  /** Computes the texts that `texts` lacks from the English. */
  rewrite?(english: string): string;
}

export const ENGLISH: Language = { tag: 'en', texts: {} };
let current = ENGLISH;

/**
 * Sets the language of the mails and notices of this process. Constants of modules, which exist
 * before, are always English.
 */
export function useLanguage(language: Language): void {
  current = language;
}

/** @returns the BCP 47 tag of the language of this process */
export const languageTag = (): string => current.tag;

/** @returns the text of a message in the language of this process */
export const inLanguage = (message: Message): string => formatted(current, message);

/** @returns the English text of a message */
export const inEnglish = (message: Message): string => formatted(ENGLISH, message);

function formatted(language: Language, { id, message, values = {} }: Message): string {
  const text = language.texts[id] ?? language.rewrite?.(message) ?? message;
  return String(formatOf(text, language.tag).format(textsOf(values, language)));
}

/** The parsed texts, by language and text: parsing takes much longer than putting values in. */
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
