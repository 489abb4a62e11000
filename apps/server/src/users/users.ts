import {
  LOOK_ONLY_ROLES,
  type Scope,
  USERNAME_TAKEN,
  type User,
  type UserCreate,
  type UserUpdate,
  userTexts,
} from '@halyard/domain';
import { endAccess } from '../accounts/access.ts';
import { recordActivity, recordEdit } from '../activity/record.ts';
import { requireCompany } from '../companies/queries.ts';
import { type Context, change, requireScope } from '../context.ts';
import { inBatches } from '../database/batches.ts';
import type { Trx } from '../database/schema.ts';
import { given, refusingTaken } from '../database/scope.ts';
import type { UserTable } from '../database/tables/accounts.ts';
import { newId, uniqueKey } from '../database/text.ts';
import { AppError, forbidden, notFound } from '../errors.ts';
import { companyOfLocation } from '../locations/queries.ts';
import { mailOwner } from '../mail/accountNews.ts';
import type { MailSettings } from '../mail/settings.ts';
import { companiesChanged, companyChanged, profileMirror } from '../outbox/mirror.ts';
import { enqueue, enqueueAll } from '../outbox/outbox.ts';
import { dropConfirmations } from '../sessions/emailConfirmations.ts';
import { forgetBrowsers } from '../sessions/knownBrowsers.ts';
import { hashNewPassword } from '../sessions/newPasswords.ts';
import { allowOwnEmail, ownEmailChanged } from '../sessions/ownEmail.ts';
import { userOf } from '../sessions/passwords.ts';
import { renewSessions, type Sessions } from '../sessions/sessions.ts';
import { dropTemporaryPassword } from '../sessions/temporaryPassword.ts';
import { mirrorTokens } from '../tokens/tokens.ts';
import {
  ACCOUNT_FIELDS,
  accountEntry,
  findUsers,
  lockMasters,
  lockUser,
  userInScope,
} from './queries.ts';

export const USERNAME_KEY = { 'users.username_key': USERNAME_TAKEN };
const LAST_MASTER = 'The last master can be neither deleted nor demoted.';

/** Ids of the accounts whose badge says Online (decisions: Roles). */
export async function onlineUserIds(
  ctx: Context,
  sessions: Sessions,
): Promise<ReadonlySet<string>> {
  const online = await sessions.activeUserIds();
  for (const id of ctx.link.connectedUserIds()) online.add(id);
  return online;
}

export async function listUsers(
  ctx: Context,
  sessions: Sessions,
  companyId?: string,
): Promise<User[]> {
  const scope = requireScope(ctx, 'user.read');
  if (companyId !== undefined) await requireCompany(ctx.db.queries, scope, companyId);
  return findUsers(ctx.db.queries, scope, await onlineUserIds(ctx, sessions), companyId);
}

