import {
  AUTHORITY_LABELS,
  type Order,
  type OrderSortKey,
  orderEndText,
  orderStartDate,
  orderStartText,
  orderStatusText,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Badge } from '@/components/ui/Badge.tsx';
import type { Column } from '@/components/ui/DataTable.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';
import { KIND_LABELS } from './orderTexts.ts';

export function StatusBadge({ order }: { order: Order }) {
  const variant =
    order.status === 'approved' ? 'ok' : order.status === 'draft' ? 'warn' : 'neutral';
  return <Badge variant={variant}>{orderStatusText(order)}</Badge>;
}

export const ORDER_COLUMNS: readonly Column<Order, OrderSortKey>[] = [
  {
    key: 'reason',
    header: t`Reason`,
    cell: ({ reason }) => <TwoLines text={reason} />,
    sortValue: ({ reason }) => reason,
  },
  {
    key: 'authority',
    header: t`Authority`,
    cell: ({ authority }) => AUTHORITY_LABELS[authority],
    sortValue: ({ authority }) => AUTHORITY_LABELS[authority],
    className: 'w-32',
  },
  {
    key: 'kind',
    header: t`Kind`,
    cell: ({ kind }) => KIND_LABELS[kind],
    sortValue: ({ kind }) => kind,
    className: 'w-40',
  },
  {
    key: 'window',
    header: t`Dates`,
    cell: (order) => (
      <span className="tabular-nums">
        {orderStartText(order.starts)} – {orderEndText(order.ends)}
      </span>
    ),
    sortValue: orderStartDate,
    className: 'w-96',
  },
  {
    key: 'status',
    header: t`Status`,
    cell: (order) => <StatusBadge order={order} />,
    sortValue: orderStatusText,
    className: 'w-44',
  },
];
