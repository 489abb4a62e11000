const HOUR_MS = 3_600_000;
/** How long after something began to wait users get the first mail about it, in milliseconds. */
const NEW_MS = 12 * HOUR_MS;
/** From when to when after that the second mail is due, in milliseconds. */
const STILL_MS = { from: 24 * HOUR_MS, until: 48 * HOUR_MS };

/** `new` for the first mail about something that waits for a user, `still` for the one a day later. */
export type Which = 'new' | 'still';

/**
 * Returns which mail is due about something that waits; null if none.
 * @param age how long it has waited, in milliseconds
 */
export function whichMail(age: number): Which | null {
  if (age < NEW_MS) return 'new';
  return age >= STILL_MS.from && age < STILL_MS.until ? 'still' : null;
}
