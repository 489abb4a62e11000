import { type DefaultAlerts, OPERATOR_ROLE } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { findDefaults } from '../../../fleet/alertLimits/alertDefaults.ts';

/** Returns all masters, sorted by name. */
export async function findMasters(queries: Queries): Promise<DefaultAlerts['masters']> {
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'username'])
    .where('role', '=', OPERATOR_ROLE)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, email, first_name, last_name, username }) => ({
    id,
    name: `${first_name} ${last_name}`.trim() || username,
    email,
  }));
}

/**
 * Returns the masters who get emails about the alerts of all companies. Each email address appears
 * only once, and suspended masters are left out.
 */
export async function mailedMasters(queries: Queries): Promise<{ address: string }[]> {
  const { masters } = (await findDefaults(queries)).settings;
  if (masters.length === 0) return [];
  const rows = await queries
    .selectFrom('users')
    .select('email')
    .where('id', 'in', masters)
    .where('role', '=', OPERATOR_ROLE)
    .where('email', '!=', '')
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .execute();
  const addresses = new Map(rows.map(({ email }) => [email.toLowerCase(), email]));
  return Array.from(addresses.values(), (address) => ({ address }));
}
