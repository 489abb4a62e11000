/**
 * What becomes of a pole in an order's scope; each pole is one of these.
 * - `moves`: autopilot moves it, at once or later
 * - `there`: it is where the order wants it
 * - `down`: it is down, and stays down
 * - `held`: a person's hold is open when the order takes effect
 * - `other`: another order or day brings it there, or an exception keeps it up
 * - `never`: the order is in effect there for no minute
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
  'never',
  'optedOut',
] as const;
export type ReachKind = (typeof REACH_KINDS)[number];

/** How many poles of a kind are listed by name; the rest are only counted. */
export const LISTED_POLES = 5;
