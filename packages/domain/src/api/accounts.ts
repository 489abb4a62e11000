import { z } from 'zod';
import { required, typedPassword } from '../fields.ts';
import { CODE_REQUIRED, PASSWORD_REQUIRED } from '../people/texts.ts';
import { sessionUser } from './people.ts';

/** One valid session, as the account's owner sees it. */
export const ownSession = z.object({
  id: z.string(),
  /** Whether this is the session that made the request. */
  current: z.boolean(),
  /** The browser's user agent at sign-in; null if unknown. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  /** Epoch milliseconds. */
  signedInAt: z.number(),
  lastUsedAt: z.number(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** The signed-in user; or, after the right password, a request for the second factor's code. */
export const signInAnswer = z.union([
  sessionUser,
  z.object({ secondFactorAsked: z.literal(true) }),
]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

const code = required(CODE_REQUIRED, 40);

export const secondFactorCode = z.object({ code });
export type SecondFactorCode = z.infer<typeof secondFactorCode>;

/** Turns a second factor on or off. Without the password, needs a sign-in within 10 minutes. */
export const secondFactorProof = z.object({
  code,
  password: typedPassword(PASSWORD_REQUIRED).optional(),
});
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

export const secondFactor = z.object({
  /** Epoch milliseconds at which it was turned on; null: it is off. */
  since: z.number().nullable(),
  recoveryCodesLeft: z.number(),
  /** Whether the role requires a second factor. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** The secret for an authenticator app: in base32, and as an `otpauth://` address. */
export const secondFactorSecret = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;

/** Shown only once. Each recovery code works once, in place of the app's code. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
