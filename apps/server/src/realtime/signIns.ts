import type { SignedIn } from './identities.ts';

/** What people sign in to the realtime database with. */
export interface SignIns {
  /**
   * For a browser; null where its session cookie is enough.
   * @throws AppError `unavailable` where none can be made
   */
  personToken(signedIn: SignedIn): Promise<string | null>;
}

/** Our own realtime database knows the session cookie. */
export const ownSignIns: SignIns = {
  personToken: () => Promise.resolve(null),
};
