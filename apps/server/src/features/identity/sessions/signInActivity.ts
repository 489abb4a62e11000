import type { Database } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { type Doer, recordActivityOf } from '../../activity/record.ts';
import type { SessionKind } from './sessions.ts';

/** From where someone comes, and when, in epoch milliseconds. */
interface Coming {
  address: string | null;
  at: number;
}

const ABOUT: Record<SessionKind, string | undefined> = {
  full: undefined,
  temporary: 'with a temporary password',
  provider: 'through single sign-on',
};

/** Enters that an account was signed in, in the transaction that makes its session. */
export async function recordSignIn(
  trx: Trx,
  userId: string,
  kind: SessionKind,
  coming: Coming,
): Promise<void> {
  const detail = { about: ABOUT[kind] };
  await recordOwn(trx, userId, coming, { kind: 'session.started', detail });
}

/** Enters that an account was signed out by its owner. */
export async function recordSignOut(trx: Trx, userId: string, coming: Coming): Promise<void> {
  await recordOwn(trx, userId, coming, { kind: 'session.ended' });
}

/**
 * Enters a sign-in that failed. A name that nobody has is not kept: it may be a password in the wrong
 * field.
 * @param userId null: no account was meant
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

/** Whoever it may be that has not proved to be the account's owner. */
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
