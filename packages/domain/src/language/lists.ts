import { displayLocale } from './locale.ts';

const formats = new Map<string, Intl.ListFormat>();

function written(items: readonly string[], type: 'conjunction' | 'unit'): string {
  const locale = displayLocale();
  const key = `${locale} ${type}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.ListFormat(locale, { type, style: type === 'unit' ? 'short' : 'long' });
    formats.set(key, format);
  }
  return format.format(items);
}

/** Returns items as a list within a sentence: "A, B, and C". */
export const listText = (items: readonly string[]): string => written(items, 'conjunction');

/** Returns items separated by commas, without "and": "3 voltage alerts, 2 offline". */
export const commaText = (items: readonly string[]): string => written(items, 'unit');
