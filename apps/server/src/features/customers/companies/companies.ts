import type { Company, CompanyCreate, CompanyUpdate } from '@halyard/domain';
import { inBatches } from '../../../platform/database/batches.ts';
import { given } from '../../../platform/database/scope.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { newId } from '../../../platform/database/text.ts';
import { nothingToChange } from '../../../platform/errors.ts';
import { companyMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueueAll } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, changeAndRead, requireScope } from '../../calls/context.ts';
import { companyInScope, findCompanies, requireCompany } from '../../fleet/companies.ts';
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
  const store = async (trx: Trx) => {
    await storeCompanies(trx, [{ ...input, id }], now);
    await recordActivity(trx, ctx, { kind: 'company.created', companyId: id, subject: input.name });
  };
  return changeAndRead(ctx, store, (queries) => companyInScope(queries, scope, id));
}

type NewCompany = CompanyCreate & { id: string };

/** Stores new companies, and queues copies of them for the realtime database. */
export async function storeCompanies(
  trx: Trx,
  companies: readonly NewCompany[],
  now: number,
): Promise<void> {
  await inBatches(companies, async (batch) => {
    await insertCompanies(trx, batch, now, null);
    const mirrors = batch.map((row) => companyMirror({ ...row, autoHalfMast: false }, now));
    await enqueueAll(trx, mirrors, now);
  });
}

/**
 * Stores the rows of new companies.
 * @param importId the import that will make them visible; null if they are visible immediately
 */
export async function insertCompanies(
  trx: Trx,
  companies: readonly NewCompany[],
  now: number,
  importId: string | null,
): Promise<void> {
  const rows = companies.map((row) => ({
    ...row,
    auto_half_mast: false,
    created_at: now,
    import_id: importId,
  }));
  await trx.insertInto('companies').values(rows).execute();
}

/**
 * Changes a company. A master may change every field; the company's own users may change only
 * `autoHalfMast` and `twoApprovals` (decisions, "Roles").
 */
export async function updateCompany(
  ctx: Context,
  id: string,
  input: CompanyUpdate,
): Promise<Company> {
  const scope = requireScope(ctx, 'company.setAutoHalfMast');
  if (Object.keys(given(input)).length === 0) {
    await requireCompany(ctx.db.queries, scope, id);
    throw nothingToChange();
  }
  return changeAndRead(
    ctx,
    (trx) => editCompanies(trx, ctx, [{ id, fields: input }]),
    (queries) => companyInScope(queries, scope, id),
  );
}
