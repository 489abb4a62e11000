import type { Flag, FlagPosition, FlagView, SessionUser, VoltageLimits } from '@halyard/domain';

const DAY_MS = 86_400_000;
/** How old an offline copy may be to be shown, in milliseconds. */
export const MAX_AGE_MS = DAY_MS;
/**
 * How far a device's clock may have been set back, in milliseconds, for an offline copy to be
 * shown.
 */
const CLOCK_SLACK_MS = 5 * 60_000;

/**
 * One pole's stored data. It contains no users' names, no reasons that they wrote, and no
 * keys.
 */
export interface CopiedPole {
  id: string;
  flagId: string;
  name: string;
  company: string;
  location: string;
  locationId: string;
  position: FlagPosition;
  lamp: boolean;
  isOnline: boolean;
  isLocked: boolean;
  /** The voltage in volts; null if there is no reading. */
  voltage: number | null;
  voltageLimits: VoltageLimits;
  /**
   * When the pole was last seen, in epoch milliseconds by this device's clock; null if it never
   * reported.
   */
  lastSeen: number | null;
}

/**
 * The owner of an offline copy and how long it is valid. Times are epoch milliseconds by this
 * device's clock.
 */
export interface CopyHead {
  /** The key of the copy's session (`SessionUser.session.key`). */
  session: string;
  productName: string;
  /** When the copied state of the poles was last known to be current. */
  takenAt: number;
  /** When the session ends at the latest. */
  endsAt: number;
  /**
   * The latest time when this copy was written or read. An earlier time on the clock means that the
   * clock was set back.
   */
  latestAt: number;
}

export interface OfflineCopy extends CopyHead {
  poles: readonly CopiedPole[];
}

/**
 * Copies one pole's data.
 * @param clockOffset server clock minus this device's, in milliseconds
 */
export function copyPole(flag: Flag, view: FlagView, clockOffset: number): CopiedPole {
  const { id, flagId, name, company, location, locationId, voltageLimits } = flag;
  return {
    ...{ id, flagId, name, company, location, locationId, voltageLimits },
    position: view.position,
    lamp: view.switches.some(({ field, state }) => field === 'lamp' && state),
    isOnline: view.isOnline,
    isLocked: view.lock !== null,
    voltage: view.voltage,
    lastSeen: view.lastSeen === null ? null : view.lastSeen - clockOffset,
  };
}

/**
 * Creates the data to store with a new offline copy: its session, age and end.
 * @param clockOffset server clock minus this device's, in milliseconds
 */
export function copyHead(
  { key, expiresAt, idleMs }: SessionUser['session'],
  { productName, takenAt }: Pick<CopyHead, 'productName' | 'takenAt'>,
  clockOffset: number,
): CopyHead {
  const endsAt = Math.min(expiresAt - clockOffset, takenAt + idleMs);
  return { session: key, productName, takenAt, endsAt, latestAt: Math.max(takenAt, Date.now()) };
}

/**
 * Returns whether a copy may be shown. A page cannot read the session cookie, so the end of the
 * session is calculated. A device that nobody has used for the length of a session does not show a
 * copy.
 */
export function mayShow({ takenAt, endsAt, latestAt }: CopyHead, now: number): boolean {
  if (now < latestAt - CLOCK_SLACK_MS) return false;
  return now - takenAt < MAX_AGE_MS && now < endsAt;
}
