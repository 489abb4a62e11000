import {
  type Invitation,
  type InvitationCreate,
  managesUsers,
  OPERATOR_ROLE,
  type OpenedInvitation,
  ROLE_FACTS,
  type Role,
  rolesReaching,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { sql } from 'kysely';
import { within } from '../../../platform/database/scope.ts';
import type { InvitationTable } from '../../../platform/database/tables/accounts.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newId, newSecret } from '../../../platform/database/text.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import {
  chargeAddress,
  REGISTER_BY_ADDRESS,
  refundAddress,
} from '../../../platform/limits/rateLimits.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, requireScope, type Services } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { companyNotFound, locationNotFound } from '../../fleet/errors.ts';
import { companyOfLocation } from '../../fleet/locations.ts';
import { sessionUserOf } from '../queries.ts';
import { requireFreshSignIn } from '../sessions/freshSignIn.ts';
import { requireAssignable } from '../users/tenant.ts';

/** How long an invitation is valid, in ms (decisions, "Roles"). */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

const COLUMNS = { company: 'invitations.company_id', location: 'invitations.company_id' };

/** Selects the invitations that can still be used. */
function selectOpen(queries: Queries, now: number) {
  return queries
    .selectFrom('invitations')
    .leftJoin('companies', 'companies.id', 'invitations.company_id')
    .leftJoin('locations', 'locations.id', 'invitations.location_id')
    .select([
      'invitations.id',
      'invitations.role',
      'invitations.company_id as companyId',
      'companies.name as company',
      'invitations.location_id as locationId',
      'locations.name as location',
      'invitations.created_by as createdBy',
      'invitations.created_at as createdAt',
      'invitations.expires_at as expiresAt',
    ])
    .where('invitations.used_at', 'is', null)
    .where('invitations.expires_at', '>', now);
}

export async function listInvitations(ctx: Context): Promise<Invitation[]> {
  return selectOpen(ctx.db.queries, ctx.clock())
    .where(within(requireScope(ctx, 'invitation.read'), COLUMNS))
    .orderBy('invitations.created_at')
    .orderBy('invitations.id')
    .execute();
}

/** How many invitations to read per batch. The server can handle other requests between batches. */
const SLICE = 500;

/** Returns the unused invitations that the caller may see, in batches. */
export function invitationsInSlices(ctx: Context): AsyncIterable<Invitation[]> {
  const now = ctx.clock();
  const scope = requireScope(ctx, 'invitation.read');
  return read();

  async function* read() {
    for (let last: Invitation | undefined; ; ) {
      const rows = await selectOpen(ctx.db.queries, now)
        .where(within(scope, COLUMNS))
        .$if(last !== undefined, (query) =>
          query.where(
            sql<boolean>`(invitations.created_at, invitations.id) > (${sql.lit(last!.createdAt)}, ${last!.id})`,
          ),
        )
        .orderBy('invitations.created_at')
        .orderBy('invitations.id')
        .limit(SLICE)
        .execute();
      yield rows;
      if (rows.length < SLICE) return;
      last = rows.at(-1);
    }
  }
}

/**
 * Creates an invitation for a role that the caller may assign. Only the response contains the code;
 * the database stores a hash of it.
 */
export async function createInvitation(ctx: Context, input: InvitationCreate): Promise<Invitation> {
  const scope = requireScope(ctx, 'invitation.create');
  const { role } = input;
  requireAssignable(ctx, role);
  if (managesUsers(role)) requireFreshSignIn(ctx);
  const { queries } = ctx.db;
  const belongs = ROLE_FACTS[role].belongsTo !== 'nothing';
  const companyId = (belongs && input.companyId) || null;
  const locationId = (belongs && input.locationId) || null;
  if (companyId !== null) await requireCompany(queries, scope, companyId);
  if (locationId !== null && (await companyOfLocation(queries, scope, locationId)) !== companyId)
    throw locationNotFound();
  const { id, code } = await ctx.db.transaction((trx) =>
    storeInvitation(trx, ctx, { role, companyId, locationId }),
  );
  const made = await selectOpen(queries, ctx.clock())
    .where('invitations.id', '=', id)
    .executeTakeFirst();
  if (!made) throw companyNotFound();
  return { ...made, code };
}

/**
 * Stores an invitation that the caller may create, and its entry in the activity log.
 * @returns the invitation and its code, which cannot be retrieved later
 */
export async function storeInvitation(
  trx: Trx,
  ctx: Context,
  {
    role,
    companyId,
    locationId,
  }: { role: Role; companyId: string | null; locationId: string | null },
): Promise<{ id: string; code: string; expiresAt: number }> {
  const { username } = await sessionUserOf(trx, ctx.session);
  const id = newId();
  const code = newSecret();
  const now = ctx.clock();
  const expiresAt = now + INVITATION_MS;
  await trx
    .insertInto('invitations')
    .values({
      id,
      role,
      company_id: companyId,
      location_id: locationId,
      code_hash: hashSecret(code),
      inviter_id: ctx.actor.id,
      created_by: username,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  await recordActivity(trx, ctx, {
    kind: 'invitation.created',
    companyId,
    subject: null,
    detail: { about: `as ${ROLE_FACTS[role].label}` },
  });
  return { id, code, expiresAt };
}

export async function revokeInvitation(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'invitation.revoke');
  await ctx.db.transaction(async (trx) => {
    const revoked = await trx
      .deleteFrom('invitations')
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where(within(scope, COLUMNS))
      .returning(['company_id as companyId', 'created_by as createdBy'])
      .executeTakeFirst();
    if (!revoked) throw notFound(msg`Invitation not found`);
    const { companyId, createdBy } = revoked;
    const detail = { about: `of ${createdBy}` };
    await recordActivity(trx, ctx, {
      kind: 'invitation.revoked',
      companyId,
      subject: null,
      detail,
    });
  });
}

export const invalidCode = () =>
  forbidden(msg`This code is incorrect or has expired. Ask for a new one.`);

/**
 * Returns the kind of account that an invitation code creates.
 * @throws AppError `forbidden`, `rate-limited`
 */
export async function openInvitation(
  { db, clock }: Services,
  code: string,
  address: string,
): Promise<OpenedInvitation> {
  await chargeAddress(db, 'join', address, REGISTER_BY_ADDRESS, clock());
  const codeHash = hashSecret(code);
  const found = await selectOpen(db.queries, clock())
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  if (!found || !(await isInvitationCode(db.queries, codeHash, clock()))) throw invalidCode();
  await refundAddress(db, 'join', address);
  const { role, company, location, expiresAt } = found;
  return { role, company, location, expiresAt };
}

/**
 * Whether a code belongs to an unused invitation whose creator may still create such invitations.
 * Users who were suspended or deleted, or whose role or company has changed, may no longer be
 * allowed to.
 */
export async function isInvitationCode(
  queries: Queries,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const row = await queries
    .selectFrom('invitations')
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'invitations.inviter_id')
        .on('users.suspended_at', 'is', null)
        .on((eb) =>
          eb.or([
            eb('users.role', 'in', rolesReaching('invitation.create', 'all')),
            eb.and([
              eb('users.role', 'in', rolesReaching('invitation.create', 'company')),
              eb('users.company_id', '=', eb.ref('invitations.company_id')),
              eb('invitations.role', '<>', OPERATOR_ROLE),
            ]),
          ]),
        ),
    )
    .select('invitations.id')
    .where('invitations.code_hash', '=', codeHash)
    .where('invitations.used_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .where((eb) => eb.or([eb('inviter_id', 'is', null), eb('users.id', 'is not', null)]))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses up an invitation and returns the data for the new account. If two requests do this at the
 * same time, only one succeeds, and the other gets null.
 */
export async function claimInvitation(
  trx: Trx,
  codeHash: string,
  now: number,
): Promise<Pick<InvitationTable, 'role' | 'company_id' | 'location_id'> | null> {
  if (!(await isInvitationCode(trx, codeHash, now))) return null;
  const claimed = await trx
    .updateTable('invitations')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['role', 'company_id', 'location_id'])
    .executeTakeFirst();
  return claimed ?? null;
}
