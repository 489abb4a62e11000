import { IMPORT_COLUMNS } from '@halyard/domain';
import { writeCsv } from '../../../platform/csv.ts';
import type { ExportedOwner } from './readExport.ts';

/**
 * Returns the devices as a CSV file that the console can import as flags. Each device keeps its
 * owner key, so that the path in its firmware stays valid.
 * @param place the company and location, by name or ID, for all devices; if empty, the user must
 * add them to the file
 */
export function devicesCsv(
  owners: readonly ExportedOwner[],
  place: { company: string; location: string },
): string {
  const columns = IMPORT_COLUMNS.flags;
  const rows = owners
    .flatMap(({ devices }) => devices)
    .filter(({ refusal }) => refusal === null)
    .map(({ owner, flagId, name }) => {
      const values: Record<string, string> = {
        companyId: place.company,
        locationId: place.location,
        name,
        flagId,
        adoptOwnerId: owner,
      };
      return columns.map(({ field }) => values[field] ?? null);
    });
  return writeCsv(
    columns.map(({ header }) => header),
    rows,
    { bom: true },
  );
}
