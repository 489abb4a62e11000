import type { Company, CompanyCreate, CompanyUpdate } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { inBatches } from '../../../platform/database/batches.ts';
import { given } from '../../../platform/database/scope.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { newId } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  accessMirror,
  companyMirror,
  hardwarePath,
} from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue, enqueueAll } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { ENDED_KEY, rememberEndedKeys } from '../../flags/keys/endedKeys.ts';
import {
  companyInScope,
  findCompanies,
  lockCompany,
  requireCompany,
} from '../../fleet/companies.ts';
import { endTokens } from '../../identity/tokens/tokens.ts';
import { editCompanies } from './editCompanies.ts';

export async function listCompanies(ctx: Context): Promise<Company[]> {
  return findCompanies(ctx.db.queries, requireScope(ctx, 'company.read'));
}

export async function getCompany(ctx: Context, id: string): Promise<Company> {
  return companyInScope(ctx.db.queries, requireScope(ctx, 'company.read'), id);
}

export async function createCompany(ctx: Context, input: CompanyCreate): Promise<Company> {
  const scope = requireScope(ctx, 'company.create');
  const id = newId();
  const now = ctx.clock();
  await change(ctx, async (trx) => {
    await storeCompanies(trx, [{ ...input, id }], now);
    await recordActivity(trx, ctx, { kind: 'company.created', companyId: id, subject: input.name });
  });
  return companyInScope(ctx.db.queries, scope, id);
}

/** Stores new companies, and queues copies of them for the realtime database. */
export async function storeCompanies(
  trx: Trx,
  companies: readonly (CompanyCreate & { id: string })[],
  now: number,
): Promise<void> {
  await inBatches(companies, async (batch) => {
    const rows = batch.map((row) => ({ ...row, auto_half_mast: false, created_at: now }));
    await trx.insertInto('companies').values(rows).execute();
    const mirrors = batch.map((row) => companyMirror({ ...row, autoHalfMast: false }, now));
    await enqueueAll(trx, mirrors, now);
  });
}

/**
 * Changes a company. A master may change every field. The company's own users may change only
 * `autoHalfMast` and `twoApprovals` (decisions, "Roles").
 */
export async function updateCompany(
  ctx: Context,
  id: string,
  input: CompanyUpdate,
): Promise<Company> {
  const scope = requireScope(ctx, 'company.setAutoHalfMast');
  await requireCompany(ctx.db.queries, scope, id);
  if (Object.keys(given(input)).length === 0) throw new AppError('invalid', msg`Nothing to change`);
  await change(ctx, (trx) => editCompanies(trx, ctx, [{ id, fields: input }]));
  return companyInScope(ctx.db.queries, scope, id);
}

/**
 * Deletes the company with its locations, flags and users in one transaction (decisions, "Data").
 */
export async function deleteCompany(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'company.delete');
  const now = ctx.clock();
  const gone = await change(ctx, async (trx) => {
    const { name } = await lockCompany(trx, scope, id);
    await recordActivity(trx, ctx, { kind: 'company.deleted', companyId: id, subject: name });
    const flagsOfCompany = trx.selectFrom('flags').select('id').where('company_id', '=', id);
    const usersOfCompany = trx.selectFrom('users').select('id').where('company_id', '=', id);
    const tokens = await endTokens(trx, { companyId: id }, now);
    const keys = await trx
      .deleteFrom('device_keys')
      .where('flag_id', 'in', flagsOfCompany)
      .returning([...ENDED_KEY])
      .execute();
    await rememberEndedKeys(trx, keys, now);
    const sessions = await trx
      .deleteFrom('sessions')
      .where('user_id', 'in', usersOfCompany)
      .returning('id')
      .execute();
    const flags = await trx
      .deleteFrom('flags')
      .where('company_id', '=', id)
      .returning(['owner_id as ownerId', 'flag_id as flagId'])
      .execute();
    const users = await trx
      .deleteFrom('users')
      .where('company_id', '=', id)
      .returning('id')
      .execute();
    const locations = await trx
      .deleteFrom('locations')
      .where('company_id', '=', id)
      .returning('id')
      .execute();
    await trx.deleteFrom('companies').where('id', '=', id).execute();

    const sids = sessions.map((session) => session.id);
    const keyIds = keys.map((key) => key.id);
    const removed = [
      // Remove the realtime data of each flag separately, because the owner's node may also contain
      // flags that a master has moved to another company.
      ...flags.map(hardwarePath),
      ...locations.map((location) => `locations/${location.id}`),
      ...users.map((user) => `users/${user.id}/profile`),
      `companies/${id}`,
    ];
    await enqueue(
      trx,
      {
        ...accessMirror([...sids, ...keyIds], false),
        ...Object.fromEntries(removed.map((path) => [path, null])),
      },
      now,
    );
    return { sids: [...sids, ...tokens], keyIds };
  });
  ctx.link.sessionsEnded(gone.sids);
  ctx.link.deviceKeysRevoked(gone.keyIds);
}
