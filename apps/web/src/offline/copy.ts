import type { Flag, FlagPosition, FlagView, SessionUser, VoltageLimits } from '@halyard/domain';

const DAY_MS = 86_400_000;
/** An offline copy is shown only if it is at most this many milliseconds old. */
export const MAX_AGE_MS = DAY_MS;
/**
 * The offline copy is not shown if the device's clock was set back by more than this, in ms, since
 * the copy was last written or read.
 */
const CLOCK_SLACK_MS = 5 * 60_000;

/** The stored data of a pole. It contains no usernames, reasons or keys. */
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
   * The time when the pole was last seen, in epoch milliseconds by this device's clock; null if it
   * never reported.
   */
  lastSeen: number | null;
}

/**
 * The session that an offline copy belongs to, and how long the copy is valid. Times are epoch
 * milliseconds by this device's clock.
 */
export interface CopyHead {
  /** The key of the session (`SessionUser.session.key`). */
  session: string;
  productName: string;
  /** The time when all copied data was last known to be current. */
  takenAt: number;
  /** The latest possible end of the session. */
  endsAt: number;
  /**
   * The time when the copy was last written or read. If the device's clock shows an earlier time,
   * the clock was set back.
   */
  latestAt: number;
}

export interface OfflineCopy extends CopyHead {
  poles: readonly CopiedPole[];
}

/**
 * Returns the data about a pole to keep in the offline copy.
 * @param clockOffset server clock minus this device's clock, in milliseconds
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
 * Returns the metadata of an offline copy: its session, when it was made, and when it expires.
 * @param clockOffset server clock minus this device's clock, in milliseconds
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
 * Returns whether the offline copy may be shown: it is neither too old nor from a session that has
 * ended.
 */
export function mayShow({ takenAt, endsAt, latestAt }: CopyHead, now: number): boolean {
  if (now < latestAt - CLOCK_SLACK_MS) return false;
  return now - takenAt < MAX_AGE_MS && now < endsAt;
}
