import { z } from 'zod';
import { required } from '../fields.ts';
import { TOKEN_SCOPES } from '../policy/tokenScopes.ts';

/** Days that a token can be given at most. */
const MAX_DAYS = 3650;

/** What every token is made with, a person's own and a service account's. */
export const tokenTerms = {
  name: required('Name is required', 100),
  scope: z.enum(TOKEN_SCOPES, { error: 'Choose what it may do' }),
  /** Null: until it is revoked. */
  expiresInDays: z
    .int('Enter a number of days')
    .min(1, 'At least 1 day')
    .max(MAX_DAYS, `At most ${MAX_DAYS} days`)
    .nullable(),
};

/** What is shown of every token. */
export const tokenFacts = {
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  createdAt: z.number(),
  /** Epoch milliseconds; null: it holds until it is revoked. */
  expiresAt: z.number().nullable(),
  /** To the minute. */
  lastUsedAt: z.number().nullable(),
  /** In the answer to its creation alone; only its hash is stored. */
  secret: z.string().optional(),
};

export const tokenCreate = z.object(tokenTerms);
export type TokenCreate = z.infer<typeof tokenCreate>;

/** A person's own: it may do what that person may at each moment, as far as its scope goes. */
export const token = z.object({ id: z.string(), ...tokenFacts });
export type Token = z.infer<typeof token>;
