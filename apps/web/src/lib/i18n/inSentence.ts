import { LANGUAGE } from './i18n.ts';

/**
 * Returns a label for use within a sentence: in lower case in English, unchanged in other
 * languages, because some capitalize nouns.
 */
export const inSentence = (label: string): string =>
  LANGUAGE === 'en' ? label.toLowerCase() : label;
