import { type Order, orderEndText, orderStartText } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Badge } from '@/components/ui/Badge.tsx';
import { type Column, columnValue } from '@/components/ui/DataTable.tsx';
import { TwoLines } from '@/components/ui/Table.tsx';
import type { RowRules } from '@/lib/lists/foundRows.ts';
import { AUTHORITY_LABELS, KIND_LABELS, statusText } from './orderTexts.ts';

export const ORDER_SORT_KEYS = ['reason', 'authority', 'kind', 'window', 'status'] as const;
export type OrderSortKey = (typeof ORDER_SORT_KEYS)[number];

export function StatusBadge({ order }: { order: Order }) {
  const variant =
    order.status === 'approved' ? 'ok' : order.status === 'draft' ? 'warn' : 'neutral';
  return <Badge variant={variant}>{statusText(order.status, order.version)}</Badge>;
}

const startDate = ({ starts, approvedAt, createdAt }: Order): string =>
  starts.kind === 'immediately'
    ? new Date(approvedAt ?? createdAt).toISOString().slice(0, 10)
    : starts.date;

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
    header: t`From – Until`,
    cell: (order) => (
      <span className="tabular-nums">
        {orderStartText(order.starts)} – {orderEndText(order.ends)}
      </span>
    ),
    sortValue: startDate,
    className: 'w-96',
  },
  {
    key: 'status',
    header: t`Status`,
    cell: (order) => <StatusBadge order={order} />,
    sortValue: ({ status, version }) => statusText(status, version),
    className: 'w-44',
  },
];

/**
 * Orders are searched by reason, authority and status, and sorted by start (latest first) by
 * default.
 */
export const ORDER_RULES: RowRules<Order, OrderSortKey> = {
  searched: ({ reason, authority, status, version }) => [
    reason,
    AUTHORITY_LABELS[authority],
    statusText(status, version),
  ],
  defaultOrder: [(order) => -Date.parse(startDate(order)), ({ createdAt }) => -createdAt],
  value: columnValue(ORDER_COLUMNS),
};
