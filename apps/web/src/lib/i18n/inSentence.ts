import { LANGUAGE } from './i18n.ts';

/**
 * Changes a label for use within a sentence: to lower case in English; not in other languages,
 * where nouns may be capitalized.
 */
export const inSentence = (label: string): string =>
  LANGUAGE === 'en' ? label.toLowerCase() : label;
