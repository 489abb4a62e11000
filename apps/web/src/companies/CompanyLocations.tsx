import type { Location, LocationSortKey, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { MapPin, Plus } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import { locationQuery } from '@/lib/api/listPages.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useListPage } from '@/lib/lists/useListPage.ts';
import { useOpenedRow } from '@/lib/lists/useOpenedRow.ts';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { locationHref } from '@/lib/paths.ts';
import { LocationDialogs } from '@/locations/LocationDialogs.tsx';
import { COMPANY_LOCATION_COLUMNS } from '@/locations/locationColumns.tsx';

const AddLocation = lazyDialog(
  () => import('./AddLocation.tsx'),
  ({ onClose }) => onClose(),
);

const SORT_KEYS: readonly LocationSortKey[] = ['name', 'address', 'flags', 'users'];

interface CompanyLocationsProps {
  user: SessionUser;
  companyId: string;
}

/** The company's locations, with an inline form that adds a location. */
export function CompanyLocations({ user, companyId }: CompanyLocationsProps) {
  const list = useListState({ sortKeys: SORT_KEYS, prefix: 'locations-' });
  const of = { company: companyId };
  const { query, rows, total, isEmpty } = useListPage('listLocations', list, of);
  const [adding, setAdding] = useDialogParam('add-location');
  const [opened, setOpened] = useOpenedRow('location', rows, locationQuery);
  const [deleting, setDeleting] = useState<Location | null>(null);
  return (
    <PageSection
      title={t`Locations`}
      count={total}
      actions={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          <Trans>Add Location</Trans>
        </Button>
      }
    >
      {adding && (
        <Suspense fallback={null}>
          <AddLocation user={user} companyId={companyId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      <ListContent
        query={query}
        things="locations"
        isEmpty={isEmpty}
        empty={<EmptyState title={t`No locations yet`} icon={<MapPin />} />}
      >
        <DataList
          label={t`Locations`}
          columns={COMPANY_LOCATION_COLUMNS}
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
        opened={opened}
        deleting={deleting}
        failureWords="plain"
        onClose={() => {
          setOpened(null);
          setDeleting(null);
        }}
      />
    </PageSection>
  );
}
