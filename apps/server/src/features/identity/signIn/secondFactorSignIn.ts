import { msg } from '@halyard/messages';
import { type Database, locksRows } from '../../../platform/database/database.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newSecret } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import { addressKey } from '../../../platform/limits/addressKeys.ts';
import {
  chargeAddress,
  chargeTry,
  forgetTries,
  refundAddress,
  SIGN_IN_BY_ADDRESS,
  SIGN_IN_BY_NAME,
} from '../../../platform/limits/rateLimits.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';
import { change, type Services, type Session } from '../../calls/context.ts';
import type { SignInFrom } from '../../calls/handlers.ts';
import { sessionUserOf } from '../queries.ts';
import { chargeCode, forgetCodes, useCode, WRONG_CODE } from '../secondFactor/codes.ts';
import { endSessions, type Sessions } from '../sessions/sessions.ts';
import { recordRefusal, type SessionKind } from '../sessions/signInActivity.ts';
import type { Started } from './started.ts';

/** How long a user may take to enter the second-factor code after the password, in ms. */
export const PENDING_MS = 5 * 60_000;

/**
 * Stores, within the caller's transaction, that the password was correct and a second-factor code
 * is still needed.
 * @returns the token for this browser's cookie; it gives no access by itself
 */
export async function startPendingSignIn(
  trx: Trx,
  userId: string,
  kind: SessionKind,
  now: number,
): Promise<string> {
  const token = newSecret();
  await trx
    .insertInto('pending_sign_ins')
    .values({
      id: hashSecret(token),
      user_id: userId,
      temporary: kind === 'temporary',
      expires_at: now + PENDING_MS,
    })
    .execute();
  return token;
}

/**
 * Completes a sign-in with a second-factor code, in the browser where the password was entered.
 * @param token the token from the browser's cookie; null if there is none
 * @throws AppError `unauthenticated` if the code is wrong or was already used, or if too much time
 * has passed
 */
export async function finishSignIn(
  services: Services,
  sessions: Sessions,
  box: SecretBox | null,
  input: { token: string | null; code: string },
  from: SignInFrom & { session: Session | null },
): Promise<Started> {
  const { db, link, clock } = services;
  await chargeAddress(db, 'second-factor', from.address, SIGN_IN_BY_ADDRESS, clock());
  const pending = await pendingOf(db, input.token, clock());
  if (!pending || !box) throw tooLate();
  const { userId } = pending;
  const byBoth = `second-factor:${userId}|${addressKey(from.address)}`;
  await chargeTry(db, byBoth, SIGN_IN_BY_NAME, clock());
  await chargeCode(db, userId, input.code, clock());

  const { started, ended } = await change(services, async (trx) => {
    const mayEnter = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('suspended_at', 'is', null)
      .$if(locksRows(trx), (query) => query.forShare())
      .executeTakeFirst();
    if (!mayEnter) throw tooLate();
    if (!(await useCode(trx, box, userId, input.code, clock()))) throw new WrongCode();
    const claimed = await trx
      .deleteFrom('pending_sign_ins')
      .where('id', '=', pending.id)
      .returning('id')
      .executeTakeFirst();
    // A new password, a suspension or another tab has already ended this sign-in.
    if (!claimed) throw tooLate();
    const old = from.session;
    return {
      ended: old ? await endSessions(trx, { sid: old.sid }, clock()) : [],
      started: await sessions.start(trx, userId, from, pending.kind),
    };
  }).catch(async (error: unknown) => {
    const coming = { address: from.address, at: clock() };
    if (error instanceof WrongCode) await recordRefusal(db, userId, 'wrong code', coming);
    throw error;
  });
  await forgetTries(db, byBoth);
  await forgetCodes(db, userId);
  await refundAddress(db, 'second-factor', from.address);
  link.sessionsEnded(ended);
  return { ...started, user: await sessionUserOf(db.queries, started.session) };
}

class WrongCode extends AppError {
  constructor() {
    super('unauthenticated', WRONG_CODE);
  }
}

async function pendingOf(db: Database, token: string | null, now: number) {
  if (token === null) return null;
  const row = await db.queries
    .selectFrom('pending_sign_ins')
    .select(['id', 'user_id', 'temporary'])
    .where('id', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const kind: SessionKind = row?.temporary ? 'temporary' : 'full';
  return row ? { id: row.id, userId: row.user_id, kind } : null;
}

/** Deletes expired sign-ins that were waiting for a second-factor code. Runs once a minute. */
export async function sweepPendingSignIns(db: Database, now: number): Promise<void> {
  await db.queries.deleteFrom('pending_sign_ins').where('expires_at', '<=', now).execute();
}

const tooLate = () =>
  new AppError('unauthenticated', msg`Too much time has passed. Sign in with your password again.`);
