import { ACCOUNT_SUSPENDED, type Credentials, type SessionUser } from '@halyard/domain';
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
  SIGN_IN_BY_NAME,
} from '../../../platform/limits/rateLimits.ts';
import { change, type Services, type Session } from '../../calls/context.ts';
import type { SignInFrom } from '../../calls/handlers.ts';
import { type Hasher, strangerAt, withHasher } from '../passwords/passwords.ts';
import { temporaryHashOf } from '../passwords/temporaryPassword.ts';
import { sessionUserOf } from '../queries.ts';
import { hasSecondFactor } from '../secondFactor/codes.ts';
import { isKnownBrowser } from '../sessions/knownBrowsers.ts';
import { endSessions, type SessionKind, type Sessions } from '../sessions/sessions.ts';
import { recordRefusal, recordSignOut } from '../sessions/signInActivity.ts';
import { startPendingSignIn } from './secondFactorSignIn.ts';

/** A session just made; the token is for the cookie alone. */
export interface Started {
  token: string;
  session: Session;
  user: SessionUser;
}

/**
 * Signs in: always a new session, the one that came with the request ends (session fixation).
 * Unknown name and wrong password give the same answer after the same work.
 * @throws AppError `busy` where too many sign-ins wait already
 * @returns the session; where the account has a second factor, what `finishSignIn` takes with a code
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
    // The password may have been changed while it was checked, or the account suspended; the lock
    // keeps both until the session is there, for whoever changes them then to end.
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
 * The account whose own or temporary password this is; tries are counted.
 * @throws AppError `unauthenticated`, `rate-limited`; `forbidden` where it is suspended
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
  // By the name, so that the answer tells nothing of who has an account.
  const byAccount = `login:${usernameKey}`;
  if (!account || !(await isKnownBrowser(db.queries, account.id, browser)))
    await chargeTry(db, byAccount, SIGN_IN_BY_ACCOUNT, clock());
  const temporaryHash = await temporaryHashOf(db.queries, account?.id, clock());
  const kinds = ['full', 'temporary'] as const;
  const kind = kinds[await hasher.match([account?.password_hash, temporaryHash], input.password)];
  // Said whatever the password was: it tells a stranger nothing about that.
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
  await refundAddress(db, 'login', address);
  return { account, kind };
}

/** Signs out; without a session there is nothing to do. @param address the client's */
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

const suspended = () => forbidden(ACCOUNT_SUSPENDED);
const wrongCredentials = () => new AppError('unauthenticated', 'Invalid username or password.');
