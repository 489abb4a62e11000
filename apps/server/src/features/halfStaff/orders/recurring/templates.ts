import type { OrderTemplate, OrderTemplateCreate } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Selectable } from 'kysely';
import type { OrderTemplateTable } from '../../../../platform/database/tables/halfStaff.ts';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { newId } from '../../../../platform/database/text.ts';
import { AppError } from '../../../../platform/errors.ts';
import { recordActivity } from '../../../activity/record.ts';
import { type Context, requireScope } from '../../../calls/context.ts';
import { usernameOf } from '../../../identity/queries.ts';
import { templateNotFound } from '../errors.ts';
import { requireReach } from '../reach.ts';

/** The maximum number of order templates that a company, or the operator, can save. */
const MAX_TEMPLATES = 50;

/**
 * Returns the order templates of the caller's company or, for a master, the operator's order
 * templates.
 */
export async function listTemplates(ctx: Context): Promise<OrderTemplate[]> {
  const rows = await selectOwn(ctx.db.queries, ownerOf(ctx)).orderBy('name').execute();
  return rows.map(toTemplate);
}

/**
 * Saves an order template, which replaces any existing one with the same name.
 * @throws AppError `not-found` or `forbidden` for an order that the caller may not record;
 * `conflict` if there are too many templates
 */
export async function createTemplate(
  ctx: Context,
  { name, terms }: OrderTemplateCreate,
): Promise<OrderTemplate> {
  const scope = requireScope(ctx, 'order.manage');
  const companyId = ownerOf(ctx);
  const by = await usernameOf(ctx);
  return ctx.db.transaction(async (trx) => {
    await requireReach(trx, scope, terms);
    const present = await selectOwn(trx, companyId).execute();
    const same = present.filter((one) => one.name === name).map(({ id }) => id);
    if (present.length - same.length >= MAX_TEMPLATES)
      throw new AppError(
        'conflict',
        msg`There are already ${{ max: MAX_TEMPLATES }} templates. Delete one first.`,
      );
    if (same.length > 0) await trx.deleteFrom('order_templates').where('id', 'in', same).execute();
    const row = await trx
      .insertInto('order_templates')
      .values({
        id: newId(),
        company_id: companyId,
        name,
        terms: JSON.stringify(terms),
        created_by: by,
        created_at: ctx.clock(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordActivity(trx, ctx, { kind: 'orderTemplate.saved', companyId, subject: name });
    return toTemplate(row);
  });
}

/**
 * Deletes an order template.
 * @throws AppError `not-found`
 */
export async function deleteTemplate(ctx: Context, id: string): Promise<void> {
  const companyId = ownerOf(ctx);
  await ctx.db.transaction(async (trx) => {
    const row = await selectOwn(trx, companyId).where('id', '=', id).executeTakeFirst();
    if (!row) throw templateNotFound();
    await trx.deleteFrom('order_templates').where('id', '=', id).execute();
    await recordActivity(trx, ctx, {
      kind: 'orderTemplate.deleted',
      companyId,
      subject: row.name,
    });
  });
}

/** Returns the company whose order templates the caller uses. Null for the operator. */
function ownerOf(ctx: Context): string | null {
  const scope = requireScope(ctx, 'order.manage');
  if (scope.kind === 'nothing') throw templateNotFound();
  return scope.kind === 'all' ? null : scope.companyId;
}

const selectOwn = (queries: Queries, companyId: string | null) =>
  queries
    .selectFrom('order_templates')
    .selectAll()
    .where('company_id', companyId === null ? 'is' : '=', companyId);

const toTemplate = (row: Selectable<OrderTemplateTable>): OrderTemplate => ({
  id: row.id,
  companyId: row.company_id,
  name: row.name,
  terms: row.terms,
  createdBy: row.created_by,
});
