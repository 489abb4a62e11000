import { may, ORDER_SORT_KEYS, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { Plus, ScrollText } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { PageSection, Toolbar } from '@/components/ui/PageHeader.tsx';
import { SearchInput } from '@/components/ui/SearchInput.tsx';
import { useListState } from '@/lib/lists/listState.ts';
import { DEFAULT_PAGE_SIZE } from '@/lib/lists/pageSizes.ts';
import { useListPage } from '@/lib/lists/useListPage.ts';
import { useDialogId, useDialogParam } from '@/lib/page/dialogParam.ts';
import { ORDER_DIALOG, orderQuery } from '../data/halfStaffQueries.ts';
import { OrderDialog } from '../orders/OrderDialog.tsx';
import { ORDER_COLUMNS } from '../orders/orderColumns.tsx';
import { OwnDaysButton } from '../ownDays/OwnDaysButton.tsx';
import type { PasteDialogProps } from '../paste/PasteDialog.tsx';
import { SourcesButton } from '../sources/dialog/SourcesButton.tsx';

const PasteDialog = lazyDialog(
  () => import('../paste/PasteDialog.tsx'),
  ({ onClose }: PasteDialogProps) => onClose(),
);

/**
 * Lists orders and exceptions, including drafts. Each row opens the order with its effect and
 * actions.
 */
export function OrdersSection({ user }: { user: SessionUser }) {
  const list = useListState({ sortKeys: ORDER_SORT_KEYS });
  const { query, rows, total, isEmpty, searched } = useListPage('listOrders', list);
  const [adding, setAdding] = useDialogParam('order');
  const [pasting, setPasting] = useDialogParam('paste-order');
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [linkedId, setLinkedId] = useDialogId(ORDER_DIALOG);
  const shownId = linkedId ?? openedId;
  const listed = rows.find(({ id }) => id === shownId);
  // A link may name an order on another page.
  const { data: elsewhere } = useQuery({
    ...orderQuery(shownId ?? ''),
    enabled: shownId !== null && listed === undefined && query.data !== undefined,
  });
  const opened = listed ?? (elsewhere?.id === shownId ? elsewhere : null);
  const isLong = (total ?? 0) > DEFAULT_PAGE_SIZE || list.search !== '' || searched !== '';
  const mayOrder = may(user, 'order.manage');
  const add = mayOrder && (
    <div className="flex flex-wrap gap-2">
      <SourcesButton user={user} />
      <OwnDaysButton user={user} />
      <Button onClick={() => setPasting(true)}>
        <Trans>Paste order</Trans>
      </Button>
      <Button variant="primary" onClick={() => setAdding(true)}>
        <Plus aria-hidden="true" />
        <Trans>New order</Trans>
      </Button>
    </div>
  );
  return (
    <PageSection title={t`Orders`} count={total} actions={add}>
      {isLong && (
        <Toolbar>
          <SearchInput
            value={list.search}
            onValueChange={list.setSearch}
            placeholder={t`Search orders...`}
          />
        </Toolbar>
      )}
      <ListContent
        query={query}
        things="orders"
        isEmpty={isEmpty}
        search={{ ...list, found: total ?? 0 }}
        empty={
          <EmptyState
            title={t`No orders yet`}
            description={t`Record a half-staff order or a full-staff exception. You’ll see the effect before you approve it.`}
            icon={<ScrollText />}
          />
        }
      >
        <DataList
          label={t`Orders`}
          columns={ORDER_COLUMNS}
          rows={rows}
          total={total}
          list={list}
          rowKey={({ id }) => id}
          rowName={({ reason }) => reason}
          onRowClick={({ id }) => setOpenedId(id)}
        />
      </ListContent>
      {adding && mayOrder && (
        <OrderDialog
          user={user}
          order={null}
          onClose={() => setAdding(false)}
          onSaved={(order) => {
            setAdding(false);
            setOpenedId(order.id);
          }}
        />
      )}
      {pasting && mayOrder && (
        <Suspense>
          <PasteDialog
            user={user}
            onClose={() => setPasting(false)}
            onSaved={(order) => {
              setPasting(false);
              setOpenedId(order.id);
            }}
          />
        </Suspense>
      )}
      {opened && (
        <OrderDialog
          key={opened.id}
          user={user}
          order={opened}
          onClose={() => {
            setOpenedId(null);
            setLinkedId(null);
          }}
          onSaved={({ id }) => {
            setLinkedId(null);
            setOpenedId(id);
          }}
        />
      )}
    </PageSection>
  );
}
