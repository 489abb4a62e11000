import type { ServiceAccount, ServiceAccountCreate } from '@halyard/domain';
import { recordActivity } from '../activity/record.ts';
import { requireCompany } from '../companies/queries.ts';
import { type Context, change, requireScope } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Queries, Trx } from '../database/schema.ts';
import { hashSecret, newId, newSecret } from '../database/text.ts';
import { AppError, notFound } from '../errors.ts';
import { companyOfLocation } from '../locations/queries.ts';
import { accessMirror } from '../outbox/mirror.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { ServiceHolder } from '../realtime/identities.ts';
import { sessionUserOf } from '../users/queries.ts';

const select = (queries: Queries) =>
  queries
    .selectFrom('service_accounts')
    .select([
      'id',
      'name',
      'role',
      'company_id as companyId',
      'location_id as locationId',
      'all_companies as allCompanies',
      'created_by as createdBy',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ]);

/** Looks a presented secret up by its hash; null where it is none of ours. */
export async function serviceHolder(db: Database, secret: string): Promise<ServiceHolder | null> {
  const row = await db.queries
    .selectFrom('service_accounts')
    .select(['id', 'role', 'company_id', 'location_id', 'all_companies'])
    .where('secret_hash', '=', hashSecret(secret))
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    role: row.role,
    companyId: row.company_id,
    locationId: row.location_id,
    allCompanies: row.all_companies,
  };
}

export function listServiceAccounts(ctx: Context): Promise<ServiceAccount[]> {
  requireScope(ctx, 'serviceAccount.manage');
  return select(ctx.db.queries).orderBy('created_at').orderBy('id').execute();
}

/**
 * The answer alone holds the secret; only its hash is stored.
 * @throws AppError `conflict` where the realtime database would not take it
 */
export async function createServiceAccount(
  ctx: Context,
  input: ServiceAccountCreate,
): Promise<ServiceAccount> {
  const scope = requireScope(ctx, 'serviceAccount.manage');
  if (!ctx.link.takesServiceAccounts)
    throw new AppError(
      'conflict',
      'With Firebase, back ends sign in with a service account of the Firebase project.',
    );
  const { companyId = null, locationId = null } = input;
  const { queries } = ctx.db;
  if (companyId !== null) await requireCompany(queries, scope, companyId);
  if (locationId !== null && (await companyOfLocation(queries, scope, locationId)) !== companyId)
    throw notFound('Location');
  const { username } = await sessionUserOf(queries, ctx.session);
  const id = newId();
  const secret = newSecret();
  const now = ctx.clock();
  const made = await change(ctx, async (trx) => {
    await trx
      .insertInto('service_accounts')
      .values({
        id,
        name: input.name,
        secret_hash: hashSecret(secret),
        role: input.role,
        company_id: companyId,
        location_id: locationId,
        all_companies: input.allCompanies ?? false,
        created_by: username,
        created_at: now,
        last_used_at: null,
      })
      .execute();
    await enqueue(trx, accessMirror([id], true), now);
    await recordActivity(trx, ctx, { kind: 'service.created', companyId, subject: input.name });
    return select(trx).where('id', '=', id).executeTakeFirstOrThrow();
  });
  return { ...made, secret };
}

/** Its live connections end at once. */
export async function revokeServiceAccount(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, 'serviceAccount.manage');
  const ended = await change(ctx, async (trx) => {
    const { companyId, name: subject } =
      (await select(trx).where('id', '=', id).executeTakeFirst()) ?? missing();
    await recordActivity(trx, ctx, { kind: 'service.revoked', companyId, subject });
    return endServiceAccounts(trx, { id }, ctx.clock());
  });
  ctx.link.sessionsEnded(ended);
}

const missing = (): never => {
  throw notFound('Service account');
};

/**
 * Removes service accounts inside the caller's transaction: one, or a company's or location's.
 * @returns their ids, for `link.sessionsEnded` after the commit
 */
export async function endServiceAccounts(
  trx: Trx,
  of: { id: string } | { companyId: string } | { locationId: string },
  now: number,
): Promise<string[]> {
  const removing = trx.deleteFrom('service_accounts').returning('id');
  const chosen =
    'id' in of
      ? removing.where('id', '=', of.id)
      : 'companyId' in of
        ? removing.where('company_id', '=', of.companyId)
        : removing.where('location_id', '=', of.locationId);
  const ids = (await chosen.execute()).map((row) => row.id);
  await enqueue(trx, accessMirror(ids, false), now);
  return ids;
}
