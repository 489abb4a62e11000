import { ALERT_SORT_KEYS, type Alert, type AlertSortKey, may } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Suspense, useMemo } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { BellOff } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { lazyPart } from '@/components/lazyPart.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { Page, PageHeader, PageSection, Toolbar } from '@/components/ui/PageHeader.tsx';
import { SearchInput } from '@/components/ui/SearchInput.tsx';
import { ListSkeleton } from '@/components/ui/Skeleton.tsx';
import { type ListState, useListState } from '@/lib/lists/listState.ts';
import { type ListPageResult, useListPage } from '@/lib/lists/useListPage.ts';
import { useTogether } from '@/lib/page/useTogether.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { AlertFilterControls, useAlertFilters } from './AlertFilters.tsx';
import { alertHref, ENDED_COLUMNS, OPEN_COLUMNS } from './alertColumns.tsx';

const AlertSettingsSection = lazyPart(() => import('./settings/AlertSettingsSection.tsx'));

const ENDED_PREFIX = 'ended-';
const SEARCHED_TOGETHER = [ENDED_PREFIX];
const row = {
  rowKey: ({ id }: Alert) => id,
  rowName: ({ pole }: Alert) => pole.name,
  rowHref: alertHref,
};

/** Shows current and resolved problems at the poles, and who gets notified of them. */
export default function AlertsPage() {
  const user = useCurrentUser();
  useRealtimeConnection();
  const open = useListState({ sortKeys: ALERT_SORT_KEYS, searchedTogether: SEARCHED_TOGETHER });
  const ownEnded = useListState({ sortKeys: ALERT_SORT_KEYS, prefix: ENDED_PREFIX });
  const { search, setSearch } = open;
  const ended = useMemo(() => ({ ...ownEnded, search, setSearch }), [ownEnded, search, setSearch]);
  const [filters, setFilter] = useAlertFilters();
  const openPage = useListPage('listAlerts', open, filters);
  const endedPage = useListPage('listAlerts', ended, { state: 'ended', ...filters });
  const isFiltered = Object.keys(filters).length > 0;
  const isKnown = useTogether(openPage.query, endedPage.query);
  return (
    <Page>
      <PageHeader title={t`Alerts`} subtitle={t`Active problems and notifications`} />
      {isKnown ? (
        <>
          <Toolbar>
            <SearchInput
              value={search}
              onValueChange={setSearch}
              placeholder={t`Search alerts...`}
            />
            <AlertFilterControls filters={filters} setFilter={setFilter} />
          </Toolbar>
          <OpenAlerts list={open} result={openPage} isFiltered={isFiltered} />
          <EndedAlerts list={ended} result={endedPage} isFiltered={isFiltered} />
        </>
      ) : (
        <ListSkeleton label={t`Loading alerts`} />
      )}
      {isKnown && may(user, 'alert.manage') && (
        <Suspense fallback={null}>
          <AlertSettingsSection user={user} />
        </Suspense>
      )}
    </Page>
  );
}

interface AlertListProps {
  list: ListState<AlertSortKey>;
  result: ListPageResult<'listAlerts'>;
  /** Whether filters are active and may hide alerts. */
  isFiltered: boolean;
}

/** The message to show if no alerts match the active filters. */
const NO_MATCH = <EmptyState title={t`No alerts match the filters`} />;

function OpenAlerts({ list, result, isFiltered }: AlertListProps) {
  const { query, rows, total, isEmpty } = result;
  return (
    <PageSection title={t({ message: 'Open', context: 'alerts' })} count={total}>
      <ListContent
        query={query}
        things="open alerts"
        isEmpty={isEmpty && !isFiltered}
        search={{ ...list, found: total ?? 0 }}
        noResults={isFiltered ? NO_MATCH : undefined}
        empty={
          <EmptyState
            title={t`No open alerts`}
            description={t`Offline poles, voltages out of range and failed moves appear here.`}
            icon={<BellOff />}
          />
        }
      >
        <DataList
          label={t`Open alerts`}
          columns={OPEN_COLUMNS}
          rows={rows}
          total={total}
          list={list}
          {...row}
        />
      </ListContent>
    </PageSection>
  );
}

function EndedAlerts({ list, result, isFiltered }: AlertListProps) {
  const { query, rows, total, isEmpty } = result;
  return (
    <PageSection title={t`Resolved`}>
      <ListContent
        query={query}
        things="resolved alerts"
        isEmpty={isEmpty && !isFiltered}
        search={{ ...list, found: total ?? 0 }}
        noResults={isFiltered ? NO_MATCH : undefined}
        empty={<EmptyState title={t`No alerts resolved in the last 90 days`} />}
      >
        <DataList
          label={t`Resolved alerts`}
          columns={ENDED_COLUMNS}
          rows={rows}
          total={total}
          list={list}
          {...row}
        />
      </ListContent>
    </PageSection>
  );
}
