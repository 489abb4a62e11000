import type { DeviceLogin } from '@halyard/domain';
import type { SignedIn } from './identities.ts';

/** What people and devices sign in to the realtime database with. */
export interface SignIns {
  /**
   * For a browser; null where its session cookie is enough.
   * @throws AppError `unavailable` where none can be made
   */
  personToken(signedIn: SignedIn): Promise<string | null>;
  /**
   * Makes an account for the device of a flag, which holds while `access/{keyId}` is true and ends
   * with `deviceKeysRevoked`; null where devices bring their key itself.
   * @param secret the device key, its password there
   * @throws AppError `unavailable` where none can be made
   */
  addDevice(keyId: string, flagId: string, secret: string): Promise<DeviceLogin | null>;
  /** Whether this server sees which device key a pole reports with. */
  readonly seesDevices: boolean;
}

/** Our own realtime database knows session cookies, device keys and API tokens. */
export const ownSignIns: SignIns = {
  personToken: () => Promise.resolve(null),
  addDevice: () => Promise.resolve(null),
  seesDevices: true,
};
