import { access, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DemoBehaviour } from './world.ts';

const FLEET_FILE = 'poles.json';

/** One pole as `npm run poles -- --fleet FILE` reads it. */
export interface FleetEntry {
  ownerId: string;
  flagId: string;
  /** The device key in clear: the demo alone keeps one. */
  key: string;
  name: string;
  behaviour: DemoBehaviour;
}

export const fleetFileIn = (dataDir: string): string => path.join(dataDir, FLEET_FILE);

export function fleetFileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Writes the fleet file whole or not at all, readable by its owner alone: it holds keys. */
export async function writeFleetFile(file: string, entries: readonly FleetEntry[]): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, `${JSON.stringify(entries, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
