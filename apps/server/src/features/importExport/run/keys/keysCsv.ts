import type { AppConfig } from '@halyard/domain';
import { type Cell, writeCsv } from '../../../../platform/csv.ts';
import { hardwarePath } from '../../../../realtime/outbox/mirroredChanges.ts';
import type { NewDeviceKey } from '../../../flags/keys/keys.ts';

/** A new flag's device key, with the other settings that its pole needs. */
export interface ImportedKey {
  flagId: string;
  name: string;
  companyId: string;
  locationId: string;
  ownerId: string;
  key: NewDeviceKey;
}

const WHERE = ['Flag ID', 'Name', 'Company ID', 'Location ID', 'Owner', 'Path', 'Address'];

/**
 * Returns a CSV file with the settings for the firmware of each pole. The keys are never shown
 * again.
 * @param origin the URL of this server. Poles connect to it, unless the realtime database is a
 * Firebase project.
 */
export function keysCsv(
  keys: readonly ImportedKey[],
  origin: string,
  realtime: AppConfig['realtime'],
): string {
  const address = realtime.mode === 'firebase' ? realtime.project.databaseURL : origin;
  const where = (flag: ImportedKey): Cell[] => [
    flag.flagId,
    flag.name,
    flag.companyId,
    flag.locationId,
    flag.ownerId,
    hardwarePath(flag),
    address,
  ];
  const login = (flag: ImportedKey): Cell[] => {
    const { email = '', password = '' } = flag.key.login ?? {};
    return [email, password];
  };
  return realtime.mode === 'firebase'
    ? writeCsv(
        [...WHERE, 'Device Email', 'Device Password'],
        keys.map((flag) => [...where(flag), ...login(flag)]),
        { bom: false },
      )
    : writeCsv(
        [...WHERE, 'Device Key'],
        keys.map((flag) => [...where(flag), flag.key.secret]),
        { bom: false },
      );
}
