import type { DeviceLogin, FirebaseProject } from '@halyard/domain';

/** The version of the QR code's data format. Each incompatible format gets a new number. */
const VERSION = 1;

/** The data needed to set up a pole: its path in the realtime database, and its credentials. */
export interface PoleCredentials {
  ownerId: string;
  flagId: string;
  key: string | null;
  login: DeviceLogin | null;
}

/**
 * Returns everything that a pole needs, as the JSON text of the installer's QR code
 * (docs/devices.md). Null if the pole signs in to Google and the project is not known.
 * @param server origin of the realtime database
 */
export function installerCode(
  { ownerId: owner, flagId, key, login }: PoleCredentials,
  server: string,
  project: FirebaseProject | null,
): string | null {
  const common = { halyard: VERSION, owner, flagId };
  if (key !== null) return JSON.stringify({ ...common, server, key });
  if (login === null || project === null) return null;
  const { databaseURL, apiKey } = project;
  return JSON.stringify({ ...common, server: databaseURL, apiKey, ...login });
}
