import { msg } from '@halyard/messages';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret } from '../../../platform/database/text.ts';
import {
  chargeTry,
  forgetTries,
  SECOND_FACTOR_BY_ACCOUNT,
} from '../../../platform/limits/rateLimits.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';
import { newTypedSecret } from '../passwords/temporaryPassword.ts';
import { stepOf } from './totp.ts';

const RECOVERY_CODES = 10;
export const WRONG_CODE = msg`This code is incorrect or was already used. Enter a new one.`;

/**
 * Returns the text that ties the encrypted secret of a second factor to its user. The encrypted
 * secret cannot be used for any other user.
 */
export const purposeOf = (userId: string) => `second-factor:${userId}`;

/**
 * Removes spaces and dashes from a second-factor code that a user has typed, and converts it to
 * lowercase.
 */
const withoutDecoration = (code: string) => code.replace(/[\s-]/g, '').toLowerCase();

/**
 * Whether a code looks like one from an authenticator app. Such codes are short enough to guess, so
 * attempts to enter them are limited.
 */
const isAppCode = (code: string): boolean => /^\d{6}$/.test(withoutDecoration(code));

const triesOf = (userId: string) => `second-factor:${userId}`;

/**
 * Counts an attempt to enter a code from an authenticator app. Attempts are counted per account,
 * because someone who knows the password may try from many IP addresses. Recovery codes are too
 * long to guess, so attempts to enter them are not counted.
 * @throws AppError `rate-limited`
 */
export async function chargeCode(
  db: Database,
  userId: string,
  typed: string,
  now: number,
): Promise<void> {
  if (isAppCode(typed)) await chargeTry(db, triesOf(userId), SECOND_FACTOR_BY_ACCOUNT, now);
}

/**
 * After a correct code, resets the counter of attempts to enter a code from an authenticator app.
 */
export const forgetCodes = (db: Database, userId: string): Promise<void> =>
  forgetTries(db, triesOf(userId));

/**
 * Uses up an authenticator app code or a recovery code, within the caller's transaction. If two
 * requests use the same code at the same time, only one of them gets true.
 */
export async function useCode(
  trx: Trx,
  box: SecretBox,
  userId: string,
  typed: string,
  now: number,
): Promise<boolean> {
  const code = withoutDecoration(typed);
  if (!isAppCode(code)) {
    const used = await trx
      .deleteFrom('recovery_codes')
      .where('id', '=', hashSecret(`${userId} ${code}`))
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  }
  const factor = await trx
    .selectFrom('second_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = factor && stepOf(box.open(factor.secret, purposeOf(userId)), code, now);
  if (step == null) return false;
  const { numUpdatedRows } = await trx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Replaces an account's recovery codes with new ones. Stores only a simple hash of each code. That
 * is enough, because a code has 79 random bits.
 * @returns the codes in plain text
 */
export async function makeRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newTypedSecret);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        id: hashSecret(`${userId} ${withoutDecoration(code)}`),
        user_id: userId,
      })),
    )
    .execute();
  return codes;
}

/** Returns the number of unused recovery codes of an account. */
export async function countRecoveryCodes(queries: Queries, userId: string): Promise<number> {
  const row = await queries
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether an account uses two-factor authentication. */
export async function hasSecondFactor(queries: Queries, userId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
