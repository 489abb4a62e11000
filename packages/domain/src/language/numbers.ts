import { displayLocale } from './locale.ts';

/** Returns a number formatted for the display language: "1,940". */
export const numberText = (value: number): string => value.toLocaleString(displayLocale());
