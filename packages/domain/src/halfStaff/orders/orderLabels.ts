import { t } from '@halyard/messages';
import { textTable } from '../../language/textTable.ts';
import type { Authority, Order } from './order.ts';

export const AUTHORITY_LABELS = /* @__PURE__ */ textTable<Authority>({
  president: () => t`President`,
  governor: () => t`Governor`,
  'mayor-dc': () => t`Mayor of DC`,
  county: () => t`County`,
  city: () => t`City`,
  company: () => t`Company`,
});

/**
 * Returns the label for an order's status. An approved order that has been amended is shown as
 * amended.
 */
export function orderStatusText({ status, version }: Pick<Order, 'status' | 'version'>): string {
  if (status === 'draft') return t`Draft`;
  if (status === 'cancelled') return t`Canceled`;
  return version > 1 ? t`Amended (version ${{ version }})` : t`Approved`;
}

/** Returns an order's start date, which is used to sort lists of orders. */
export const orderStartDate = ({
  starts,
  approvedAt,
  createdAt,
}: Pick<Order, 'starts' | 'approvedAt' | 'createdAt'>): string =>
  starts.kind === 'immediately'
    ? new Date(approvedAt ?? createdAt).toISOString().slice(0, 10)
    : starts.date;

/** Returns the fields of an order that are searched in lists of orders. */
export const searchedInOrder = (
  order: Pick<Order, 'reason' | 'authority' | 'status' | 'version'>,
): string[] => [order.reason, AUTHORITY_LABELS[order.authority], orderStatusText(order)];
