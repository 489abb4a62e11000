const HOUR_MS = 3_600_000;
/** Time in ms within which the first mail about something that needs approval is sent. */
const NEW_MS = 12 * HOUR_MS;
/** Time range in ms, after the approval became necessary, in which the second mail is sent. */
const STILL_MS = { from: 24 * HOUR_MS, until: 48 * HOUR_MS };

/**
 * `new` for the first mail about something that needs a user's approval, `still` for the second one
 * a day later.
 */
export type Which = 'new' | 'still';

/**
 * Returns which mail is due about something that needs approval; null if none.
 * @param age how long the approval has been missing, in ms
 */
export function whichMail(age: number): Which | null {
  if (age < NEW_MS) return 'new';
  return age >= STILL_MS.from && age < STILL_MS.until ? 'still' : null;
}
