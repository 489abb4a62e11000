import { type HalfStaffMails, rolesReaching } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';

/** A user who gets emails about half-staff. */
export interface Recipient {
  id: string;
  username: string;
  email: string;
  /** The user's company. Null for the operator's users. */
  companyId: string | null;
  /** The kinds of half-staff emails that the user has not turned off. */
  wants: HalfStaffMails;
}

/** Returns the users of all companies who manage their own company's orders. */
export async function companyRecipients(
  queries: Queries,
): Promise<(Recipient & { companyId: string })[]> {
  const found = await recipients(queries, 'company');
  return found.flatMap(({ companyId, ...user }) =>
    companyId === null ? [] : [{ ...user, companyId }],
  );
}

/** Returns the users who manage the operator's orders. */
export const operatorRecipients = (queries: Queries): Promise<Recipient[]> =>
  recipients(queries, 'all');

async function recipients(queries: Queries, reach: 'company' | 'all'): Promise<Recipient[]> {
  const rows = await queries
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'company_id as companyId',
      'mails_begins as begins',
      'mails_ends as ends',
      'mails_orders as orders',
      'mails_drafts as drafts',
    ])
    .where('role', 'in', rolesReaching('order.manage', reach))
    .where('email', '!=', '')
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ begins, ends, orders, drafts, ...user }) => ({
    ...user,
    wants: { begins, ends, orders, drafts },
  }));
}
