import { type AlertSettings, ROLE_FACTS } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';

/** A recipient of alert emails, and the poles that these emails are about. */
export interface Recipient {
  address: string;
  /** The location whose poles the emails are about. Null for all poles of the company. */
  locationId: string | null;
}

/**
 * Returns the recipients of a company's alert emails. Each email address appears only once, with
 * all poles that its accounts may see.
 */
export async function findRecipients(
  queries: Queries,
  companyId: string,
  { roles, addresses }: Pick<AlertSettings, 'roles' | 'addresses'>,
): Promise<Recipient[]> {
  const users =
    roles.length === 0
      ? []
      : await queries
          .selectFrom('users')
          .select(['email', 'role', 'location_id as locationId'])
          .where('company_id', '=', companyId)
          .where('role', 'in', roles)
          .where('email', '!=', '')
          .where('suspended_at', 'is', null)
          .orderBy('id')
          .execute();
  const all: Recipient[] = [
    ...addresses.map((address) => ({ address, locationId: null })),
    ...users.flatMap(({ email, role, locationId }) => {
      if (ROLE_FACTS[role].belongsTo !== 'location') return { address: email, locationId: null };
      return locationId === null ? [] : { address: email, locationId };
    }),
  ];
  const found = new Map<string, Recipient>();
  for (const recipient of all) {
    const { address, locationId } = recipient;
    // Two accounts at different locations may have the same email address.
    const key = address.toLowerCase();
    if (found.has(key)) continue;
    if (locationId === null) found.set(key, recipient);
    else found.set(`${key} ${locationId}`, recipient);
  }
  return [...found.values()].filter(
    ({ address, locationId }) => locationId === null || !found.has(address.toLowerCase()),
  );
}
