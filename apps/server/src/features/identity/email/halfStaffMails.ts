import type { HalfStaffMailsUpdate, SessionUser } from '@halyard/domain';
import { given } from '../../../platform/database/scope.ts';
import { nothingToChange } from '../../../platform/errors.ts';
import { recordEdit } from '../../activity/record.ts';
import { type Context, change } from '../../calls/context.ts';
import { ACCOUNT_FIELDS, accountEntry, sessionUserOf } from '../queries.ts';

/**
 * Turns kinds of half-staff emails on or off for the caller. Emails that were skipped while a kind
 * was off are not sent later.
 * @throws AppError `invalid` if no kind is given
 */
export async function setHalfStaffMails(
  ctx: Context,
  { begins, ends, orders, drafts }: HalfStaffMailsUpdate,
): Promise<SessionUser> {
  const columns = given({
    mails_begins: begins,
    mails_ends: ends,
    mails_orders: orders,
    mails_drafts: drafts,
  });
  if (Object.keys(columns).length === 0) throw nothingToChange();
  await change(ctx, async (trx) => {
    const own = trx.selectFrom('users').selectAll().where('id', '=', ctx.actor.id);
    const before = await own.executeTakeFirstOrThrow();
    await trx.updateTable('users').set(columns).where('id', '=', ctx.actor.id).execute();
    const after = await own.executeTakeFirstOrThrow();
    const entry = { kind: 'user.changed', ...accountEntry(after) } as const;
    await recordEdit(trx, ctx, entry, { before, after, names: ACCOUNT_FIELDS });
  });
  return sessionUserOf(ctx.db.queries, ctx.session);
}
