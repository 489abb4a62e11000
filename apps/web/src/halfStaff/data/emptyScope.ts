import type { OrderScope, SessionUser } from '@halyard/domain';

/**
 * Returns the initial scope of an order: of the given kind, with nothing chosen, except that users
 * of a company get their own company.
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
