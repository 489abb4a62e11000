import { ACCOUNT_SUSPENDED, type Credentials } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { locksRows } from '../../../platform/database/database.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { addressKey } from '../../../platform/limits/addressKeys.ts';
import {
  chargeAddress,
  chargeTry,
  forgetTries,
  refundAddress,
  SIGN_IN_BY_ACCOUNT,
  SIGN_IN_BY_ADDRESS,
  SIGN_IN_BY_KNOWN_BROWSER,
  SIGN_IN_BY_NAME,
} from '../../../platform/limits/rateLimits.ts';
import { change, type Services, type Session } from '../../calls/context.ts';
import type { SignInFrom } from '../../calls/handlers.ts';
import { type Hasher, strangerAt, withHasher } from '../passwords/passwords.ts';
import { temporaryHashOf } from '../passwords/temporaryPassword.ts';
import { sessionUserOf } from '../queries.ts';
import { hasSecondFactor } from '../secondFactor/codes.ts';
import { knownBrowser } from '../sessions/knownBrowsers.ts';
import { endSessions, type Sessions } from '../sessions/sessions.ts';
import { recordRefusal, recordSignOut, type SessionKind } from '../sessions/signInActivity.ts';
import { startPendingSignIn } from './secondFactorSignIn.ts';
import type { Started } from './started.ts';

/**
 * Signs a user in. Always creates a new session, and ends the one that came with the request (to
 * prevent session fixation). An unknown username and a wrong password get the same response after
 * the same amount of work.
 * @throws AppError `busy` if too many sign-ins are waiting
 * @returns the session or, if the account has a second factor, the token to pass to `finishSignIn`
 * with a code
 */
export async function login(
  services: Services,
  sessions: Sessions,
  input: Credentials,
  from: SignInFrom & { session: Session | null },
): Promise<Started | { secondFactorToken: string }> {
  const { db, link, clock } = services;
  const { account, kind } = await withHasher(strangerAt(from.address), (hasher) =>
    provePassword(services, hasher, input, from),
  );
  const entered = await change(services, async (trx) => {
    // The password may have changed, or the account may have been suspended, while the password was
    // checked. The lock delays such changes until the session exists, so that they end it.
    const unchanged = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .where('suspended_at', 'is', null)
      .$if(locksRows(trx), (query) => query.forShare())
      .executeTakeFirst();
    if (!unchanged) throw wrongCredentials();
    if (await hasSecondFactor(trx, account.id))
      return { secondFactorToken: await startPendingSignIn(trx, account.id, kind, clock()) };
    const old = from.session;
    return {
      ended: old ? await endSessions(trx, { sid: old.sid }, clock()) : [],
      started: await sessions.start(trx, account.id, from, kind),
    };
  });
  if (entered.secondFactorToken !== undefined) return entered;
  const { started, ended } = entered;
  link.sessionsEnded(ended);
  return { ...started, user: await sessionUserOf(db.queries, started.session) };
}

/**
 * Returns the account if the password is its regular or temporary one. Counts attempts.
 * @throws AppError `unauthenticated` for a wrong username or password; `rate-limited` after too
 * many attempts; `forbidden` if the account is suspended
 */
async function provePassword(
  { db, clock }: Services,
  hasher: Hasher,
  input: Credentials,
  { address, browser }: SignInFrom,
): Promise<{ account: { id: string; password_hash: string }; kind: SessionKind }> {
  const usernameKey = uniqueKey(input.username);
  const byName = `login:${usernameKey}|${addressKey(address)}`;
  await chargeAddress(db, 'login', address, SIGN_IN_BY_ADDRESS, clock());
  await chargeTry(db, byName, SIGN_IN_BY_NAME, clock());

  const refused = (userId: string | null, cause: string) =>
    recordRefusal(db, userId, cause, { address, at: clock() });
  const account = await db.queries
    .selectFrom('users')
    .select(['id', 'password_hash', 'suspended_at'])
    .where('username_key', '=', usernameKey)
    .executeTakeFirst();
  // Count attempts by username, so that the response does not reveal whether the account exists.
  const byAccount = `login:${usernameKey}`;
  const known = account && (await knownBrowser(db.queries, account.id, browser));
  if (known) await chargeTry(db, `login:${known}`, SIGN_IN_BY_KNOWN_BROWSER, clock());
  else await chargeTry(db, byAccount, SIGN_IN_BY_ACCOUNT, clock());
  const temporaryHash = await temporaryHashOf(db.queries, account?.id, clock());
  const kinds = ['full', 'temporary'] as const;
  const kind = kinds[await hasher.match([account?.password_hash, temporaryHash], input.password)];
  // The response is the same for every password, so it does not reveal whether the password is
  // correct.
  if (account && account.suspended_at !== null) {
    await refused(account.id, 'the account is suspended');
    throw suspended();
  }
  if (!account || !kind) {
    await refused(account?.id ?? null, account ? 'wrong password' : 'unknown username');
    throw wrongCredentials();
  }
  await forgetTries(db, byName);
  await forgetTries(db, byAccount);
  if (known) await forgetTries(db, `login:${known}`);
  await refundAddress(db, 'login', address);
  return { account, kind };
}

/**
 * Signs the user out. Does nothing if there is no session.
 * @param address the client's IP address
 */
export async function logout(
  services: Services,
  session: Session | null,
  address: string,
): Promise<void> {
  if (!session) return;
  const at = services.clock();
  const ended = await change(services, async (trx) => {
    const sids = await endSessions(trx, { sid: session.sid }, at);
    if (sids.length > 0) await recordSignOut(trx, session.userId, { address, at });
    return sids;
  });
  services.link.sessionsEnded(ended);
}

const suspended = () => forbidden(messageOf(ACCOUNT_SUSPENDED));
const wrongCredentials = () => new AppError('unauthenticated', msg`Invalid username or password.`);
