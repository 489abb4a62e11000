import type { OrderScope, SessionUser } from '@halyard/domain';

/**
 * Returns an initial scope of the given kind, in which at most the user's own company is chosen.
 */
export function emptyScope(kind: string, user: Pick<SessionUser, 'companyId'>): OrderScope {
  switch (kind) {
    case 'states':
      return { kind, states: [] };
    case 'companies':
      return { kind, companyIds: user.companyId === null ? [] : [user.companyId] };
    case 'locations':
      return { kind, locationIds: [] };
    default:
      return { kind: 'all' };
  }
}
