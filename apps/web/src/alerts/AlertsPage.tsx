import { type Alert, may } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { BellOff } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { lazyPart } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { Page, PageHeader, PageSection } from '@/components/ui/PageHeader.tsx';
import { ListSkeleton } from '@/components/ui/Skeleton.tsx';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useTogether } from '@/lib/page/useTogether.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import {
  ALERT_SORT_KEYS,
  alertHref,
  ENDED_COLUMNS,
  ENDED_RULES,
  OPEN_COLUMNS,
  OPEN_RULES,
} from './alertColumns.tsx';
import { endedAlertsQuery, openAlertsQuery } from './useAlerts.ts';

const AlertSettingsSection = lazyPart(() => import('./AlertSettingsSection.tsx'));

const NONE: readonly Alert[] = [];
const row = {
  rowKey: ({ id }: Alert) => id,
  rowName: ({ pole }: Alert) => pole.name,
  rowHref: alertHref,
};

/** Shows current problems at the poles, resolved ones, and who is notified. */
export default function AlertsPage() {
  const user = useCurrentUser();
  useRealtimeConnection();
  const isKnown = useTogether(useQuery(openAlertsQuery()), useInfiniteQuery(endedAlertsQuery()));
  return (
    <Page>
      <PageHeader title={t`Alerts`} subtitle={t`Active problems and notifications`} />
      {isKnown ? (
        <>
          <OpenAlerts />
          <EndedAlerts />
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

function OpenAlerts() {
  const query = useQuery(openAlertsQuery());
  const list = useListState({ sortKeys: ALERT_SORT_KEYS });
  const found = useFoundRows(query.data ?? NONE, OPEN_RULES, list);
  return (
    <PageSection title={t({ message: 'Open', context: 'alerts' })} count={query.data?.length}>
      <ListContent
        query={query}
        things="open alerts"
        empty={
          <EmptyState
            title={t`Nothing is wrong`}
            description={t`Offline poles, voltages out of range and failed moves appear here.`}
            icon={<BellOff />}
          />
        }
      >
        <DataList label={t`Open alerts`} columns={OPEN_COLUMNS} rows={found} list={list} {...row} />
      </ListContent>
    </PageSection>
  );
}

function EndedAlerts() {
  const query = useInfiniteQuery(endedAlertsQuery());
  const { pages } = query.data ?? {};
  const alerts = useMemo(() => pages?.flatMap((page) => page.alerts), [pages]);
  const list = useListState({ sortKeys: ALERT_SORT_KEYS, prefix: 'ended-' });
  const found = useFoundRows(alerts ?? NONE, ENDED_RULES, list);
  return (
    <PageSection title={t`Resolved`}>
      <ListContent
        query={query}
        things="resolved alerts"
        isEmpty={alerts?.length === 0}
        empty={<EmptyState title={t`No alerts resolved in the last 90 days`} />}
      >
        <DataList
          label={t`Resolved alerts`}
          columns={ENDED_COLUMNS}
          rows={found}
          list={list}
          {...row}
        />
        {query.hasNextPage && (
          <Button
            className="justify-self-start"
            pending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            <Trans>Load more</Trans>
          </Button>
        )}
      </ListContent>
    </PageSection>
  );
}
