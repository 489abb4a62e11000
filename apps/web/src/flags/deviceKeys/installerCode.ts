import type { DeviceLogin, FirebaseProject } from '@halyard/domain';

/** The version of the QR code's data format. Each incompatible format gets a new number. */
const VERSION = 1;

/** What a pole needs to sign in: its path in the realtime database, and its credentials. */
export interface PoleCredentials {
  ownerId: string;
  flagId: string;
  key: string | null;
  login: DeviceLogin | null;
}

/**
 * Returns the text of the installer's QR code: JSON with everything that a pole needs
 * (docs/devices.md). The pole must have a key, or a Google account in a known Firebase project;
 * otherwise null.
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
