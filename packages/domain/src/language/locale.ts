/** The locale for English, which follows US conventions. */
const ENGLISH = 'en-US';

let current = ENGLISH;

/** Returns the locale that this process uses for dates, times, numbers and lists. */
export const displayLocale = (): string => current;

/**
 * Sets the locale of this process. Call it at startup, because strings formatted earlier do not
 * change.
 * @param language a BCP 47 tag
 */
export function setDisplayLocale(language: string): void {
  current = language === 'en' ? ENGLISH : language;
}
