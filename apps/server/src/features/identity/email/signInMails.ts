import type { SessionUser, SignInMails } from '@halyard/domain';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { recordEdit } from '../../activity/record.ts';
import { type Context, change } from '../../calls/context.ts';
import { mailOwner } from '../accountMails.ts';
import { ACCOUNT_FIELDS, accountEntry, sessionUserOf } from '../queries.ts';
import { requireFreshSignIn } from '../sessions/freshSignIn.ts';

/**
 * Turns emails about sign-ins from new devices on or off for the caller. Turning them off requires
 * a recent sign-in and sends one last email, so that someone with a stolen session cannot turn them
 * off unnoticed.
 * @throws AppError `forbidden` with `PASSWORD_NEEDED`
 */
export async function setSignInMails(
  ctx: Context,
  settings: MailSettings,
  { mailsSignIns }: SignInMails,
): Promise<SessionUser> {
  const userId = ctx.actor.id;
  if (!mailsSignIns) requireFreshSignIn(ctx);
  await change(ctx, async (trx) => {
    const before = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (before.mails_sign_ins === mailsSignIns) return;
    if (!mailsSignIns) await mailOwner(trx, ctx, settings, userId, { kind: 'sign-in-mails-off' });
    const after = await trx
      .updateTable('users')
      .set({ mails_sign_ins: mailsSignIns })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const entry = { kind: 'user.changed', ...accountEntry(after) } as const;
    await recordEdit(trx, ctx, entry, { before, after, names: ACCOUNT_FIELDS });
  });
  return sessionUserOf(ctx.db.queries, ctx.session);
}
