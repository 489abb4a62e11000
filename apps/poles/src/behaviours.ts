/** How a simulated pole conducts itself; `normal` is what nearly all do. */
export const BEHAVIOURS = [
  'normal',
  /** Reads above 44 V and up to 48 V. */
  'warning-voltage',
  /** Reads above 48 V. */
  'error-voltage',
  /** Reads below 40 V. */
  'low-voltage',
  /** Never connects. */
  'offline',
  /** Comes and goes; now and then silent for longer than the 300 s that mean offline. */
  'flapping',
  /** Reports, but never moves and never switches its lamp. */
  'never-follows',
  /** Sends its voltage as the string "42.7". */
  'string-voltage',
  /** Sends "n/a" for its voltage. */
  'na-voltage',
  /** Reports voltage and lastSeen, no switches. */
  'no-switches',
  /** Its clock is a year behind. */
  'wrong-clock',
] as const;

export type Behaviour = (typeof BEHAVIOURS)[number];

export function isBehaviour(value: unknown): value is Behaviour {
  return BEHAVIOURS.some((behaviour) => behaviour === value);
}
