import { sql } from 'kysely';
import { createLastUses } from '../../../platform/database/lastUses.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newSecret } from '../../../platform/database/text.ts';
import { serviceUid, type TokenHolder } from '../../../realtime/callers/identities.ts';
import { accessMirror, accessOf } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import type { Services, Session } from '../../calls/context.ts';
import type { AuthenticatedSession } from '../sessions/sessions.ts';

/**
 * The prefix of every API token's secret. It helps users, and tools that scan repositories, to
 * recognize such secrets.
 */
const PREFIX = 'hal_';
const DAY_MS = 24 * 60 * 60_000;

export const newTokenSecret = (): string => PREFIX + newSecret();

/** Returns the time when an API token expires, in epoch milliseconds. Null if it never expires. */
export const expiryOf = (days: number | null, now: number): number | null =>
  days === null ? null : now + days * DAY_MS;

/** Looks up the API tokens in requests, and records when they were used. */
export interface Tokens {
  /**
   * Returns the user or service account of an API token with its current permissions. Null if the
   * token is unknown or has expired, or if the account is suspended.
   */
  find(secret: string): Promise<TokenHolder | null>;
  /**
   * Stores the times when API tokens were last used. Between runs, the times are kept in memory.
   * Runs once a minute and at shutdown.
   */
  flush(): Promise<void>;
}

export function createTokens({ db, clock }: Pick<Services, 'db' | 'clock'>): Tokens {
  const uses = createLastUses(db, clock, 'tokens');
  return {
    async find(secret) {
      const holder = await db.prompt(holderOf(db.queries, hashSecret(secret), clock()));
      if (holder) uses.note(holder.id);
      return holder;
    },
    flush: () => uses.flush(),
  };
}

async function holderOf(
  queries: Queries,
  secretHash: string,
  now: number,
): Promise<TokenHolder | null> {
  const row = await queries
    .selectFrom('tokens')
    .leftJoin('users', 'users.id', 'tokens.user_id')
    .select([
      'tokens.id',
      'tokens.scope',
      'tokens.expires_at',
      'users.id as userId',
      'users.suspended_at',
    ])
    .select((eb) => [
      eb.fn.coalesce('users.role', 'tokens.role').as('role'),
      eb.fn.coalesce('users.company_id', 'tokens.company_id').as('companyId'),
      eb.fn.coalesce('users.location_id', 'tokens.location_id').as('locationId'),
      eb.fn.coalesce('users.all_companies', 'tokens.all_companies').as('allCompanies'),
      eb.fn.coalesce('users.may_move_poles', sql<boolean>`true`).as('mayMovePoles'),
    ])
    .where('tokens.secret_hash', '=', secretHash)
    .executeTakeFirst();
  if (!row || row.role === null || row.suspended_at !== null) return null;
  if (row.expires_at !== null && row.expires_at <= now) return null;
  return {
    id: row.id,
    scope: row.scope,
    expiresAt: row.expires_at,
    actor: {
      id: row.userId ?? serviceUid(row.id),
      role: row.role,
      companyId: row.companyId,
      locationId: row.locationId,
      allCompanies: Boolean(row.allCompanies),
      mayMovePoles: Boolean(row.mayMovePoles),
    },
  };
}

/** Returns the session that an API call's handler gets for a request with an API token. */
export function sessionOf({ id, actor, scope, expiresAt }: TokenHolder): AuthenticatedSession {
  const session: Session = {
    sid: id,
    userId: actor.id,
    expiresAt: expiresAt ?? Number.MAX_SAFE_INTEGER,
    idleMs: Number.MAX_SAFE_INTEGER,
    provenAt: 0,
    temporary: false,
    secondFactorMissing: false,
    tokenScope: scope,
  };
  return { session, actor };
}

/**
 * Returns the bearer token in an `Authorization` header. Null if there is no header or it uses
 * another scheme, such as Basic credentials for a proxy.
 */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * The API tokens to revoke: one token, or all tokens of a user, a company or a location. A
 * company's tokens are those of its users and service accounts.
 */
type Ending =
  | { id: string; userId: string | null }
  | { userId: string }
  | { companyId: string }
  | { locationId: string };

/**
 * Deletes API tokens within the caller's transaction.
 * @returns the IDs of the tokens, to pass to `link.sessionsEnded` after the commit
 */
export async function endTokens(trx: Trx, of: Ending, now: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('tokens')
    .where((eb) => {
      if ('id' in of)
        return eb.and([
          eb('id', '=', of.id),
          of.userId === null ? eb('user_id', 'is', null) : eb('user_id', '=', of.userId),
        ]);
      if ('userId' in of) return eb('user_id', '=', of.userId);
      if ('locationId' in of) return eb('location_id', '=', of.locationId);
      const people = eb.selectFrom('users').select('id').where('company_id', '=', of.companyId);
      return eb.or([eb('company_id', '=', of.companyId), eb('user_id', 'in', people)]);
    })
    .returning('id')
    .execute();
  const ids = rows.map((row) => row.id);
  await enqueue(trx, accessMirror(ids, false), now);
  return ids;
}

/**
 * Writes to the realtime database whether a user's tokens may send commands to poles. The security
 * rules of the database enforce this.
 */
export async function mirrorTokens(
  trx: Trx,
  userId: string,
  mayMovePoles: boolean,
  now: number,
): Promise<void> {
  const rows = await trx.selectFrom('tokens').select('id').where('user_id', '=', userId).execute();
  const ids = rows.map((row) => row.id);
  await enqueue(trx, accessMirror(ids, accessOf(mayMovePoles)), now);
}
