import { LANGUAGE } from './i18n.ts';

const format = new Intl.NumberFormat(LANGUAGE === 'en' ? 'en-US' : LANGUAGE);

/** @returns the number in the console's language: "1,940". */
export const numberText = (value: number): string => format.format(value);
