import type { Queries } from '../../../platform/database/tables/schema.ts';

/**
 * Selects the second approvals that approved orders still need for their current version. The
 * result has one row per order and company.
 */
export const waitingApprovals = (queries: Queries) =>
  queries
    .selectFrom('order_approvals')
    .innerJoin('half_staff_orders', (join) =>
      join
        .onRef('half_staff_orders.id', '=', 'order_approvals.order_id')
        .onRef('half_staff_orders.version', '=', 'order_approvals.version'),
    )
    .where('order_approvals.at', 'is', null)
    .where('half_staff_orders.status', '=', 'approved');
