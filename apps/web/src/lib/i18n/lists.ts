import { LOCALE } from './i18n.ts';

const withAnd = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
const withCommas = new Intl.ListFormat(LOCALE, { type: 'unit', style: 'short' });

/** Joins items for use in a sentence: "A, B, and C". */
export const listText = (items: readonly string[]): string => withAnd.format(items);

/** Joins items with commas: "3 voltage alerts, 2 offline". */
export const commaText = (items: readonly string[]): string => withCommas.format(items);
