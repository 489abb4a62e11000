import type {
  Role,
  Scope,
  SecondFactor,
  SecondFactorProof,
  SecondFactorSecret,
  User,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { UserTable } from '../../../platform/database/tables/accounts.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { AppError, forbidden, notSignedIn } from '../../../platform/errors.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';
import { companyChanged } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { type MailParts, mailOwner, type NoticeSettings } from '../accountMails.ts';
import { accountEntry, lockUser, userInScope } from '../queries.ts';
import { checkPassword, requireFreshSignIn } from '../sessions/freshSignIn.ts';
import { onlineUserIds } from '../sessions/onlineUsers.ts';
import type { Sessions } from '../sessions/sessions.ts';
import {
  chargeCode,
  countRecoveryCodes,
  forgetCodes,
  makeRecoveryCodes,
  purposeOf,
  useCode,
  WRONG_CODE,
} from './codes.ts';
import { newTotpSecret, stepOf, totpUri } from './totp.ts';

export interface SecondFactorSettings
  extends Pick<MailSettings, 'productName' | 'mailsPerCompany'> {
  /** Encrypts second-factor secrets. Null if they cannot be stored. */
  secrets: SecretBox | null;
  /** The roles whose users must set up a second factor before they can do anything else. */
  requireSecondFactor: readonly Role[];
}

const NO_KEY = msg`Two-factor authentication needs SECRETS_KEY when more than one server process runs. Ask the operator to set it.`;

/** Returns the state of the caller's two-factor authentication. */
export async function secondFactor(
  ctx: Context,
  { requireSecondFactor }: SecondFactorSettings,
): Promise<SecondFactor> {
  const { queries } = ctx.db;
  const row = await queries
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', ctx.actor.id)
    .executeTakeFirst();
  return {
    since: row?.confirmed_at ?? null,
    recoveryCodesLeft: await countRecoveryCodes(queries, ctx.actor.id),
    required: requireSecondFactor.includes(ctx.actor.role),
  };
}

/**
 * Returns a new secret for an authenticator app. It replaces any unconfirmed one, and takes effect
 * when the user confirms it with a code.
 */
export async function startSecondFactor(
  ctx: Context,
  settings: SecondFactorSettings,
): Promise<SecondFactorSecret> {
  const box = requireBox(settings);
  const userId = ctx.actor.id;
  const secret = newTotpSecret();
  const sealed = box.seal(secret, purposeOf(userId));
  const { numInsertedOrUpdatedRows = 0n } = await ctx.db.queries
    .insertInto('second_factors')
    .values({ user_id: userId, secret: sealed })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: sealed, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw isOn();
  const { username } = await ctx.db.queries
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { secret, uri: totpUri(secret, settings.productName, username) };
}

/**
 * Turns on two-factor authentication. Requires a code from the authenticator app, and either a
 * recent sign-in or the password.
 * @returns the recovery codes, which are never shown again
 */
export async function confirmSecondFactor(
  ctx: Context,
  settings: SecondFactorSettings,
  input: SecondFactorProof,
  address: string,
): Promise<{ recoveryCodes: string[] }> {
  const box = requireBox(settings);
  const userId = ctx.actor.id;
  const recoveryCodes = await withProof(ctx, input, address, async (trx, account) => {
    const row = await trx
      .selectFrom('second_factors')
      .select(['secret', 'confirmed_at'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row)
      throw new AppError('conflict', msg`The setup was not started or has expired. Start again.`);
    if (row.confirmed_at !== null) throw isOn();
    const code = input.code.replace(/\s/g, '');
    const step = stepOf(box.open(row.secret, purposeOf(userId)), code, ctx.clock());
    if (step === null)
      throw new AppError('invalid', msg`This code is incorrect. Check your phone’s clock.`);
    await trx
      .updateTable('second_factors')
      .set({ confirmed_at: ctx.clock(), last_step: step })
      .where('user_id', '=', userId)
      .execute();
    await noteChange(trx, ctx, account, 'secondFactor.on');
    await mailOwner(trx, ctx, settings, userId, { kind: 'second-factor', isOn: true });
    return makeRecoveryCodes(trx, userId);
  });
  return { recoveryCodes };
}

/**
 * Turns off two-factor authentication for the caller. Requires a second-factor code, and a recent
 * sign-in or the password.
 */
export async function disableSecondFactor(
  ctx: Context,
  settings: SecondFactorSettings,
  input: SecondFactorProof,
  address: string,
): Promise<void> {
  const box = requireBox(settings);
  await withProof(ctx, input, address, async (trx, account) => {
    if (!(await useCode(trx, box, ctx.actor.id, input.code, ctx.clock())))
      throw new AppError('invalid', WRONG_CODE);
    await dropSecondFactor(trx, ctx.actor.id);
    await noteChange(trx, ctx, account, 'secondFactor.off');
    await mailOwner(trx, ctx, settings, ctx.actor.id, { kind: 'second-factor', isOn: false });
  });
  // If the role requires a second factor, open connections no longer have any permissions.
  ctx.link.accountChanged(ctx.actor.id);
}

/**
 * Turns off two-factor authentication for another user who has lost the second factor. Callers must
 * use the profile page to turn off their own.
 */
export async function removeSecondFactor(
  ctx: Context,
  sessions: Sessions,
  settings: SecondFactorSettings,
  userId: string,
): Promise<User> {
  const scope = requireScope(ctx, 'user.update');
  if (userId === ctx.actor.id)
    throw forbidden(msg`Turn off your own two-factor authentication on your profile.`);
  requireFreshSignIn(ctx);
  await change(ctx, async (trx) => {
    await removeAccountsSecondFactor(trx, ctx, settings, scope, userId);
    const entry = accountEntry(await lockUser(trx, scope, userId));
    await recordActivity(trx, ctx, { kind: 'secondFactor.removed', ...entry });
  });
  ctx.link.accountChanged(userId);
  return userInScope(ctx.db.queries, scope, await onlineUserIds(ctx, sessions), userId);
}

/**
 * Removes the second factor and the recovery codes of an account, within the caller's transaction.
 * Emails the owner if two-factor authentication was on.
 * @param scope the scope that must contain the account; `{ kind: 'all' }` for admin commands
 * @throws AppError `not-found` outside the scope
 */
export async function removeAccountsSecondFactor(
  trx: Trx,
  parts: MailParts,
  settings: NoticeSettings,
  scope: Scope,
  userId: string,
): Promise<void> {
  const user = await lockUser(trx, scope, userId);
  const wasOn = await dropSecondFactor(trx, userId);
  if (wasOn) await mailOwner(trx, parts, settings, userId, { kind: 'second-factor', isOn: false });
  const now = parts.clock();
  await enqueue(trx, companyChanged(user.company_id, now), now);
}

/**
 * Deletes an account's second factor.
 * @returns whether two-factor authentication was on
 */
async function dropSecondFactor(trx: Trx, userId: string): Promise<boolean> {
  for (const table of ['recovery_codes', 'pending_sign_ins'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
  const row = await trx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

type OwnAccount = Pick<UserTable, 'company_id' | 'username'>;

/**
 * After a change to a second factor, makes other users' open screens reload their lists, and logs
 * the change.
 */
async function noteChange(
  trx: Trx,
  ctx: Context,
  account: OwnAccount,
  kind: 'secondFactor.on' | 'secondFactor.off',
): Promise<void> {
  await enqueue(trx, companyChanged(account.company_id, ctx.clock()), ctx.clock());
  await recordActivity(trx, ctx, { kind, ...accountEntry(account) });
}

/**
 * Changes the second factor if the user signed in recently or entered the right password. Limits
 * the number of attempts with passwords and codes.
 */
async function withProof<T>(
  ctx: Context,
  { password, code }: SecondFactorProof,
  address: string,
  work: (trx: Trx, account: OwnAccount) => Promise<T>,
): Promise<T> {
  const userId = ctx.actor.id;
  if (password === undefined) requireFreshSignIn(ctx);
  else await checkPassword(ctx, password, address);
  const account = await ctx.db.queries
    .selectFrom('users')
    .select(['company_id', 'username'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!account) throw notSignedIn();
  await chargeCode(ctx.db, userId, code, ctx.clock());
  const result = await change(ctx, (trx) => work(trx, account));
  await forgetCodes(ctx.db, userId);
  return result;
}

function requireBox({ secrets }: SecondFactorSettings): SecretBox {
  if (!secrets) throw new AppError('conflict', NO_KEY);
  return secrets;
}

const isOn = () =>
  new AppError('conflict', msg`Two-factor authentication is already on. Turn it off first.`);
