import { z } from 'zod';
import { required, typedPassword } from '../fields.ts';
import { CODE_REQUIRED, PASSWORD_REQUIRED } from '../people/texts.ts';
import { sessionUser } from './people.ts';

/** One sign-in that holds, as the account's owner sees it. */
export const ownSession = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** As the browser called itself at sign-in; null where that is not known. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  /** Epoch milliseconds. */
  signedInAt: z.number(),
  lastUsedAt: z.number(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** The person who is in; or that the password was right, and the second factor's code is asked for. */
export const signInAnswer = z.union([
  sessionUser,
  z.object({ secondFactorAsked: z.literal(true) }),
]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

const code = required(CODE_REQUIRED, 40);

export const secondFactorCode = z.object({ code });
export type SecondFactorCode = z.infer<typeof secondFactorCode>;

/** What turning a second factor on or off takes: without the password, a sign-in of the last ten minutes. */
export const secondFactorProof = z.object({
  code,
  password: typedPassword(PASSWORD_REQUIRED).optional(),
});
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

export const secondFactor = z.object({
  /** Epoch milliseconds; null: it is off. */
  since: z.number().nullable(),
  recoveryCodesLeft: z.number(),
  /** Whether the role requires one. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** What an authenticator app is given: base32, and the same as an `otpauth://` address. */
export const secondFactorSecret = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;

/** Told this once; each opens the account once in place of the app's code. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
