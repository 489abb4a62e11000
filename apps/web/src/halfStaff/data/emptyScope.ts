import type { OrderScope, SessionUser } from '@halyard/domain';

/**
 * Returns an order scope of the given kind with nothing chosen yet. For the kind `companies`, the
 * user's own company is already chosen.
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
