import { access, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DemoBehaviour } from './content/world.ts';

const FLEET_FILE = 'poles.json';
/**
 * The name of the file that marks incomplete demo data. The file is deleted when the data is
 * complete.
 */
const UNFINISHED = 'demo-unfinished';

/** A pole in the format that `npm run poles -- --fleet FILE` reads. */
export interface FleetEntry {
  ownerId: string;
  flagId: string;
  /** The device key in plain text. Only the demo stores keys in plain text. */
  key: string;
  name: string;
  behaviour: DemoBehaviour;
}

export const fleetFileIn = (dataDir: string): string => path.join(dataDir, FLEET_FILE);

export const fleetFileExists = exists;

/** Whether the creation of the demo data in this folder was interrupted. */
export const isUnfinished = (dataDir: string): Promise<boolean> =>
  exists(path.join(dataDir, UNFINISHED));

/**
 * Creates the demo data. If the process is interrupted, the next start detects that the data is
 * incomplete.
 */
export async function filling(dataDir: string, act: () => Promise<void>): Promise<void> {
  const mark = path.join(dataDir, UNFINISHED);
  await writeFile(mark, '');
  await act();
  await rm(mark);
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Writes the fleet file atomically. Only its owner can read it, because it contains keys. */
export async function writeFleetFile(file: string, entries: readonly FleetEntry[]): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, `${JSON.stringify(entries, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
