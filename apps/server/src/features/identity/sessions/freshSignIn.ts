import { PASSWORD_NEEDED, type PasswordProof } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { addressKey } from '../../../platform/limits/addressKeys.ts';
import { chargeTry, forgetTries, SIGN_IN_BY_NAME } from '../../../platform/limits/rateLimits.ts';
import type { Context } from '../../calls/context.ts';
import { userOf, withHasher } from '../passwords/passwords.ts';

/**
 * How long, in ms, a user counts as recently signed in after signing in or entering the password.
 */
export const FRESH_MS = 10 * 60_000;

/**
 * Rejects callers who have not recently signed in or entered the password. Protects actions that
 * someone with a stolen session could use to take over or create an account.
 * @throws AppError `forbidden` with `PASSWORD_NEEDED`
 */
export function requireFreshSignIn({ session, clock }: Context): void {
  if (clock() - session.provenAt >= FRESH_MS) throw forbidden(messageOf(PASSWORD_NEEDED));
}

/**
 * Marks the caller's session as recently signed in if the password is right.
 * @throws AppError `invalid` for a wrong password; `rate-limited` after too many attempts; `busy`
 * if too many passwords are being checked
 */
export async function confirmPassword(
  ctx: Context,
  input: PasswordProof,
  address: string,
): Promise<void> {
  await checkPassword(ctx, input.password, address);
  await ctx.db.queries
    .updateTable('sessions')
    .set({ proven_at: ctx.clock() })
    .where('id', '=', ctx.session.sid)
    .execute();
}

/**
 * Checks the caller's password. Limits the number of attempts.
 * @throws AppError `invalid` for a wrong password, `rate-limited`, `busy`
 */
export async function checkPassword(
  ctx: Context,
  password: string,
  address: string,
): Promise<void> {
  await withHasher(userOf(ctx.actor.id), async (hasher) => {
    const tries = `password:${ctx.actor.id}|${addressKey(address)}`;
    await chargeTry(ctx.db, tries, SIGN_IN_BY_NAME, ctx.clock());
    const account = await ctx.db.queries
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', ctx.actor.id)
      .executeTakeFirst();
    if ((await hasher.match([account?.password_hash], password)) !== 0)
      throw new AppError('invalid', msg`The password is incorrect.`);
    await forgetTries(ctx.db, tries);
  });
}
