import type { DeviceLogin } from '@halyard/domain';
import type { SignedIn } from './identities.ts';

/** The credentials with which users and devices sign in to the realtime database. */
export interface SignIns {
  /**
   * Creates a token for a browser.
   * @returns null if the session cookie is enough
   * @throws AppError `unavailable` if the token cannot be created
   */
  personToken(signedIn: SignedIn): Promise<string | null>;
  /**
   * Creates an account for a flag's device. The account is valid while `access/{keyId}` is true,
   * until `deviceKeysRevoked` is called.
   * @param secret the device key, used as the account's password
   * @returns null if devices use their key directly
   * @throws AppError `unavailable` if the account cannot be created
   */
  addDevice(keyId: string, flagId: string, secret: string): Promise<DeviceLogin | null>;
  /** Whether this server sees which device key a pole reports with. */
  readonly seesDevices: boolean;
}

/**
 * For our own realtime database, which accepts session cookies, device keys and API tokens
 * directly.
 */
export const ownSignIns: SignIns = {
  personToken: () => Promise.resolve(null),
  addDevice: () => Promise.resolve(null),
  seesDevices: true,
};
