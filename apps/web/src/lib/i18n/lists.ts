import { LOCALE } from './i18n.ts';

const withAnd = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
const withCommas = new Intl.ListFormat(LOCALE, { type: 'unit', style: 'short' });

/** @returns the items as part of a sentence: "A, B, and C". */
export const listText = (items: readonly string[]): string => withAnd.format(items);

/** @returns the items one after another: "3 voltage alerts, 2 offline". */
export const commaText = (items: readonly string[]): string => withCommas.format(items);
