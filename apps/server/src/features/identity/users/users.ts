import {
  isOperator,
  managesUsers,
  ROLE_FACTS,
  type Scope,
  USERNAME_TAKEN,
  type User,
  type UserCreate,
  type UserUpdate,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { inBatches } from '../../../platform/database/batches.ts';
import { freeKeys } from '../../../platform/database/hidden/hide.ts';
import { given, refusingTaken } from '../../../platform/database/scope.ts';
import type { UserTable } from '../../../platform/database/tables/accounts.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { newId, uniqueKey } from '../../../platform/database/text.ts';
import { AppError, forbidden, nothingToChange } from '../../../platform/errors.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import {
  companiesChanged,
  companyChanged,
  profileMirror,
} from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue, enqueueAll } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { storeEdited } from '../../activity/storeEdited.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { mailOwner } from '../accountMails.ts';
import { allowOwnEmail, ownEmailChanged } from '../email/ownEmail.ts';
import { hashNewPassword } from '../passwords/newPasswords.ts';
import { userOf } from '../passwords/passwords.ts';
import { dropTemporaryPassword } from '../passwords/temporaryPassword.ts';
import { accountEntry, findUsers, lockMasters, lockUser, userInScope } from '../queries.ts';
import { requireFreshSignIn } from '../sessions/freshSignIn.ts';
import { forgetBrowsers } from '../sessions/knownBrowsers.ts';
import { onlineUserIds } from '../sessions/onlineUsers.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { endAccess } from '../tokens/access.ts';
import { editUser, LAST_MASTER, mayMove, renewAccess } from './editUser.ts';
import { newTenant, refuseOperatorStaff, requireAssignable } from './tenant.ts';

export const USERNAME_KEY = { 'users.username_key': USERNAME_TAKEN };

export async function listUsers(
  ctx: Context,
  sessions: Sessions,
  companyId?: string,
): Promise<User[]> {
  const scope = requireScope(ctx, 'user.read');
  if (companyId !== undefined) await requireCompany(ctx.db.queries, scope, companyId);
  return findUsers(ctx.db.queries, scope, await onlineUserIds(ctx, sessions), companyId);
}

export async function getUser(ctx: Context, sessions: Sessions, id: string): Promise<User> {
  const scope = requireScope(ctx, 'user.read');
  return userInScope(ctx.db.queries, scope, await onlineUserIds(ctx, sessions), id);
}

export async function createUser(
  ctx: Context,
  sessions: Sessions,
  input: UserCreate,
): Promise<User> {
  const scope = requireScope(ctx, 'user.create');
  const { role } = input;
  requireAssignable(ctx, role);
  if (managesUsers(role)) requireFreshSignIn(ctx);
  refuseOperatorStaff(ctx, role, input.allCompanies ?? false);
  const mayMovePoles = mayMove(role, input.mayMovePoles);
  if (input.companyId != null) await requireCompany(ctx.db.queries, scope, input.companyId);
  const passwordHash = await hashNewPassword(input.password, input.username, userOf(ctx.actor.id));
  const id = newId();
  const now = ctx.clock();
  await refusingTaken(USERNAME_KEY, () =>
    change(ctx, async (trx) => {
      const tenant =
        ROLE_FACTS[role].belongsTo === 'nothing'
          ? { company_id: null, location_id: null }
          : await newTenant(trx, scope, input);
      const { company_id: companyId, location_id: locationId } = tenant;
      await storeUsers(
        trx,
        [{ ...input, id, passwordHash, companyId, locationId, mayMovePoles }],
        now,
      );
      const entry = { kind: 'user.created', companyId, subject: input.username } as const;
      await recordActivity(trx, ctx, entry);
    }),
  );
  return userInScope(ctx.db.queries, scope, await onlineUserIds(ctx, sessions), id);
}

/** A new account that has passed all checks. */
export type NewUser = Omit<UserCreate, 'password' | 'companyId' | 'locationId'> & {
  id: string;
  passwordHash: string;
  companyId: string | null;
  locationId: string | null;
};

/**
 * Stores new accounts, and queues copies of them for the realtime database. None of the accounts is
 * operator staff.
 */
export async function storeUsers(trx: Trx, users: readonly NewUser[], now: number): Promise<void> {
  await inBatches(users, async (batch) => {
    const rows = await insertUsers(trx, batch, now, null);
    await enqueueAll(trx, rows.map(profileMirror), now);
  });
  await enqueue(trx, companiesChanged(users, now), now);
}

/**
 * Stores the rows of new accounts.
 * @param importId the import that will make them visible; null if they are visible immediately
 */
