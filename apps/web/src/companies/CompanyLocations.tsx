import type { Location, LocationSortKey, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { MapPin, Plus } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import { companyLocationsQuery } from '@/lib/api/query.ts';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useDialogParam, useDialogRow } from '@/lib/page/dialogParam.ts';
import { locationHref } from '@/lib/paths.ts';
import { LocationDialogs } from '@/locations/LocationDialogs.tsx';
import { COMPANY_LOCATION_COLUMNS, LOCATION_RULES } from '@/locations/locationColumns.tsx';

const AddLocation = lazyDialog(
  () => import('./AddLocation.tsx'),
  ({ onClose }) => onClose(),
);

const SORT_KEYS: readonly LocationSortKey[] = ['name', 'address', 'flags', 'users'];
const NONE: readonly Location[] = [];

interface CompanyLocationsProps {
  user: SessionUser;
  companyId: string;
}

/** The company's locations, with a form that adds one in place. */
export function CompanyLocations({ user, companyId }: CompanyLocationsProps) {
  const query = useQuery(companyLocationsQuery(companyId));
  const list = useListState({ sortKeys: SORT_KEYS, prefix: 'locations-' });
  const found = useFoundRows(query.data ?? NONE, LOCATION_RULES, list);
  const [adding, setAdding] = useDialogParam('add-location');
  const [opened, setOpened] = useDialogRow('location', query.data ?? NONE);
  const [deleting, setDeleting] = useState<Location | null>(null);
  return (
    <PageSection
      title={t`Locations`}
      count={query.data?.length}
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
        empty={<EmptyState title={t`No locations yet`} icon={<MapPin />} />}
      >
        <DataList
          label={t`Locations`}
          columns={COMPANY_LOCATION_COLUMNS}
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
