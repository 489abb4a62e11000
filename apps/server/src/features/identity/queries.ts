import {
  type Actor,
  OPERATOR_ROLE,
  type OwnFacts,
  ROLE_FACTS,
  type Scope,
  type SessionUser,
  type User,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { locksRows } from '../../platform/database/database.ts';
import { within } from '../../platform/database/scope.ts';
import type { UserTable } from '../../platform/database/tables/accounts.ts';
import type { Queries, Trx } from '../../platform/database/tables/schema.ts';
import { hashSecret } from '../../platform/database/text.ts';
import { notFound, notSignedIn } from '../../platform/errors.ts';
import { serviceIdIn } from '../../realtime/callers/identities.ts';
import { serviceNameOf } from '../../realtime/callers/serviceName.ts';
import type { Context, Session } from '../calls/context.ts';

export const userNotFound = () => notFound(msg`User not found`);

const COLUMNS = { company: 'users.company_id', location: 'users.location_id' };

const SESSION_USER = [
  'users.id',
  'users.username',
  'users.role',
  'users.email',
  'users.phone',
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.company_id as companyId',
  'users.location_id as locationId',
  'users.all_companies as allCompanies',
  'users.may_move_poles as mayMovePoles',
] as const;

const HALF_STAFF_MAILS = [
  'users.mails_begins as begins',
  'users.mails_ends as ends',
  'users.mails_orders as orders',
  'users.mails_drafts as drafts',
] as const;

function selectUsers(queries: Queries, scope: Scope) {
  return queries
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('locations', 'locations.id', 'users.location_id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(SESSION_USER)
    .select([
      'users.suspended_at as suspendedAt',
      'second_factors.confirmed_at as secondFactorSince',
      'companies.name as company',
      'locations.name as location',
    ])
    .where(within(scope, COLUMNS));
}

type UserRow = Omit<SessionUser, keyof OwnFacts> &
  Pick<User, 'suspendedAt' | 'company' | 'location'> & { secondFactorSince: number | null };

function toUser({ secondFactorSince, ...row }: UserRow, online: boolean): User {
  return {
    ...row,
    secondFactor: secondFactorSince !== null,
    name: `${row.firstName} ${row.lastName}`,
    formattedRole: ROLE_FACTS[row.role].label,
    status: online ? 'online' : 'offline',
  };
}

/**
 * Returns the accounts that the caller may see, sorted by last and then first name (spec §5). If a
 * company is given, returns only its accounts.
 */
export async function findUsers(
  queries: Queries,
  scope: Scope,
  online: ReadonlySet<string>,
  companyId?: string,
): Promise<User[]> {
  const rows = await selectUsers(queries, scope)
    .$if(companyId !== undefined, (query) => query.where('users.company_id', '=', companyId!))
    .orderBy('users.last_name')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => toUser(row, online.has(row.id)));
}

/**
 * Returns the accounts with these IDs, in any order. Leaves out accounts outside the caller's
 * scope.
 */
export async function findUsersById(
  queries: Queries,
  scope: Scope,
  online: ReadonlySet<string>,
  ids: readonly string[],
): Promise<User[]> {
  const rows = await selectUsers(queries, scope).where('users.id', 'in', ids).execute();
  return rows.map((row) => toUser(row, online.has(row.id)));
}

/**
 * Returns the account with this ID.
 * @throws AppError `not-found` if the caller may not see it, as if it did not exist
 */
export async function userInScope(
  queries: Queries,
  scope: Scope,
  online: ReadonlySet<string>,
  id: string,
): Promise<User> {
  const row = await selectUsers(queries, scope).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw userNotFound();
  return toUser(row, online.has(row.id));
}

/**
 * Returns the caller's username or service account name, to record who made a change.
 * @throws AppError `unauthenticated` if the account was just deleted
 */
export const usernameOf = ({ db, session }: Context): Promise<string> =>
  usernameIn(db.queries, session);

/**
 * Returns the caller's username or service account name. Unlike `usernameOf`, this function can be
 * used within a transaction.
 */
export async function usernameIn(queries: Queries, session: Session): Promise<string> {
  const serviceId = serviceIdIn(session.userId);
  if (serviceId !== null) return serviceNameOf(queries, serviceId);
  return (await sessionUserOf(queries, session)).username;
}

/**
 * Returns a session's account.
 * @throws AppError `unauthenticated` if the account was just deleted
 */
export async function sessionUserOf(queries: Queries, session: Session): Promise<SessionUser> {
  const { userId, temporary, secondFactorMissing, expiresAt, idleMs } = session;
  const found = await queries
    .selectFrom('users')
    .select(SESSION_USER)
    .select(['users.confirmed_email as confirmedEmail', 'users.mails_sign_ins as mailsSignIns'])
    .select(HALF_STAFF_MAILS)
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!found) throw notSignedIn();
  const { begins, ends, orders, drafts, ...row } = found;
  const key = offlineKey(session, row);
  return {
    ...row,
    halfStaffMails: { begins, ends, orders, drafts },
    temporary,
    secondFactorMissing,
    session: { key, expiresAt, idleMs },
  };
}

/**
 * Returns the key under which a browser stores its offline copy of the data. It changes with the
 * session and its permissions. It grants no access, and reveals neither the session nor the
 * account.
 */
function offlineKey({ sid, userId }: Session, row: Omit<Actor, 'id'>): string {
  const { role, companyId, locationId, allCompanies, mayMovePoles } = row;
  const scope = [sid, userId, role, companyId, locationId, allCompanies, mayMovePoles];
  return hashSecret(`offline ${JSON.stringify(scope)}`);
}

/** Returns the row of an account, and locks it until the transaction ends. */
export async function lockUser(trx: Trx, scope: Scope, id: string) {
  const row = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where(within(scope, COLUMNS))
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw userNotFound();
  return row;
}

/**
 * Locks all masters until the transaction ends, so that two masters cannot demote each other at the
 * same time. To prevent deadlocks, take this lock before any other.
 * @returns a function that checks whether an account is the only master who can sign in
 */
export async function lockMasters(trx: Trx): Promise<(userId: string) => boolean> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'suspended_at'])
    .where('role', '=', OPERATOR_ROLE)
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute();
  const active = rows.filter((row) => row.suspended_at === null);
  return (userId) => active.length === 1 && active[0]?.id === userId;
}

/** Maps each column of an account to the field name that the activity log shows. */
export const ACCOUNT_FIELDS = {
  username: 'username',
  role: 'role',
  first_name: 'name',
  last_name: 'name',
  email: 'email',
  phone: 'phone',
  company_id: 'company',
  location_id: 'location',
  all_companies: 'operator staff',
  may_move_poles: 'may move poles',
  mails_sign_ins: 'emails about sign-ins',
  mails_begins: 'emails about half-staff',
  mails_ends: 'emails about half-staff',
  mails_orders: 'emails about half-staff',
  mails_drafts: 'emails about half-staff',
};

/** Returns an account's company and name for a log entry. */
export const accountEntry = (user: Pick<UserTable, 'username' | 'company_id'>) => ({
  companyId: user.company_id,
  subject: user.username,
});
