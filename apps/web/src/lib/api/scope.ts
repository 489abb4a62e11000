import type { SessionUser } from '@halyard/domain';

/** What decides which lists a user sees. */
export type Scoped = Pick<SessionUser, 'role' | 'companyId' | 'locationId'>;

/** The company whose list of flags a user sees, or the location; null: the list of everything in scope (spec §6). */
export function flagScope({
  role,
  companyId,
  locationId,
}: Scoped): { companyId: string } | { locationId: string } | null {
  if (role === 'company_user' && companyId !== null) return { companyId };
  if (role === 'location_user' && locationId !== null) return { locationId };
  return null;
}

/** The company whose lists of locations and users a user sees; null: the lists of everything in scope. */
export const companyScope = ({ role, companyId }: Scoped): { companyId: string } | null =>
  role === 'company_user' && companyId !== null ? { companyId } : null;
