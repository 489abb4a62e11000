import type { PasswordChange, PasswordChoice, ProfileUpdate, SessionUser } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { AppError, callNotFound, forbidden, notSignedIn } from '../../../platform/errors.ts';
import { addressKey } from '../../../platform/limits/addressKeys.ts';
import { chargeTry, forgetTries, SIGN_IN_BY_NAME } from '../../../platform/limits/rateLimits.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { companyChanged, profileMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivity, recordEdit } from '../../activity/record.ts';
import { type Context, change } from '../../calls/context.ts';
import type { SignInFrom } from '../../calls/handlers.ts';
import { mailOwner } from '../accountMails.ts';
import { allowOwnEmail, ownEmailChanged } from '../email/ownEmail.ts';
import { hashNewPassword, refuseGuessable } from '../passwords/newPasswords.ts';
import { userOf, withHasher } from '../passwords/passwords.ts';
import { dropTemporaryPassword } from '../passwords/temporaryPassword.ts';
import { ACCOUNT_FIELDS, accountEntry, sessionUserOf } from '../queries.ts';
import { forgetBrowsers } from '../sessions/knownBrowsers.ts';
import { endSessions, type Sessions } from '../sessions/sessions.ts';
import { endAccess } from '../tokens/access.ts';
import type { Started } from './started.ts';

export function currentUser(ctx: Context): Promise<SessionUser> {
  return sessionUserOf(ctx.db.queries, ctx.session);
}

/**
 * Returns this browser's sign-in token for the Firebase project.
 * @throws AppError `not-found` if the server does not use Firebase
 */
export async function realtimeToken(ctx: Context): Promise<{ token: string; sid: string }> {
  const { actor, session } = ctx;
  const token = await ctx.link.personToken({ ...session, actor });
  if (token === null) throw callNotFound();
  return { token, sid: session.sid };
}

/** Changes the caller's contact information (spec §3: Profile contact form). */
export async function updateProfile(
  ctx: Context,
  settings: MailSettings,
  input: ProfileUpdate,
): Promise<SessionUser> {
  const now = ctx.clock();
  await allowOwnEmail(ctx, settings, input.email);
  await change(ctx, async (trx) => {
    const before = await trx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', ctx.actor.id)
      .executeTakeFirst();
    if (!before) throw notSignedIn();
    const row = await trx
      .updateTable('users')
      .set({
        first_name: input.firstName,
        last_name: input.lastName,
        email: input.email,
        phone: input.phone,
      })
      .where('id', '=', ctx.actor.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await enqueue(trx, { ...profileMirror(row), ...companyChanged(row.company_id, now) }, now);
    const entry = { kind: 'user.changed', ...accountEntry(row) } as const;
    await recordEdit(trx, ctx, entry, { before, after: row, names: ACCOUNT_FIELDS });
    await ownEmailChanged(trx, ctx, settings, before, row);
  });
  return sessionUserOf(ctx.db.queries, ctx.session);
}

/**
 * Changes the caller's password. Ends the account's other sessions (decisions, "Passwords") but
 * keeps its API tokens.
 */
export async function changePassword(
  ctx: Context,
  settings: MailSettings,
  input: PasswordChange,
  { address, browser }: SignInFrom,
): Promise<void> {
  const { account, passwordHash } = await withHasher(userOf(ctx.actor.id), async (hasher) => {
    const tries = `password:${ctx.actor.id}|${addressKey(address)}`;
    await chargeTry(ctx.db, tries, SIGN_IN_BY_NAME, ctx.clock());
    const account = await ctx.db.queries
      .selectFrom('users')
      .select(['username', 'password_hash'])
      .where('id', '=', ctx.actor.id)
      .executeTakeFirst();
    if (!account || (await hasher.match([account.password_hash], input.currentPassword)) !== 0)
      throw new AppError('invalid', msg`The current password is incorrect.`);
    await forgetTries(ctx.db, tries);
    refuseGuessable(input.newPassword, account.username);
    return { account, passwordHash: await hasher.hash(input.newPassword) };
  });
  const ended = await change(ctx, async (trx) => {
    const changed = await trx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', ctx.actor.id)
      // Replace only the password that was just checked, not one that was set in the meantime.
      .where('password_hash', '=', account.password_hash)
      .returning(['username', 'company_id'])
      .executeTakeFirst();
    if (!changed)
      throw new AppError(
        'conflict',
        msg`The password was changed in the meantime. Sign in with the new password.`,
      );
    await dropTemporaryPassword(trx, ctx.actor.id);
    await forgetBrowsers(trx, ctx.actor.id, browser);
    await mailOwner(trx, ctx, settings, ctx.actor.id, { kind: 'password' });
    await recordActivity(trx, ctx, { kind: 'password.changed', ...accountEntry(changed) });
    return endSessions(trx, { userId: ctx.actor.id, except: ctx.session.sid }, ctx.clock());
  });
  ctx.link.sessionsEnded(ended);
}

/**
 * Sets a new password for a user who signed in with a temporary one. Ends all sessions and revokes
 * all API tokens. The current browser gets a new session.
 */
export async function setPassword(
  ctx: Context,
  sessions: Sessions,
  settings: MailSettings,
  input: PasswordChoice,
  from: SignInFrom,
): Promise<Started> {
  if (!ctx.session.temporary) throw forbidden(msg`Change your password on your profile.`);
  const userId = ctx.actor.id;
  const { username } = await sessionUserOf(ctx.db.queries, ctx.session);
  const passwordHash = await hashNewPassword(input.newPassword, username, userOf(userId));
  const { started, ended } = await change(ctx, async (trx) => {
    const ended = await endAccess(trx, userId, ctx.clock());
    // If two requests use the same temporary session, one of them finds that the session has ended.
    if (!ended.includes(ctx.session.sid)) throw notSignedIn();
    const row = await trx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', userId)
      .returning(['username', 'company_id'])
      .executeTakeFirstOrThrow();
    await dropTemporaryPassword(trx, userId);
    await forgetBrowsers(trx, userId, from.browser);
    await mailOwner(trx, ctx, settings, userId, { kind: 'password' });
    await recordActivity(trx, ctx, { kind: 'password.changed', ...accountEntry(row) });
    return { ended, started: await sessions.start(trx, userId, from) };
  });
  ctx.link.sessionsEnded(ended);
  return { ...started, user: await sessionUserOf(ctx.db.queries, started.session) };
}

/**
 * Whether an account still exists. Requires no sign-in: the response reveals nothing else, and only
 * someone who has seen the account knows its random ID.
 */
export async function accountExists(queries: Queries, id: string): Promise<boolean> {
  const row = await queries
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
