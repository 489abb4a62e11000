import type { OrderScope } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';

/**
 * Stores an approved order by the President that begins immediately and has no end, without
 * notifying anybody.
 * @param at when the order is approved, in epoch milliseconds
 */
export async function insertOrder(
  queries: Queries,
  { id, scope, at }: { id: string; scope: OrderScope; at: number },
): Promise<void> {
  await queries
    .insertInto('half_staff_orders')
    .values({
      id,
      company_id: null,
      authority: 'president',
      kind: 'half',
      reason: 'Death of a former President',
      source_url: null,
      issued_at: at,
      scope: JSON.stringify(scope),
      starts: JSON.stringify({ kind: 'immediately' }),
      ends: JSON.stringify({ kind: 'open' }),
      status: 'approved',
      version: 1,
      revision: 1,
      created_by: 'bench',
      created_at: at,
      approved_by: 'bench',
      approved_at: at,
      cancelled_by: null,
      cancelled_at: null,
      cancelled_why: null,
    })
    .execute();
}
