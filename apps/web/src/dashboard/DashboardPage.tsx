import { FLAG_SORT_KEYS, isOperator, may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { outagesQuery, problemsQuery } from '@/alerts/alertQueries.ts';
import { AutoHalfMast } from '@/companies/AutoHalfMast.tsx';
import { TwoApprovals } from '@/companies/TwoApprovals.tsx';
import { Flag as FlagIcon } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { InSteps } from '@/components/ui/InSteps.tsx';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { ListSkeleton } from '@/components/ui/Skeleton.tsx';
import { useFlagPage } from '@/flags/data/useFlagPage.ts';
import { FlagDialogs } from '@/flags/dialog/FlagDialogs.tsx';
import { FlagList } from '@/flags/list/FlagList.tsx';
import { WaitingOrders, waitingOrdersQuery } from '@/halfStaff/secondApproval/WaitingOrders.tsx';
import { SourceNotices } from '@/halfStaff/sources/SourceNotices.tsx';
import { sourceDraftsQuery } from '@/halfStaff/sources/sourceQueries.ts';
import { WrongPositionsNotice } from '@/halfStaff/wrongPositions/WrongPositionsNotice.tsx';
import { wrongPositionsQuery } from '@/halfStaff/wrongPositions/wrongPositionsQuery.ts';
import { flagQuery } from '@/lib/api/listPages.ts';
import {
  federalHolidaysQuery,
  halfStaffNowQuery,
  halfStaffTodayQuery,
  setUpListQuery,
} from '@/lib/api/query.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useOpenedRow } from '@/lib/lists/useOpenedRow.ts';
import { useTogether } from '@/lib/page/useTogether.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { SetUpNotice } from '@/setUpList/SetUpNotice.tsx';
import { FederalFlagProtocol } from './FederalFlagProtocol.tsx';
import { FewPoles, ROWS } from './FewPoles.tsx';
import { FindCompany } from './FindCompany.tsx';
import { Outages } from './Outages.tsx';
import { PlaceCounts } from './PlaceCounts.tsx';
import { Problems } from './Problems.tsx';
import { StatCards } from './StatCards.tsx';
import { Today } from './Today.tsx';

/** The initial sort order of the flags (spec §5). */
const BY_COMPANY = { key: 'company', direction: 'asc' } as const;

export default function DashboardPage() {
  const user = useCurrentUser();
  useRealtimeConnection();
  const list = useListState({ sortKeys: FLAG_SORT_KEYS });
  const result = useFlagPage(user, list, { unsorted: BY_COMPANY });
  const { query, rows, summary } = result;
  const isKnown = useOverviewKnown(user, query);
  const total = summary?.total ?? 0;
  const [opened, setOpened] = useOpenedRow('flag', rows, flagQuery);

  return (
    <Page>
      <PageHeader
        title={t`Dashboard`}
        subtitle={t`Real-time overview of your flags`}
        actions={isOperator(user.role) && <FindCompany />}
      />
      {!isKnown && <ListSkeleton label={t`Loading dashboard`} />}
      {isKnown && (
        <InSteps>
          <SetUpNotice user={user} />
          <Today user={user} />
          <Outages />
          <Problems namesPlace={total > ROWS} />
          <SourceNotices user={user} />
          <WaitingOrders user={user} onlyMine />
          <FewPoles user={user} total={total} />
          <PlaceCounts user={user} summary={summary} />
          <StatCards user={user} summary={summary} isFailed={query.isError} />
          <WrongPositionsNotice user={user} />
          <FederalFlagProtocol />
          <div className="grid grid-cols-1 gap-3">
            <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6">
              <h2 className="text-base font-semibold">
                <Trans>All Flags</Trans>
              </h2>
              {!isOperator(user.role) && user.companyId !== null && (
                <div className="ml-auto grid justify-items-end gap-1">
                  <AutoHalfMast label={t`Auto Half Mass`} user={user} companyId={user.companyId} />
                  <TwoApprovals user={user} companyId={user.companyId} />
                </div>
              )}
            </div>
            <ListContent
              query={query}
              things="flags"
              controls
              isEmpty={result.isEmpty}
              empty={
                <EmptyState
                  title={t`No flags to display`}
                  description={t`Flags will appear here once they are created.`}
                  icon={<FlagIcon />}
                />
              }
            >
              <FlagList
                label={t`All Flags`}
                user={user}
                result={result}
                list={list}
                onOpen={setOpened}
              />
            </ListContent>
          </div>
        </InSteps>
      )}
      <FlagDialogs user={user} opened={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}

/**
 * Returns whether to show the list of poles. True once everything above the list has loaded, or
 * once a time limit has passed.
 */
function useOverviewKnown(user: SessionUser, flags: UseQueryResult): boolean {
  return useTogether(
    flags,
    useQuery(halfStaffTodayQuery()),
    useQuery(halfStaffNowQuery()),
    useQuery(federalHolidaysQuery()),
    useQuery(problemsQuery()),
    useQuery(outagesQuery()),
    useQuery(wrongPositionsQuery()),
    useQuery(waitingOrdersQuery(user)),
    useQuery(sourceDraftsQuery(user)),
    useQuery({ ...setUpListQuery(), enabled: may(user, 'setUpList.read') }),
  );
}
