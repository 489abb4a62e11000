/** The behaviors that a simulated pole can have. Nearly all poles are `normal`. */
export const BEHAVIOURS = [
  'normal',
  /** The pole reports a voltage between 44 V and 48 V. */
  'warning-voltage',
  /** The pole reports a voltage above 48 V. */
  'error-voltage',
  /** The pole reports a voltage below 40 V. */
  'low-voltage',
  /** The pole never connects. */
  'offline',
  /**
   * The pole keeps losing its connection, sometimes for long enough to count as offline (300 s).
   */
  'flapping',
  /** The pole reports, but never moves and never switches its lamp. */
  'never-follows',
  /** The pole sends its voltage as the string "42.7". */
  'string-voltage',
  /** The pole sends "n/a" as its voltage. */
  'na-voltage',
  /** The pole reports its voltage and `lastSeen`, but not its position or lamp. */
  'no-switches',
  /** The pole's clock is one year behind. */
  'wrong-clock',
] as const;

export type Behaviour = (typeof BEHAVIOURS)[number];

export function isBehaviour(value: unknown): value is Behaviour {
  return BEHAVIOURS.some((behaviour) => behaviour === value);
}
