import type { OrderScope, SessionUser } from '@halyard/domain';

/**
 * Returns an order scope of the given kind in which nothing is chosen yet, except the user's own
 * company for the kind `companies`.
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
