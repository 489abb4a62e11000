import type { Order } from '@halyard/domain';
import { locksRows } from '../../../../platform/database/database.ts';
import type { Trx } from '../../../../platform/database/tables/schema.ts';

/**
 * Whether an order is unchanged since it was read. Locks the order until the transaction ends, so
 * that nobody can cancel it while an event about it is being queued.
 */
export async function isCurrent(
  trx: Trx,
  { id, revision }: Pick<Order, 'id' | 'revision'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('half_staff_orders')
    .select('revision')
    .where('id', '=', id)
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.revision === revision;
}
