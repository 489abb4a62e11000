import {
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
import { companiesChanged, companyChanged, profileMirror } from '../outbox/mirror.ts';
import { enqueue, enqueueAll } from '../outbox/outbox.ts';
import { hashPassword, userOf } from '../sessions/passwords.ts';
import { renewSessions, type Sessions } from '../sessions/sessions.ts';
import { dropTemporaryPassword } from '../sessions/temporaryPassword.ts';
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
  if (input.companyId != null) await requireCompany(ctx.db.queries, scope, input.companyId);
  const passwordHash = await hashPassword(input.password, userOf(ctx.actor.id));
  const id = newId();
  const now = ctx.clock();
  await refusingTaken(USERNAME_KEY, () =>
    change(ctx, async (trx) => {
      const tenant =
        role === 'master'
          ? { company_id: null, location_id: null }
          : await tenantOfLocation(trx, scope, input.locationId);
      const { company_id: companyId, location_id: locationId } = tenant;
      await storeUsers(trx, [{ ...input, id, passwordHash, companyId, locationId }], now);
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
      phone: user.phone,
      company_id: user.companyId,
      location_id: user.locationId,
      all_companies: false,
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
  id: string,
  input: UserUpdate,
): Promise<User> {
  const scope = requireScope(ctx, 'user.update');
  const edits = given(input);
  if (Object.keys(edits).length === 0) throw new AppError('invalid', 'Nothing to change');
  if (edits.password && id === ctx.actor.id)
    throw forbidden('Change your own password on the profile page.');
  const passwordHash = edits.password
    ? await hashPassword(edits.password, userOf(ctx.actor.id))
    : undefined;
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
            phone: edits.phone,
          }),
          role,
          ...tenant,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound('User');
      if (passwordHash) await dropTemporaryPassword(trx, id);
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
        tenant.all_companies !== present.all_companies;
      // Set by someone else: whoever used the old password is out (decisions: Passwords).
      const ended = passwordHash ? await endAccess(trx, id, now) : [];
      if (rightsChanged) await renewSessions(trx, id, now);
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
    const tenant =
      locationId === undefined && present.location_id !== null
        ? { company_id: present.company_id, location_id: present.location_id }
        : await tenantOfLocation(trx, scope, locationId);
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

async function tenantOfLocation(
  trx: Trx,
  scope: Scope,
  locationId: string | null | undefined,
): Promise<{ company_id: string; location_id: string }> {
  if (!locationId) throw new AppError('invalid', userTexts.locationRequired);
  const companyId = await companyOfLocation(trx, scope, locationId);
  return { company_id: companyId, location_id: locationId };
}

/** Only a master marks operator staff, and only an employee can be it (decisions: Roles). */
function refuseOperatorStaff(ctx: Context, role: UserTable['role'], allCompanies: boolean): void {
  if (!allCompanies && role !== 'employee') return;
  requireScope(ctx, 'user.assignMaster');
  if (allCompanies && role !== 'employee')
    throw new AppError('invalid', 'Only an employee can be operator staff.');
}
