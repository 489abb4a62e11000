import type { ServiceAccount, ServiceAccountCreate } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newId } from '../../../platform/database/text.ts';
import { notFound } from '../../../platform/errors.ts';
import { accessMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { locationNotFound } from '../../fleet/errors.ts';
import { companyOfLocation } from '../../fleet/locations.ts';
import { usernameOf } from '../queries.ts';
import { requireFreshSignIn } from '../sessions/freshSignIn.ts';
import { endTokens, expiryOf, newTokenSecret } from './tokens.ts';

const select = (queries: Queries) =>
  queries
    .selectFrom('tokens')
    .select([
      'id',
      'name',
      'scope',
      'company_id as companyId',
      'location_id as locationId',
      'all_companies as allCompanies',
      'created_by as createdBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
    ])
    .select((eb) => eb.ref('role').$notNull().as('role'))
    .where('user_id', 'is', null);

export function listServiceAccounts(ctx: Context): Promise<ServiceAccount[]> {
  requireScope(ctx, 'serviceAccount.manage');
  return select(ctx.db.queries).orderBy('created_at').orderBy('id').execute();
}

/**
 * Creates a service account. Only the response contains its secret; the database stores a hash of
 * it.
 * @throws AppError `forbidden` without a recent sign-in
 */
export async function createServiceAccount(
  ctx: Context,
  input: ServiceAccountCreate,
): Promise<ServiceAccount> {
  const scope = requireScope(ctx, 'serviceAccount.manage');
  requireFreshSignIn(ctx);
  const { companyId = null, locationId = null } = input;
  const { queries } = ctx.db;
  if (companyId !== null) await requireCompany(queries, scope, companyId);
  if (locationId !== null && (await companyOfLocation(queries, scope, locationId)) !== companyId)
    throw locationNotFound();
  const username = await usernameOf(ctx);
  const id = newId();
  const secret = newTokenSecret();
  const now = ctx.clock();
  const made = await change(ctx, async (trx) => {
    await trx
      .insertInto('tokens')
      .values({
        id,
        name: input.name,
        secret_hash: hashSecret(secret),
        scope: input.scope,
        expires_at: expiryOf(input.expiresInDays, now),
        role: input.role,
        company_id: companyId,
        location_id: locationId,
        all_companies: input.allCompanies ?? false,
        created_by: username,
        created_by_id: ctx.session.userId,
        created_at: now,
      })
      .execute();
    await enqueue(trx, accessMirror([id], true), now);
    await recordActivity(trx, ctx, { kind: 'service.created', companyId, subject: input.name });
    return select(trx).where('id', '=', id).executeTakeFirstOrThrow();
  });
  return { ...made, secret };
}

/** Revokes a service account, and immediately ends its connections. */
export async function revokeServiceAccount(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, 'serviceAccount.manage');
  const ended = await change(ctx, async (trx) => {
    const found = await select(trx).where('id', '=', id).executeTakeFirst();
    if (!found) throw notFound(msg`Service account not found`);
    const { companyId, name: subject } = found;
    await recordActivity(trx, ctx, { kind: 'service.revoked', companyId, subject });
    return endTokens(trx, { id, userId: null }, ctx.clock());
  });
  ctx.link.sessionsEnded(ended);
}
