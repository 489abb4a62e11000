import { type Endpoint, isScopeEnough, scopeNeededToCall, scopeOf } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { AuthenticatedSession } from '../../features/identity/sessions/sessions.ts';
import { forbidden, notSignedIn } from '../../platform/errors.ts';
import { serviceIdIn } from '../../realtime/callers/identities.ts';

/**
 * Checks access at the start of every API call. Responds with 401 if there is no session, and with
 * 403 if the caller's role or token never allows the call. Each call's handler then checks access
 * to the individual records (`requireScope`).
 */
export function requireAccess(
  { access, method }: Pick<Endpoint, 'access' | 'method'>,
  signedIn: AuthenticatedSession | null,
): void {
  if (access === 'public') return;
  if (!signedIn) throw notSignedIn();
  const { tokenScope } = signedIn.session;
  if (tokenScope !== undefined && !isScopeEnough(tokenScope, scopeNeededToCall({ access, method })))
    throw forbidden(msg`This token does not have permission to do that.`);
  const isOwn = access === 'session' || access === 'anySession';
  if (isOwn && serviceIdIn(signedIn.actor.id) !== null)
    throw forbidden(msg`Only users can do this, not service accounts.`);
  if (access === 'anySession') return;
  if (signedIn.session.temporary) throw forbidden(msg`Set a new password first.`);
  if (access === 'enrolling') return;
  if (signedIn.session.secondFactorMissing)
    throw forbidden(msg`Set up two-factor authentication first.`);
  if (access !== 'session' && scopeOf(signedIn.actor, access) === null) throw forbidden();
}
