import { z } from 'zod';
import { required, typedPassword } from '../fields.ts';
import { CODE_REQUIRED, PASSWORD_REQUIRED } from '../people/texts.ts';
import { sessionUser } from './people.ts';

/** A valid session, with the details that only the account's owner may see. */
export const ownSession = z.object({
  id: z.string(),
  /** Whether this is the session that made the request. */
  current: z.boolean(),
  /** The browser's user agent at sign-in; null if unknown. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  /** The time when the user signed in, in epoch milliseconds. */
  signedInAt: z.number(),
  lastUsedAt: z.number(),
});
export type OwnSession = z.infer<typeof ownSession>;

/**
 * The result of a sign-in with the correct password: the signed-in user, or a request for the
 * two-factor code.
 */
export const signInAnswer = z.union([
  sessionUser,
  z.object({ secondFactorAsked: z.literal(true) }),
]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

const code = required(CODE_REQUIRED, 40);

export const secondFactorCode = z.object({ code });
export type SecondFactorCode = z.infer<typeof secondFactorCode>;

/**
 * The proof of identity that is required to turn two-factor authentication on or off. The password
 * may be omitted if the user signed in within the last 10 minutes.
 */
export const secondFactorProof = z.object({
  code,
  password: typedPassword(PASSWORD_REQUIRED).optional(),
});
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

export const secondFactor = z.object({
  /**
   * The time when two-factor authentication was turned on, in epoch milliseconds; null while it is
   * off.
   */
  since: z.number().nullable(),
  recoveryCodesLeft: z.number(),
  /** Whether the role requires two-factor authentication. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** The secret for an authenticator app, in base32 and as an `otpauth://` URL. */
export const secondFactorSecret = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;

/**
 * The recovery codes, shown only once. Each code can be used once, in place of a code from the
 * authenticator app.
 */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
