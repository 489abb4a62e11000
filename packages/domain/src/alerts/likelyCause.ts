import { t } from '@halyard/messages';
import { formatVoltage } from '../flags/voltage.ts';

/**
 * Data about an offline pole and the other poles at its location that can explain why the pole is
 * offline.
 */
export interface OfflineSigns {
  /** Whether the pole has never reported. */
  isNew: boolean;
  /**
   * The number of other poles at the offline pole's location, and how many of those are offline.
   */
  neighbors: { all: number; offline: number };
  /** The pole's last voltage if it was too low; null otherwise. */
  lowVoltage: number | null;
}

/** Returns the likely cause of a pole's outage; null if the data doesn't suggest one. */
export function likelyCause({ isNew, neighbors, lowVoltage }: OfflineSigns): string | null {
  if (isNew) return t`Likely not set up yet.`;
  if (isWholeSite(neighbors)) return t`Likely a power or network problem at the whole site.`;
  if (lowVoltage !== null)
    return t`Likely a power problem: last voltage ${{ voltage: formatVoltage(lowVoltage) }} (too low).`;
  return neighbors.all > 0 && neighbors.offline === 0
    ? t`Likely a problem with this pole’s power or antenna.`
    : null;
}

/** Whether an offline pole's location has other poles, and all of them are offline too. */
export const isWholeSite = ({ all, offline }: OfflineSigns['neighbors']): boolean =>
  all > 0 && offline === all;
