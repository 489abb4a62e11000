/** English has the conventions of the United States. */
const ENGLISH = 'en-US';

let current = ENGLISH;

/** Returns the locale in which this process writes dates, times, numbers and lists. */
export const displayLocale = (): string => current;

/**
 * Sets that locale. Call it at the start: what was written before stays as it is.
 * @param language a BCP 47 tag
 */
export function setDisplayLocale(language: string): void {
  current = language === 'en' ? ENGLISH : language;
}
