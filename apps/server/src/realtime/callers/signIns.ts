import type { DeviceLogin } from '@halyard/domain';
import type { SessionHolder } from './identities.ts';

/** Creates the credentials with which users and devices sign in to the realtime database. */
export interface SignIns {
  /**
   * Creates a token for a browser.
   * @returns null if the session cookie is enough
   * @throws AppError `unavailable` if the token cannot be created
   */
  personToken(signedIn: SessionHolder): Promise<string | null>;
  /**
   * Creates a Google account for a flag's device. The account works while `access/{keyId}` is true,
   * that is, until `deviceKeysRevoked` is called.
   * @param secret the device key, which is the password of the account
   * @returns null if no account is needed, because devices sign in with the key itself
   * @throws AppError `unavailable` if the account cannot be created
   */
  addDevice(keyId: string, flagId: string, secret: string): Promise<DeviceLogin | null>;
  /** Whether this server can see which device key a pole reports with. */
  readonly seesDevices: boolean;
}

/**
 * Creates no credentials for our own realtime database, because it accepts session cookies, device
 * keys and API tokens directly.
 */
export const ownSignIns: SignIns = {
  personToken: () => Promise.resolve(null),
  addDevice: () => Promise.resolve(null),
  seesDevices: true,
};
