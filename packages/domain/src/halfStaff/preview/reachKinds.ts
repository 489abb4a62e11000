/**
 * The possible effects of an order on a pole in its scope. Exactly one applies to each pole.
 * - `moves`: autopilot moves it, now or later
 * - `there`: it is already in the position that the order calls for
 * - `down`: it is down and stays down
 * - `held`: it is on hold when the order takes effect
 * - `other`: another order or half-staff day moves it to that position, or an exception keeps it up
 * - `waits`: its company has not given its second approval of this version
 * - `never`: the order is never in effect at the pole
 * - `notFollowed`: it does not follow the order's authority, or the day
 * - `optedOut`: its company does not follow orders
 */
export const REACH_KINDS = [
  'moves',
  'there',
  'down',
  'held',
  'locked',
  'offline',
  'other',
  'waits',
  'never',
  'notFollowed',
  'optedOut',
] as const;
export type ReachKind = (typeof REACH_KINDS)[number];

/** Maximum number of poles listed by name for each effect. Other poles are only counted. */
export const LISTED_POLES = 5;

/**
 * If a preview would raise more poles than this, it does not list their IDs. A user can raise the
 * listed poles while autopilot is off.
 */
export const RISING_LISTED = 10_000;
