import { mayBeStaff, type SessionUser, scopeOf } from '@halyard/domain';

/**
 * The company or location whose list of flags a user sees; null: the list of everything in scope
 * (spec §6). A role that can be operator staff gets everything in scope, because it may belong to
 * no company.
 */
export function flagScope(
  user: SessionUser,
): { companyId: string } | { locationId: string } | null {
  const scope = mayBeStaff(user.role) ? null : scopeOf(user, 'flag.read');
  if (scope?.kind === 'company') return { companyId: scope.companyId };
  if (scope?.kind === 'location') return { locationId: scope.locationId };
  return null;
}

/**
 * The company whose list of locations or users a user sees; null: the list of everything in scope.
 */
export function companyScope(
  user: SessionUser,
  action: 'location.read' | 'user.read',
): { companyId: string } | null {
  const scope = scopeOf(user, action);
  return scope?.kind === 'company' ? { companyId: scope.companyId } : null;
}
