import type { Context } from '../context.ts';
import type { Trx } from '../database/schema.ts';
import { chargeMails } from '../limits/mailBudget.ts';
import { chargeTry, FORGOT_BY_NAME } from '../limits/rateLimits.ts';
import { queueMails } from '../mail/queue.ts';
import type { MailSettings } from '../mail/settings.ts';

/** An account's e-mail address that its owner changes. */
interface NewAddress {
  username: string;
  before: string;
  after: string;
}

/**
 * Counts the caller's change to another address: each mails the one before, which may be a stranger's.
 * @throws AppError `rate-limited`
 */
export async function chargeNewAddress(
  ctx: Context,
  settings: MailSettings,
  after: string,
): Promise<void> {
  const account = await ctx.db.queries
    .selectFrom('users')
    .select('email')
    .where('id', '=', ctx.actor.id)
    .executeTakeFirst();
  if (!account || account.email === after) return;
  await chargeTry(ctx.db, `address:${ctx.actor.id}`, FORGOT_BY_NAME, ctx.clock());
  if (ctx.mailer && account.email !== '')
    await chargeMails(ctx.db, settings, 'people', ctx.actor.companyId, 1, ctx.clock());
}

/**
 * Has the old address told, in the transaction of the change: temporary passwords go to the new one, so
 * whoever got hold of a session would get hold of the account.
 */
export async function tellOldAddress(
  trx: Trx,
  { mailer, clock }: Pick<Context, 'mailer' | 'clock'>,
  productName: string,
  { username, before, after }: NewAddress,
): Promise<void> {
  if (!mailer || before === '' || before === after) return;
  const text = `The e-mail address of the ${productName} account "${username}" was changed to ${after}.

Temporary passwords for it go there from now on. If it was not you who changed it, tell the person who
manages accounts at once: they can sign the account out everywhere and set the address back.
`;
  const mail = { to: before, subject: `${productName}: your e-mail address was changed`, text };
  await queueMails(trx, [mail], clock());
}
