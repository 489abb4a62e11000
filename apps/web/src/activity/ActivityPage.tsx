import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, History } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { ListSkeleton } from '@/components/ui/Skeleton.tsx';
import { ExportLink } from '@/importExport/exports/ExportLink.tsx';
import { fileHref } from '@/lib/api/api.ts';
import { exact } from '@/lib/moments.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { ActivityFilters } from './ActivityFilters.tsx';
import { ActivityList } from './ActivityList.tsx';
import { type ActivityView, activityQuery, filterOf, useActivityView } from './useActivity.ts';

const NO_FILTER: ActivityView = {
  q: '',
  category: null,
  outcome: null,
  span: null,
  from: null,
  to: null,
  position: null,
  who: null,
  flagId: null,
  companyId: null,
};

/** The activity log: actions of users and of the system, with pole, origin and result. */
export default function ActivityPage() {
  const user = useCurrentUser();
  const { view, change } = useActivityView();
  const query = useInfiniteQuery(activityQuery(view));
  const pages = query.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  return (
    <Page>
      <PageHeader
        title={t`Activity`}
        subtitle={t`Actions by users, poles and autopilot, with results`}
        actions={
          <ExportLink href={fileHref('activityCsv', { query: filterOf(view) })}>
            <Download aria-hidden="true" />
            <Trans>Export</Trans>
          </ExportLink>
        }
      />
      <ActivityFilters user={user} view={view} change={change} entries={entries} />
      {query.isPending && <ListSkeleton label={t`Loading activity`} />}
      {query.isError && entries.length === 0 && (
        <ErrorState
          title={t`Couldn’t load activity`}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {entries.length > 0 && <ActivityList entries={entries} />}
      {query.isSuccess && entries.length === 0 && !query.hasNextPage && (
        <EmptyState
          title={t`No matching activity`}
          description={t`Older entries may have been removed.`}
          icon={<History />}
          action={
            <Button onClick={() => change(NO_FILTER)}>
              <Trans>Clear filters</Trans>
            </Button>
          }
        />
      )}
      {query.hasNextPage && (
        <Further
          searchedTo={pages.at(-1)?.searchedTo ?? null}
          isPending={query.isFetchingNextPage}
          onPress={() => void query.fetchNextPage()}
        />
      )}
    </Page>
  );
}

interface FurtherProps {
  /**
   * The earliest time that the search has covered, in epoch milliseconds. Null unless the search
   * stopped before it filled a page.
   */
  searchedTo: number | null;
  isPending: boolean;
  onPress: () => void;
}

function Further({ searchedTo, isPending, onPress }: FurtherProps) {
  return (
    <div className="grid justify-items-center gap-2">
      {searchedTo !== null && (
        <p className="text-muted-foreground" role="status">
          <Trans>Searched back to {{ time: exact(searchedTo) }}.</Trans>
        </p>
      )}
      <Button onClick={onPress} pending={isPending}>
        {searchedTo === null ? t`Show older` : t`Search further back`}
      </Button>
    </div>
  );
}
