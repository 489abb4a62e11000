/** The behaviors of simulated poles. Nearly all poles are `normal`. */
export const BEHAVIOURS = [
  'normal',
  /** Reports between 44 V and 48 V. */
  'warning-voltage',
  /** Reports above 48 V. */
  'error-voltage',
  /** Reports below 40 V. */
  'low-voltage',
  /** Never connects. */
  'offline',
  /**
   * Connects and disconnects, sometimes for longer than the 300 s after which a pole counts as
   * offline.
   */
  'flapping',
  /** Reports, but never moves and never switches its lamp. */
  'never-follows',
  /** Sends its voltage as the string "42.7". */
  'string-voltage',
  /** Sends "n/a" as its voltage. */
  'na-voltage',
  /** Reports its voltage and lastSeen, but no switches. */
  'no-switches',
  /** Has a clock that is one year behind. */
  'wrong-clock',
] as const;

export type Behaviour = (typeof BEHAVIOURS)[number];

export function isBehaviour(value: unknown): value is Behaviour {
  return BEHAVIOURS.some((behaviour) => behaviour === value);
}
