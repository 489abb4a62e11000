/**
 * Creates a date format and discards it, which makes later formats fast. In a browser, the first
 * format takes about 25 ms on a computer, and four times as long on a phone. All later formats take
 * less than 1 ms.
 */
export function prepareDates(): void {
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });
}
