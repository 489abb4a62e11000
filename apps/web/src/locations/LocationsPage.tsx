import { LOCATION_SORT_KEYS, type Location, may, mayOpen } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { MapPin, Plus } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { ListPage } from '@/components/ListPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { ExportButton } from '@/importExport/ExportButton.tsx';
import { locationQuery } from '@/lib/api/listPages.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useListPage } from '@/lib/lists/useListPage.ts';
import { useOpenedRow } from '@/lib/lists/useOpenedRow.ts';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { locationHref } from '@/lib/paths.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { LocationDialogs } from './LocationDialogs.tsx';
import { LINKED_LOCATION_COLUMNS, LOCATION_COLUMNS } from './locationColumns.tsx';

export default function LocationsPage() {
  const user = useCurrentUser();
  const list = useListState({ sortKeys: LOCATION_SORT_KEYS });
  const { query, rows, total, isEmpty } = useListPage('listLocations', list);
  const [adding, setAdding] = useDialogParam('add');
  const [opened, setOpened] = useOpenedRow('location', rows, locationQuery);
  const [deleting, setDeleting] = useState<Location | null>(null);
  const add = may(user, 'location.create') && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      <Trans>Add Location</Trans>
    </Button>
  );
  return (
    <ListPage
      title={t`Locations`}
      subtitle={t`Manage location sites and facilities`}
      searchPlaceholder={t`Search locations...`}
      list={list}
      action={
        <>
          <ExportButton call="exportLocations" search={list.search} />
          {add}
        </>
      }
    >
      <ListContent
        query={query}
        things="locations"
        isEmpty={isEmpty}
        search={{ ...list, found: total ?? 0 }}
        empty={
          <EmptyState
            title={t`No locations yet`}
            description={t`Add your first site or facility, then add its flags and employees.`}
            icon={<MapPin />}
            action={add}
          />
        }
      >
        <DataList
          label={t`Locations`}
          heading="h2"
          columns={
            mayOpen('/companies/:id', user.role) ? LINKED_LOCATION_COLUMNS : LOCATION_COLUMNS
          }
          rows={rows}
          total={total}
          list={list}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          nameHref={({ id }) => locationHref(id)}
          onRowClick={setOpened}
          onEdit={setOpened}
          onDelete={setDeleting}
        />
      </ListContent>
      <LocationDialogs
        user={user}
        adding={adding}
        opened={opened}
        deleting={deleting}
        failureWords="server"
        onClose={() => {
          setAdding(false);
          setOpened(null);
          setDeleting(null);
        }}
      />
    </ListPage>
  );
}
