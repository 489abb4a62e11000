import type { ActivityDetail, CompanyUpdate, Scope } from '@halyard/domain';
import { inBatches } from '../../../platform/database/batches.ts';
import { given } from '../../../platform/database/scope.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { companyMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { editEntries } from '../../activity/record.ts';
import { type Edit, type Edited, storeEdited } from '../../activity/storeEdited.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { lockCompany } from '../../fleet/companies.ts';
import { companyNotFound } from '../../fleet/errors.ts';
import { concern, releasing } from '../../halfStaff/autopilot/release.ts';
import { releaseWaiting } from '../../halfStaff/orders/secondApprovals.ts';
import { usernameIn } from '../../identity/queries.ts';

/** Maps each column of a company to the field name that the activity log shows. */
const FIELD_NAMES = {
  name: 'name',
  address1: 'address',
  address2: 'address',
  city: 'address',
  state: 'address',
  zip: 'address',
  phone: 'phone',
  description: 'description',
  auto_half_mast: 'Auto Half Mast',
  two_approvals: 'two approvals of half-staff orders',
};

/**
 * Changes one or more companies. Also updates their copies in the realtime database, their
 * half-staff data and the activity log.
 * @throws AppError `forbidden` if the caller may not change a field; `not-found` outside the
 * caller's scope
 */
export async function editCompanies(
  trx: Trx,
  ctx: Context,
  edits: readonly Edit<CompanyUpdate>[],
  detail?: ActivityDetail,
): Promise<void> {
  const edited: Edited[] = [];
  await inBatches(edits, async (batch) => {
    for (const edit of batch) edited.push(await editCompany(trx, ctx, edit));
  });
  await storeEdited(trx, ctx, edited, detail);
}

async function editCompany(
  trx: Trx,
  ctx: Context,
  { id, fields: input }: Edit<CompanyUpdate>,
): Promise<Edited> {
  const scope = requireScope(ctx, 'company.setAutoHalfMast');
  const before = await lockCompany(trx, scope, id);
  const { autoHalfMast, twoApprovals, ...fields } = given(input);
  if (twoApprovals !== undefined) requireScope(ctx, 'company.setTwoApprovals');
  if (Object.keys(fields).length > 0) requireScope(ctx, 'company.update');
  const update = () =>
    trx
      .updateTable('companies')
      .set({ ...fields, ...given({ auto_half_mast: autoHalfMast, two_approvals: twoApprovals }) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  const optsOut = before.auto_half_mast && autoHalfMast === false;
  const poles: Scope = { kind: 'company', companyId: id };
  const after = optsOut ? await releasing(trx, ctx, poles, update) : await update();
  if (!after) throw companyNotFound();
  if (autoHalfMast && !before.auto_half_mast) await concern(trx, ctx, 'company_id', id);
  const { name, auto_half_mast } = after;
  if (before.two_approvals && !after.two_approvals)
    await releaseWaiting(trx, ctx, { id, name }, await usernameIn(trx, ctx.session));
  const entry = { kind: 'company.changed', companyId: id, subject: name } as const;
  return {
    mirror: companyMirror({ id, name, autoHalfMast: auto_half_mast }, ctx.clock()),
    entries: editEntries(entry, { before, after, names: FIELD_NAMES }),
    companyIds: [],
  };
}
