const HOUR_MS = 3_600_000;
/**
 * The latest time to send the first email about a missing approval, in ms after the approval became
 * necessary.
 */
const NEW_MS = 12 * HOUR_MS;
/**
 * The earliest and latest time to send the second email about a missing approval, in ms after the
 * approval became necessary.
 */
const STILL_MS = { from: 24 * HOUR_MS, until: 48 * HOUR_MS };

/**
 * The two emails about a missing approval: `new` is the first one, and `still` is the second one a
 * day later.
 */
export type Which = 'new' | 'still';

/**
 * Returns which email about a missing approval is due. Null if none is due.
 * @param age how long the approval has been missing, in ms
 */
export function whichMail(age: number): Which | null {
  if (age < NEW_MS) return 'new';
  return age >= STILL_MS.from && age < STILL_MS.until ? 'still' : null;
}
