import { type Access, scopeOf } from '@halyard/domain';
import { AppError, forbidden } from '../errors.ts';
import type { SignedIn } from '../sessions/sessions.ts';

/**
 * The first gate of every call: 401 without a session, 403 where the role may never make it.
 * How far it reaches is the verb's to ask (`requireScope`).
 */
export function requireAccess(access: Access, signedIn: SignedIn | null): void {
  if (access === 'public') return;
  if (!signedIn) throw new AppError('unauthenticated', 'Not signed in');
  if (access === 'anySession') return;
  if (signedIn.session.temporary) throw forbidden('Set a new password first.');
  if (access === 'enrolling') return;
  if (signedIn.session.secondFactorMissing) throw forbidden('Set up your second factor first.');
  if (access !== 'session' && scopeOf(signedIn.actor, access) === null) throw forbidden();
}
