import { LOCALE } from './i18n.ts';

const format = new Intl.NumberFormat(LOCALE);

/** Formats a number in the console's language: "1,940". */
export const numberText = (value: number): string => format.format(value);
