import { may, type Order, type SessionUser } from '@halyard/domain';
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
import { PageSection } from '@/components/ui/PageHeader.tsx';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useDialogId, useDialogParam } from '@/lib/page/dialogParam.ts';
import { ORDER_DIALOG, ordersQuery } from '../data/halfStaffQueries.ts';
import { OrderDialog } from '../orders/OrderDialog.tsx';
import { ORDER_COLUMNS, ORDER_RULES, ORDER_SORT_KEYS } from '../orders/orderColumns.tsx';
import { OwnDaysButton } from '../ownDays/OwnDaysButton.tsx';
import type { PasteDialogProps } from '../paste/PasteDialog.tsx';
import { SourcesButton } from '../sources/dialog/SourcesButton.tsx';

const PasteDialog = lazyDialog(
  () => import('../paste/PasteDialog.tsx'),
  ({ onClose }: PasteDialogProps) => onClose(),
);

const NONE: readonly Order[] = [];

/**
 * Orders and exceptions, including drafts. Each row opens the order with its effect and actions.
 */
export function OrdersSection({ user }: { user: SessionUser }) {
  const query = useQuery(ordersQuery());
  const list = useListState({ sortKeys: ORDER_SORT_KEYS });
  const rows = query.data ?? NONE;
  const found = useFoundRows(rows, ORDER_RULES, list);
  const [adding, setAdding] = useDialogParam('order');
  const [pasting, setPasting] = useDialogParam('paste-order');
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [linkedId, setLinkedId] = useDialogId(ORDER_DIALOG);
  const opened = rows.find(({ id }) => id === (linkedId ?? openedId)) ?? null;
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
    <PageSection title={t`Orders`} count={query.data?.length} actions={add}>
      <ListContent
        query={query}
        things="orders"
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
          rows={found}
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
