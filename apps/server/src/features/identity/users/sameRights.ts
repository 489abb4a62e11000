import type { Actor } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { serviceIdIn } from '../../../realtime/callers/identities.ts';
import type { Context } from '../../calls/context.ts';

/**
 * Whether a user still exists, is not suspended, and has the same role and scope. Work that
 * continues after its API call has ended checks this before each step. Always true for service
 * accounts; `hasSameToken` checks whether they still exist.
 */
export async function hasSameRights(queries: Queries, actor: Actor): Promise<boolean> {
  if (serviceIdIn(actor.id) !== null) return true;
  const user = await queries
    .selectFrom('users')
    .select([
      'role',
      'company_id',
      'location_id',
      'all_companies',
      'may_move_poles',
      'suspended_at',
    ])
    .where('id', '=', actor.id)
    .executeTakeFirst();
  return (
    user !== undefined &&
    user.suspended_at === null &&
    user.role === actor.role &&
    user.company_id === actor.companyId &&
    user.location_id === actor.locationId &&
    Boolean(user.all_companies) === actor.allCompanies &&
    Boolean(user.may_move_poles) === actor.mayMovePoles
  );
}

/**
 * Whether an API call's token is still valid. Always true for calls from the console, which have a
 * session instead.
 */
export async function hasSameToken(
  queries: Queries,
  { session, clock }: Pick<Context, 'session' | 'clock'>,
): Promise<boolean> {
  if (session.tokenScope === undefined) return true;
  if (session.expiresAt <= clock()) return false;
  const token = await queries
    .selectFrom('tokens')
    .select('id')
    .where('id', '=', session.sid)
    .executeTakeFirst();
  return token !== undefined;
}