export async function insertUsers(
  trx: Trx,
  users: readonly NewUser[],
  now: number,
  importId: string | null,
) {
  const rows = users.map((user) => ({
    id: user.id,
    username: user.username,
    username_key: uniqueKey(user.username),
    password_hash: user.passwordHash,
    role: user.role,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    // The address counts as confirmed, because another user has set it.
    confirmed_email: user.email,
    phone: user.phone,
    company_id: user.companyId,
    location_id: user.locationId,
    all_companies: false,
    may_move_poles: user.mayMovePoles ?? true,
    created_at: now,
    import_id: importId,
  }));
  await freeKeys(
    trx,
    'users',
    rows.map((row) => row.username_key),
  );
  await trx.insertInto('users').values(rows).execute();
  return rows;
}

export async function updateUser(
  ctx: Context,
  sessions: Sessions,
  settings: MailSettings,
  id: string,
  input: UserUpdate,
): Promise<User> {
  const scope = requireScope(ctx, 'user.update');
  const edits = given(input);
  if (Object.keys(edits).length === 0) throw nothingToChange();
  if (edits.password && id === ctx.actor.id)
    throw forbidden(msg`Change your own password on the profile page.`);
  const { password: _, ...fields } = edits;
  const passwordHash = edits.password
    ? await hashNewPassword(
        edits.password,
        edits.username ?? (await usernameIn(ctx, scope, id)),
        userOf(ctx.actor.id),
      )
    : undefined;
  const isOwn = id === ctx.actor.id;
  if (isOwn && edits.email !== undefined) await allowOwnEmail(ctx, settings, edits.email);
  const now = ctx.clock();
  const { ended, rightsChanged } = await refusingTaken(USERNAME_KEY, () =>
    change(ctx, async (trx) => {
      const mayDemote = edits.role !== undefined && !isOperator(edits.role);
      const isLastMaster = mayDemote ? await lockMasters(trx) : () => false;
      const { before, after, edited, rightsChanged } = await editUser(
        trx,
        ctx,
        { id, fields: { ...fields, passwordHash } },
        isLastMaster,
      );
      if (!isOwn && (passwordHash || takesOver(before, after))) requireFreshSignIn(ctx);
      if (passwordHash) {
        await dropTemporaryPassword(trx, id);
        await forgetBrowsers(trx, id);
        await mailOwner(trx, ctx, settings, id, { kind: 'password' });
        await recordActivity(trx, ctx, { kind: 'password.set', ...accountEntry(after) });
      }
      if (isOwn) await ownEmailChanged(trx, ctx, settings, before, after);
      await storeEdited(trx, ctx, [edited]);
      // If another user sets the password, all sessions end (decisions, "Passwords").
      const ended = passwordHash ? await endAccess(trx, id, now) : [];
      if (rightsChanged) await renewAccess(trx, after, now);
      return { ended, rightsChanged };
    }),
  );
  ctx.link.sessionsEnded(ended);
  if (rightsChanged) ctx.link.accountChanged(id);
  return userInScope(ctx.db.queries, scope, await onlineUserIds(ctx, sessions), id);
}

/**
 * Whether a change to an account would let someone take over the account, or use it to take over
 * others.
 */
const takesOver = (
  before: Pick<UserTable, 'email' | 'confirmed_email' | 'role'>,
  after: Pick<UserTable, 'email' | 'confirmed_email' | 'role'>,
): boolean =>
  before.email !== after.email ||
  before.confirmed_email !== after.confirmed_email ||
  (before.role !== after.role && managesUsers(after.role));

export async function deleteUser(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'user.delete');
  if (id === ctx.actor.id) throw forbidden(msg`You cannot delete yourself.`);
  const now = ctx.clock();
  const ended = await change(ctx, async (trx) => {
    const isLastMaster = await lockMasters(trx);
    const user = await lockUser(trx, scope, id);
    if (isLastMaster(id)) throw new AppError('conflict', LAST_MASTER);
    const sids = await endAccess(trx, id, now);
    await trx.deleteFrom('users').where('id', '=', id).execute();
    await recordActivity(trx, ctx, { kind: 'user.deleted', ...accountEntry(user) });
    await enqueue(
      trx,
      { [`users/${id}/profile`]: null, ...companyChanged(user.company_id, now) },
      now,
    );
    return sids;
  });
  ctx.link.sessionsEnded(ended);
}

async function usernameIn(ctx: Context, scope: Scope, id: string): Promise<string> {
  const { username } = await userInScope(ctx.db.queries, scope, new Set(), id);
  return username;
}
