import { LANGUAGE } from './i18n.ts';

/**
 * @returns a label as a part of a sentence. English has it in lower case; other languages keep it
 *   as it is, because some write nouns with a capital letter.
 */
export const inSentence = (label: string): string =>
  LANGUAGE === 'en' ? label.toLowerCase() : label;
