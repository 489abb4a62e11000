import { mayBeStaff, type SessionUser, scopeOf } from '@halyard/domain';

/**
 * Returns the company or location whose flags a user sees; null for everything in scope (spec §6).
 * A role that can be operator staff gets everything in scope, because such users may not belong to
 * a company.
 */
export function flagScope(
  user: SessionUser,
): { companyId: string } | { locationId: string } | null {
  const scope = mayBeStaff(user.role) ? null : scopeOf(user, 'flag.read');
  if (scope?.kind === 'company') return { companyId: scope.companyId };
  if (scope?.kind === 'location') return { locationId: scope.locationId };
  return null;
}

/** Returns the company whose locations or users a user sees; null for everything in scope. */
export function companyScope(
  user: SessionUser,
  action: 'location.read' | 'user.read',
): { companyId: string } | null {
  const scope = scopeOf(user, action);
  return scope?.kind === 'company' ? { companyId: scope.companyId } : null;
}
