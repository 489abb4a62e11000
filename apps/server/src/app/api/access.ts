import { type Endpoint, isScopeEnough, scopeNeededToCall, scopeOf } from '@halyard/domain';
import type { SignedIn } from '../../features/identity/sessions/sessions.ts';
import { AppError, forbidden } from '../../platform/errors.ts';
import { serviceIdIn } from '../../realtime/callers/identities.ts';

/**
 * The first gate of every call: 401 without a session, 403 where the role may never make it, or not
 * with a token of its scope.
 * How far it reaches is the verb's to ask (`requireScope`).
 */
export function requireAccess(
  { access, method }: Pick<Endpoint, 'access' | 'method'>,
  signedIn: SignedIn | null,
): void {
  if (access === 'public') return;
  if (!signedIn) throw new AppError('unauthenticated', 'Not signed in');
  const { tokenScope } = signedIn.session;
  if (tokenScope !== undefined && !isScopeEnough(tokenScope, scopeNeededToCall({ access, method })))
    throw forbidden('This token may not do this.');
  const isOwn = access === 'session' || access === 'anySession';
  if (isOwn && serviceIdIn(signedIn.actor.id) !== null)
    throw forbidden('A service account has no person behind it.');
  if (access === 'anySession') return;
  if (signedIn.session.temporary) throw forbidden('Set a new password first.');
  if (access === 'enrolling') return;
  if (signedIn.session.secondFactorMissing) throw forbidden('Set up your second factor first.');
  if (access !== 'session' && scopeOf(signedIn.actor, access) === null) throw forbidden();
}
