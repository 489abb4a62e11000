import { LOCATION_SORT_KEYS, type Location, may, mayOpen } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { MapPin, Plus } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { ListPage } from '@/components/ListPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { ExportButton } from '@/importExport/ExportButton.tsx';
import { locationsQuery } from '@/lib/api/query.ts';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useDialogParam, useDialogRow } from '@/lib/page/dialogParam.ts';
import { locationHref } from '@/lib/paths.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { LocationDialogs } from './LocationDialogs.tsx';
import { LINKED_LOCATION_COLUMNS, LOCATION_COLUMNS, LOCATION_RULES } from './locationColumns.tsx';

const NONE: readonly Location[] = [];

export default function LocationsPage() {
  const user = useCurrentUser();
  const query = useQuery(locationsQuery(user));
  const list = useListState({ sortKeys: LOCATION_SORT_KEYS });
  const found = useFoundRows(query.data ?? NONE, LOCATION_RULES, list);
  const [adding, setAdding] = useDialogParam('add');
  const [opened, setOpened] = useDialogRow('location', query.data ?? NONE);
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
        search={{ ...list, found: found.length }}
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
          rows={found}
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
