import { LANGUAGE } from './i18n.ts';

/**
 * Returns a label for use within a sentence: in lower case in English; unchanged in other
 * languages, where nouns may be capitalized.
 */
export const inSentence = (label: string): string =>
  LANGUAGE === 'en' ? label.toLowerCase() : label;
