/**
 * Creates a date format and discards it. The first format takes about 25 ms in a desktop browser,
 * and four times as long on a phone. All later ones take less than 1 ms.
 */
export function prepareDates(): void {
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });
}
