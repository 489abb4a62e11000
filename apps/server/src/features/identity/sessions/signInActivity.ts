import type { Database } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { type Doer, recordActivityOf } from '../../activity/record.ts';

/**
 * The kind of session. `temporary`: the user can only set a new password, and has no access to the
 * realtime database. `provider`: the user signed in with a provider, which is responsible for
 * two-factor authentication.
 */
export type SessionKind = 'full' | 'temporary' | 'provider';

/** The client's IP address and the time of a sign-in (epoch milliseconds). */
interface Coming {
  address: string | null;
  at: number;
}

const ABOUT: Record<SessionKind, string | undefined> = {
  full: undefined,
  temporary: 'with a temporary password',
  provider: 'through single sign-on',
};

/** Logs a sign-in, in the transaction that creates its session. */
export async function recordSignIn(
  trx: Trx,
  userId: string,
  kind: SessionKind,
  coming: Coming,
): Promise<void> {
  const detail = { about: ABOUT[kind] };
  await recordOwn(trx, userId, coming, { kind: 'session.started', detail });
}

/** Logs that an account's owner has signed out. */
export async function recordSignOut(trx: Trx, userId: string, coming: Coming): Promise<void> {
  await recordOwn(trx, userId, coming, { kind: 'session.ended' });
}

/**
 * Logs a failed sign-in. Does not store unknown usernames, because a user may have typed a password
 * into the wrong field.
 * @param userId the ID of the account; null if it is unknown
 */
export async function recordRefusal(
  db: Database,
  userId: string | null,
  cause: string,
  { address, at }: Coming,
): Promise<void> {
  await db.transaction(async (trx) => {
    const account = await accountOf(trx, userId ?? '');
    const companyId = account?.company_id ?? null;
    await recordActivityOf(trx, someone(companyId, address), at, {
      kind: 'session.refused',
      outcome: 'refused',
      companyId,
      subject: account?.username ?? null,
      detail: { cause },
    });
  });
}

/** Returns the actor for log entries about someone who has not proved that they own the account. */
export const someone = (companyId: string | null, address: string | null): Doer => ({
  actor: { kind: 'unknown', id: null, name: 'Someone', companyId },
  channel: 'console',
  address,
});

async function recordOwn(
  trx: Trx,
  userId: string,
  { address, at }: Coming,
  entry: { kind: 'session.started' | 'session.ended'; detail?: { about: string | undefined } },
): Promise<void> {
  const account = await accountOf(trx, userId);
  if (!account) return;
  const { username: name, company_id: companyId } = account;
  const actor = { kind: 'person', id: userId, name, companyId } as const;
  const doer: Doer = { actor, channel: 'console', address };
  await recordActivityOf(trx, doer, at, { ...entry, companyId, subject: null });
}

const accountOf = (queries: Queries, id: string) =>
  queries
    .selectFrom('users')
    .select(['username', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirst();
