import {
  type ActivityKind,
  OPERATOR_ROLE,
  passwordChoice,
  ROLE_FACTS,
  registration,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { z } from 'zod';
import { AT_THE_SERVER, recordActivityOf } from '../../features/activity/record.ts';
import { type MailParts, mailOwner } from '../../features/identity/accountMails.ts';
import { restoreAccount, suspendAccount } from '../../features/identity/accounts/suspension.ts';
import { refuseGuessable } from '../../features/identity/passwords/newPasswords.ts';
import { hashAtServer, noPasswordHash } from '../../features/identity/passwords/passwords.ts';
import {
  dropTemporaryPassword,
  makeTemporaryPassword,
} from '../../features/identity/passwords/temporaryPassword.ts';
import { accountEntry, findUsers } from '../../features/identity/queries.ts';
import { removeAccountsSecondFactor } from '../../features/identity/secondFactor/enrolment.ts';
import { forgetBrowsers } from '../../features/identity/sessions/knownBrowsers.ts';
import { endAccess } from '../../features/identity/tokens/access.ts';
import { USERNAME_KEY } from '../../features/identity/users/users.ts';
import type { Database } from '../../platform/database/database.ts';
import { refusingTaken } from '../../platform/database/scope.ts';
import type { UserTable } from '../../platform/database/tables/accounts.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { newId, uniqueKey } from '../../platform/database/text.ts';
import { AppError } from '../../platform/errors.ts';
import { profileMirror } from '../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../realtime/outbox/outbox.ts';

/**
 * The fields required to create a master: the same as in the initial setup, except for the setup
 * code.
 */
export const newMaster = registration.omit({ code: true });

/** The scope of the admin commands, which may access every account. */
const EVERYONE = { kind: 'all' } as const;

/**
 * Creates a master, even if other masters exist.
 * @throws AppError `conflict` if the username is taken, `invalid` if the password is easy to guess
 */
export async function createMaster(
  db: Database,
  input: z.infer<typeof newMaster>,
  now: number,
): Promise<void> {
  refuseGuessable(input.password, input.username);
  const row = {
    id: newId(),
    username: input.username,
    username_key: uniqueKey(input.username),
    password_hash: await hashAtServer(input.password),
    role: OPERATOR_ROLE,
    first_name: input.firstName,
    last_name: input.lastName,
    email: input.email,
    confirmed_email: input.email,
    phone: input.phone,
    company_id: null,
    location_id: null,
    all_companies: false,
    created_at: now,
  };
  await refusingTaken(USERNAME_KEY, () =>
    db.transaction(async (trx) => {
      await trx.insertInto('users').values(row).execute();
      await enqueue(trx, profileMirror(row), now);
      await recordAt(trx, 'user.created', row, now);
    }),
  );
}

/**
 * The dependencies of the admin commands for accounts: the database, and the mailer and settings
 * for notifying users.
 */
export interface Shell extends MailParts {
  db: Database;
  productName: string;
}

/**
 * Invalidates an account's password, ends its sessions, revokes its API tokens and queues an email
 * to the user.
 * @param password the new password; null to create a temporary one
 * @returns the temporary password, or null if `password` was given
 * @throws AppError `not-found`; `invalid` if the password is easy to guess
 */
export async function resetPassword(
  shell: Shell,
  username: string,
  password: string | null,
): Promise<string | null> {
  const { db } = shell;
  const now = shell.clock();
  const account = await requireAccount(db, username);
  const { id } = account;
  if (password !== null) refuseGuessable(password, account.username);
  const passwordHash = password === null ? noPasswordHash() : await hashAtServer(password);
  await db.transaction(async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', id)
      .execute();
    await dropTemporaryPassword(trx, id);
    await forgetBrowsers(trx, id);
    await endAccess(trx, id, now);
    await mailOwner(trx, shell, shell, id, { kind: 'password' });
    await recordAt(trx, 'password.set', account, now);
  });
  return password === null ? makeTemporaryPassword(db, id, now, hashAtServer) : null;
}

export const newPassword = passwordChoice.shape.newPassword;

/**
 * Suspends an account for an admin command.
 * @throws AppError `not-found`; `conflict` for the last master who can sign in
 */
export async function suspend(db: Database, username: string, now: number): Promise<void> {
  const account = await requireAccount(db, username);
  await db.transaction(async (trx) => {
    await suspendAccount(trx, EVERYONE, account.id, now);
    await recordAt(trx, 'user.suspended', account, now);
  });
}

/**
 * Restores a suspended account for an admin command.
 * @throws AppError `not-found`
 */
export async function restoreSuspended(db: Database, username: string, now: number): Promise<void> {
  const account = await requireAccount(db, username);
  await db.transaction(async (trx) => {
    await restoreAccount(trx, EVERYONE, account.id, now);
    await recordAt(trx, 'user.restored', account, now);
  });
}

/**
 * Turns off two-factor authentication for a user who has lost both the authenticator app and the
 * recovery codes.
 * @throws AppError `not-found`
 */
export async function removeSecondFactorOf(shell: Shell, username: string): Promise<void> {
  const account = await requireAccount(shell.db, username);
  await shell.db.transaction(async (trx) => {
    await removeAccountsSecondFactor(trx, shell, shell, EVERYONE, account.id);
    await recordAt(trx, 'secondFactor.removed', account, shell.clock());
  });
}

/** Returns a table of all accounts, as rows of cells. The first row contains the headings. */
export async function accountTable(db: Database): Promise<string[][]> {
  const users = await findUsers(db.queries, EVERYONE, new Set());
  return [
    ['USERNAME', 'NAME', 'ROLE', 'COMPANY', 'LOCATION', 'EMAIL', 'STATE'],
    ...users.map((user) => [
      user.username,
      user.name,
      ROLE_FACTS[user.role].label,
      user.company ?? (user.allCompanies ? 'all' : '-'),
      user.location ?? '-',
      user.email,
      user.suspendedAt === null ? 'active' : 'suspended',
    ]),
  ];
}

/** Adds an entry to the activity log for an operator's action on the server. */
function recordAt(trx: Trx, kind: ActivityKind, account: AccountName, now: number): Promise<void> {
  return recordActivityOf(trx, AT_THE_SERVER, now, { kind, ...accountEntry(account) });
}

type AccountName = Pick<UserTable, 'username' | 'company_id'>;

async function requireAccount(
  db: Database,
  username: string,
): Promise<AccountName & { id: string }> {
  const account = await db.queries
    .selectFrom('users')
    .select(['id', 'username', 'company_id'])
    .where('username_key', '=', uniqueKey(username))
    .executeTakeFirst();
  if (!account) throw new AppError('not-found', msg`No account has the username ${{ username }}.`);
  return account;
}
