import { plural, t } from '@halyard/messages';
import { z } from 'zod';
import { required } from '../fields.ts';
import { AT_LEAST_ONE_DAY, NAME_REQUIRED } from '../fieldTexts.ts';
import { TOKEN_SCOPES } from '../policy/tokenScopes.ts';

/** Maximum lifetime of an API token, in days. */
const MAX_DAYS = 3650;

/** The fields for creating a user's API token or a service account's token. */
export const tokenTerms = {
  name: required(NAME_REQUIRED, 100),
  scope: z.enum(TOKEN_SCOPES, { error: t`Choose permissions` }),
  /** The token's lifetime in days; null if the token is valid until it is revoked. */
  expiresInDays: z
    .int(t`Enter a number of days`)
    .min(1, AT_LEAST_ONE_DAY)
    .max(
      MAX_DAYS,
      t`${plural({ most: MAX_DAYS }, { one: 'At most # day', other: 'At most # days' })}`,
    )
    .nullable(),
};

/** The fields shown for a user's API token or a service account's token. */
export const tokenFacts = {
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  createdAt: z.number(),
  /**
   * The time when the token expires, in epoch milliseconds; null if it is valid until it is
   * revoked.
   */
  expiresAt: z.number().nullable(),
  /** The time when the token was last used, in epoch milliseconds, rounded to the minute. */
  lastUsedAt: z.number().nullable(),
  /**
   * The secret token. Present only in the response to the call that created it, because the server
   * stores only a hash.
   */
  secret: z.string().optional(),
};

export const tokenCreate = z.object(tokenTerms);
export type TokenCreate = z.infer<typeof tokenCreate>;

/**
 * A user's API token. It grants the permissions that the user has when the token is used, limited
 * by the token's scope.
 */
export const token = z.object({ id: z.string(), ...tokenFacts });
export type Token = z.infer<typeof token>;
