import { plural, t } from '@halyard/messages';
import { z } from 'zod';
import { required } from '../fields.ts';
import { TOKEN_SCOPES } from '../policy/tokenScopes.ts';

/** Maximum lifetime of a token, in days. */
const MAX_DAYS = 3650;

/** The fields for creating any token, a user's or a service account's. */
export const tokenTerms = {
  name: required(t`Name is required`, 100),
  scope: z.enum(TOKEN_SCOPES, { error: t`Choose permissions` }),
  /** Null if the token is valid until it is revoked. */
  expiresInDays: z
    .int(t`Enter a number of days`)
    .min(1, t`At least 1 day`)
    .max(
      MAX_DAYS,
      t`${plural({ most: MAX_DAYS }, { one: 'At most # day', other: 'At most # days' })}`,
    )
    .nullable(),
};

/** The fields that are shown for any token. */
export const tokenFacts = {
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  createdAt: z.number(),
  /** When the token expires, in epoch milliseconds; null if it is valid until it is revoked. */
  expiresAt: z.number().nullable(),
  /** When the token was last used, in epoch milliseconds, to the minute. */
  lastUsedAt: z.number().nullable(),
  /** Only in the response to the token's creation; only a hash is stored. */
  secret: z.string().optional(),
};

export const tokenCreate = z.object(tokenTerms);
export type TokenCreate = z.infer<typeof tokenCreate>;

/** A user's token. It may do what the user may do at the time of use, limited by its scope. */
export const token = z.object({ id: z.string(), ...tokenFacts });
export type Token = z.infer<typeof token>;
