import type { Flag, FlagPosition, FlagView, SessionUser, VoltageLimits } from '@halyard/domain';

const DAY_MS = 86_400_000;
/** Milliseconds after which a copy is shown no more. */
export const MAX_AGE_MS = DAY_MS;
/** Milliseconds by which a device's clock may be put back when it is corrected. */
const CLOCK_SLACK_MS = 5 * 60_000;

/** What is kept of one pole. No names of people, no reasons that they wrote, no keys. */
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
  /** Volts; null: no reading. */
  voltage: number | null;
  voltageLimits: VoltageLimits;
  /** Epoch milliseconds by this device's clock; null: never heard. */
  lastSeen: number | null;
}

/** Whose copy it is and until when it counts; times in epoch milliseconds by this device's clock. */
export interface CopyHead {
  /** `SessionUser.session.key` */
  session: string;
  productName: string;
  /** The last moment at which what is kept was known to be so. */
  takenAt: number;
  /** The session ends then at the latest. */
  endsAt: number;
  /** The latest time at which this copy was written or read: a clock that shows less was put back. */
  latestAt: number;
}

export interface OfflineCopy extends CopyHead {
  poles: readonly CopiedPole[];
}

/** @param clockOffset server clock minus this device's, in milliseconds */
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

/** @param clockOffset server clock minus this device's, in milliseconds */
export function copyHead(
  { key, expiresAt, idleMs }: SessionUser['session'],
  { productName, takenAt }: Pick<CopyHead, 'productName' | 'takenAt'>,
  clockOffset: number,
): CopyHead {
  const endsAt = Math.min(expiresAt - clockOffset, takenAt + idleMs);
  return { session: key, productName, takenAt, endsAt, latestAt: Math.max(takenAt, Date.now()) };
}

/**
 * Whether a copy may be shown. The session's cookie cannot be read by a page, so that its end is worked out:
 * a device that nobody has used for as long as a session lasts shows nothing.
 */
export function mayShow({ takenAt, endsAt, latestAt }: CopyHead, now: number): boolean {
  if (now < latestAt - CLOCK_SLACK_MS) return false;
  return now - takenAt < MAX_AGE_MS && now < endsAt;
}