export async function createUser(
  ctx: Context,
  sessions: Sessions,
  input: UserCreate,
): Promise<User> {
  const scope = requireScope(ctx, 'user.create');
  const { role } = input;
  if (role === 'master') requireScope(ctx, 'user.assignMaster');
  refuseOperatorStaff(ctx, role, input.allCompanies ?? false);
  const mayMovePoles = mayMove(role, input.mayMovePoles);
  if (input.companyId != null) await requireCompany(ctx.db.queries, scope, input.companyId);
  const passwordHash = await hashNewPassword(input.password, input.username, userOf(ctx.actor.id));
  const id = newId();
  const now = ctx.clock();
  await refusingTaken(USERNAME_KEY, () =>
    change(ctx, async (trx) => {
      const tenant =
        role === 'master'
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

/** An account to be stored, with all that was to be checked. */
export type NewUser = Omit<UserCreate, 'password' | 'companyId' | 'locationId'> & {
  id: string;
  passwordHash: string;
  companyId: string | null;
  locationId: string | null;
};

/** Stores new accounts with their mirror; none of them is operator staff. */
export async function storeUsers(trx: Trx, users: readonly NewUser[], now: number): Promise<void> {
  await inBatches(users, async (batch) => {
    const rows = batch.map((user) => ({
      id: user.id,
      username: user.username,
      username_key: uniqueKey(user.username),
      password_hash: user.passwordHash,
      role: user.role,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      // Somebody else set it.
      confirmed_email: user.email,
      phone: user.phone,
      company_id: user.companyId,
      location_id: user.locationId,
      all_companies: false,
      may_move_poles: user.mayMovePoles ?? true,
      created_at: now,
    }));
    await trx.insertInto('users').values(rows).execute();
    await enqueueAll(trx, rows.map(profileMirror), now);
  });
  await enqueue(trx, companiesChanged(users, now), now);
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
  if (Object.keys(edits).length === 0) throw new AppError('invalid', 'Nothing to change');
  if (edits.password && id === ctx.actor.id)
    throw forbidden('Change your own password on the profile page.');
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
      const mayDemote = edits.role !== undefined && edits.role !== 'master';
      const isLastMaster = mayDemote ? await lockMasters(trx) : () => false;
      const present = await lockUser(trx, scope, id);
      const role = edits.role ?? present.role;
      if (role !== present.role) {
        if (id === ctx.actor.id) throw forbidden('You cannot change your own role.');
        if (role === 'master') requireScope(ctx, 'user.assignMaster');
        if (role === 'employee') throw new AppError('invalid', userTexts.employeeByInvitation);
        if (isLastMaster(id)) throw new AppError('conflict', LAST_MASTER);
      }
      const tenant = await nextTenant(trx, ctx, scope, present, { ...edits, role });
      const row = await trx
        .updateTable('users')
        .set({
          ...given({
            username: edits.username,
            username_key: edits.username === undefined ? undefined : uniqueKey(edits.username),
            password_hash: passwordHash,
            first_name: edits.firstName,
            last_name: edits.lastName,
            email: edits.email,
            confirmed_email: isOwn ? undefined : edits.email,
            phone: edits.phone,
          }),
          role,
          may_move_poles: mayMove(role, edits.mayMovePoles, present.may_move_poles),
          ...tenant,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound('User');
      if (passwordHash) {
        await dropTemporaryPassword(trx, id);
        await forgetBrowsers(trx, id);
        await mailOwner(trx, ctx, settings, id, { kind: 'password' });
      }
      if (isOwn) await ownEmailChanged(trx, ctx, settings, present, row);
      else if (edits.email !== undefined) await dropConfirmations(trx, id);
      await enqueue(
        trx,
        {
          ...profileMirror(row),
          ...companyChanged(present.company_id, now),
          ...companyChanged(tenant.company_id, now),
        },
        now,
      );
      if (passwordHash)
        await recordActivity(trx, ctx, { kind: 'password.set', ...accountEntry(row) });
      // Of interest where the account was, and where it is.
      const moved = present.company_id !== row.company_id;
      for (const { company_id } of moved ? [present, row] : [row])
        await recordEdit(
          trx,
          ctx,
          { kind: 'user.changed', ...accountEntry({ ...row, company_id }) },
          { before: present, after: row, names: ACCOUNT_FIELDS },
        );
      const rightsChanged =
        role !== present.role ||
        tenant.company_id !== present.company_id ||
        tenant.location_id !== present.location_id ||
        tenant.all_companies !== present.all_companies ||
        row.may_move_poles !== present.may_move_poles;
      // Set by someone else: whoever used the old password is out (decisions: Passwords).
      const ended = passwordHash ? await endAccess(trx, id, now) : [];
      if (rightsChanged) {
        await renewSessions(trx, id, now);
        await mirrorTokens(trx, id, row.may_move_poles, now);
      }
      return { ended, rightsChanged };
    }),
  );
  ctx.link.sessionsEnded(ended);
  if (rightsChanged) ctx.link.accountChanged(id);
  return userInScope(ctx.db.queries, scope, await onlineUserIds(ctx, sessions), id);
}

export async function deleteUser(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'user.delete');
  if (id === ctx.actor.id) throw forbidden('You cannot delete yourself.');
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

type Tenant = Pick<UserTable, 'company_id' | 'location_id'>;
type Present = Tenant & Pick<UserTable, 'role' | 'all_companies'>;

/** Where the account belongs after the change; a company is always its location's (spec §5). */
async function nextTenant(
  trx: Trx,
  ctx: Context,
  scope: Scope,
  present: Present,
  edits: UserUpdate & { role: UserTable['role'] },
): Promise<Tenant & Pick<UserTable, 'all_companies'>> {
  const { role, companyId, locationId } = edits;
  const allCompanies = edits.allCompanies ?? present.all_companies;
  if (edits.allCompanies !== undefined && allCompanies !== present.all_companies)
    refuseOperatorStaff(ctx, role, allCompanies);
  if (companyId != null) await requireCompany(trx, scope, companyId);
  if (role === 'master') return { company_id: null, location_id: null, all_companies: false };
  if (role !== 'employee') {
    const isKept = locationId === undefined && present.location_id !== null;
    const wanted = { role, companyId: companyId ?? present.company_id, locationId };
    const tenant = isKept
      ? { company_id: present.company_id, location_id: present.location_id }
      : await newTenant(trx, scope, wanted);
    return { ...tenant, all_companies: false };
  }
  // Operator staff belongs to no company: else that company's users could set its password.
  if (allCompanies) return { company_id: null, location_id: null, all_companies: true };
  if (locationId)
    return { ...(await tenantOfLocation(trx, scope, locationId)), all_companies: false };
  const mayMove = scope.kind === 'all' && companyId !== undefined;
  const company = mayMove ? companyId : present.company_id;
  const keepsLocation = locationId === undefined && company === present.company_id;
  return {
    company_id: company,
    location_id: keepsLocation ? present.location_id : null,
    all_companies: false,
  };
}

/**
 * Where an account belongs that is neither master nor employee: to a location with its company; a
 * company user may belong to the company only, as its first one has to.
 * @throws AppError `invalid` where neither is known, `not-found` outside the scope
 */
async function newTenant(
  trx: Trx,
  scope: Scope,
  { role, companyId, locationId }: Pick<UserCreate, 'role' | 'companyId' | 'locationId'>,
): Promise<Tenant> {
  const company = companyId ?? (scope.kind === 'company' ? scope.companyId : null);
  if (locationId || role !== 'company_user' || company === null)
    return tenantOfLocation(trx, scope, locationId);
  await requireCompany(trx, scope, company);
  return { company_id: company, location_id: null };
}

async function tenantOfLocation(
  trx: Trx,
  scope: Scope,
  locationId: string | null | undefined,
): Promise<{ company_id: string; location_id: string }> {
  if (!locationId) throw new AppError('invalid', userTexts.locationRequired);
  const companyId = await companyOfLocation(trx, scope, locationId);
  return { company_id: companyId, location_id: locationId };
}

/**
 * Whether an account may command poles; of those that manage what moves poles, each may.
 * @param asked what the caller wants; absent: as it is
 */
function mayMove(role: UserTable['role'], asked: boolean | undefined, present = true): boolean {
  if (LOOK_ONLY_ROLES.includes(role)) return asked ?? present;
  if (asked === false) throw new AppError('invalid', userTexts.alwaysMoves);
  return true;
}

/** Only a master marks operator staff, and only an employee can be it (decisions: Roles). */
function refuseOperatorStaff(ctx: Context, role: UserTable['role'], allCompanies: boolean): void {
  if (!allCompanies && role !== 'employee') return;
  requireScope(ctx, 'user.assignMaster');
  if (allCompanies && role !== 'employee')
    throw new AppError('invalid', 'Only an employee can be operator staff.');
}
