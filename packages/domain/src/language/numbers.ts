import { displayLocale } from './locale.ts';

/** Returns the number as the language writes it: "1,940". */
export const numberText = (value: number): string => value.toLocaleString(displayLocale());
