import type { Invitation } from '@halyard/domain';
import { recordActivity } from '../activity/record.ts';
import { requireCompany } from '../companies/queries.ts';
import { type Context, requireScope } from '../context.ts';
import type { Queries, Trx } from '../database/schema.ts';
import { within } from '../database/scope.ts';
import { hashSecret, newId, newSecret } from '../database/text.ts';
import { notFound } from '../errors.ts';
import { sessionUserOf } from '../users/queries.ts';

/** How long an invitation holds (decisions: Roles). */
export const INVITATION_MS = 7 * 24 * 60 * 60_000;

const COLUMNS = { company: 'invitations.company_id', location: 'invitations.company_id' };

function selectOpen(ctx: Context) {
  return ctx.db.queries
    .selectFrom('invitations')
    .innerJoin('companies', 'companies.id', 'invitations.company_id')
    .select([
      'invitations.id',
      'invitations.company_id as companyId',
      'companies.name as company',
      'invitations.created_by as createdBy',
      'invitations.created_at as createdAt',
      'invitations.expires_at as expiresAt',
    ])
    .where('invitations.used_at', 'is', null)
    .where('invitations.expires_at', '>', ctx.clock());
}

export async function listInvitations(ctx: Context): Promise<Invitation[]> {
  return selectOpen(ctx)
    .where(within(requireScope(ctx, 'invitation.read'), COLUMNS))
    .orderBy('invitations.created_at')
    .orderBy('invitations.id')
    .execute();
}

/** The answer alone holds the code; only its hash is stored. */
export async function createInvitation(ctx: Context, companyId: string): Promise<Invitation> {
  const scope = requireScope(ctx, 'invitation.create');
  await requireCompany(ctx.db.queries, scope, companyId);
  const { username } = await sessionUserOf(ctx.db.queries, ctx.session);
  const id = newId();
  const code = newSecret();
  const now = ctx.clock();
  await ctx.db.transaction(async (trx) => {
    await trx
      .insertInto('invitations')
      .values({
        id,
        company_id: companyId,
        code_hash: hashSecret(code),
        created_by: username,
        created_at: now,
        expires_at: now + INVITATION_MS,
        used_at: null,
      })
      .execute();
    await recordActivity(trx, ctx, { kind: 'invitation.created', companyId, subject: null });
  });
  const made = await selectOpen(ctx).where('invitations.id', '=', id).executeTakeFirst();
  if (!made) throw notFound('Company');
  return { ...made, code };
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
    if (!revoked) throw notFound('Invitation');
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

/** Whether an invitation with this code is open. */
export async function isInvitationCode(
  queries: Queries,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const row = await queries
    .selectFrom('invitations')
    .select('id')
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the invitation up; of two who try at once, one gets its company's id. */
export async function claimInvitation(
  trx: Trx,
  codeHash: string,
  now: number,
): Promise<string | null> {
  const claimed = await trx
    .updateTable('invitations')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('company_id')
    .executeTakeFirst();
  return claimed?.company_id ?? null;
}
