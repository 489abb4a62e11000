/** English has the conventions of the United States. */
const ENGLISH = 'en-US';

let current = ENGLISH;

/** Returns the locale in which this process writes dates, times, numbers and lists. */
export const displayLocale = (): string => current;

/**
 * Sets the locale of this process. Call it at the start: texts written earlier do not change.
 * @param language a BCP 47 tag
 */
export function setDisplayLocale(language: string): void {
  current = language === 'en' ? ENGLISH : language;
}
