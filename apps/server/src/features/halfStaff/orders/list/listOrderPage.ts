import {
  AUTHORITY_LABELS,
  type ListPage,
  ORDER_SORT_KEYS,
  type Order,
  type OrderListQuery,
  type OrderSortKey,
  orderStartDate,
  orderStatusText,
  searchedInOrder,
  searchQuery,
  searchText,
  textKey,
} from '@halyard/domain';
import { type Context, requireScope } from '../../../calls/context.ts';
import { inOrder, type KeyOf } from '../../../fleet/directory/catalog.ts';
import { amongEntries, answerPage, type Lists, orderOf } from '../../../fleet/directory/lists.ts';
import { findOrders } from '../queries.ts';

const COLUMNS: Record<OrderSortKey, KeyOf<Order>> = {
  reason: ({ reason }) => textKey(reason),
  authority: ({ authority }) => textKey(AUTHORITY_LABELS[authority]),
  kind: ({ kind }) => kind,
  window: orderStartDate,
  status: (order) => textKey(orderStatusText(order)),
};

/** The default sort keys of orders: latest start first, then newest order first. */
const BY_START: readonly KeyOf<Order>[] = [
  (order) => -Date.parse(orderStartDate(order)),
  ({ createdAt }) => -createdAt,
];

/** Returns one page of the orders that the actor may see. */
export async function listOrderPage(
  ctx: Context,
  { walks }: Pick<Lists, 'walks'>,
  query: OrderListQuery,
): Promise<ListPage<Order>> {
  // There are few orders, so all of them are read.
  const orders = await findOrders(ctx.db.queries, requireScope(ctx, 'order.read'));
  const searched = searchQuery(query.q ?? '');
  const isMatch = (order: Order) =>
    (query.company === undefined || order.companyId === query.company) &&
    (query.authority === undefined || order.authority === query.authority) &&
    (query.status === undefined || order.status === query.status) &&
    (searched === '' || searchText(searchedInOrder(order)).includes(searched));
  const { page } = await answerPage(
    ctx,
    walks,
    query,
    {
      name: 'orders',
      sortKeys: ORDER_SORT_KEYS,
      find: (sort) => inOrder(orders.filter(isMatch), orderOf(sort, COLUMNS, BY_START)),
    },
    amongEntries(orders),
  );
  return page;
}
