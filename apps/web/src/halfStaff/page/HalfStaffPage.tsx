import { type CalendarDay, dateText, may, ORDER_SORT_KEYS } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ShieldCheck } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { useListState } from '@/lib/lists/listState.ts';
import { useListPage } from '@/lib/lists/useListPage.ts';
import { useTogether } from '@/lib/page/useTogether.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { AutopilotCard } from '../autopilot/AutopilotCard.tsx';
import { AutopilotOff } from '../autopilot/AutopilotOff.tsx';
import { ChangedRules } from '../autopilot/ChangedRules.tsx';
import { complianceHref } from '../compliance/complianceQueries.ts';
import { engineStatusQuery, overviewQuery } from '../data/halfStaffQueries.ts';
import { FollowsButton } from '../follows/FollowsButton.tsx';
import { WaitingOrders, waitingOrdersQuery } from '../secondApproval/WaitingOrders.tsx';
import { SourceDrafts } from '../sources/drafts/SourceDrafts.tsx';
import { SourceProblems } from '../sources/SourceProblems.tsx';
import { sourceDraftsQuery, sourcesQuery } from '../sources/sourceQueries.ts';
import { WrongPositions } from '../wrongPositions/WrongPositions.tsx';
import { wrongPositionsQuery } from '../wrongPositions/wrongPositionsQuery.ts';
import { Attention } from './Attention.tsx';
import { Calendar } from './Calendar.tsx';
import { NowOrNextCard } from './NowOrNextCard.tsx';
import { OrdersSection } from './OrdersSection.tsx';

/** Shows what is in effect now, what comes next, the orders, and the calendar. */
export default function HalfStaffPage() {
  const user = useCurrentUser();
  useRealtimeConnection();
  const query = useQuery(overviewQuery());
  const orders = useListPage('listOrders', useListState({ sortKeys: ORDER_SORT_KEYS }));
  const isKnown = useTogether(
    query,
    orders.query,
    useQuery(wrongPositionsQuery()),
    useQuery(engineStatusQuery()),
    useQuery(waitingOrdersQuery(user)),
    useQuery(sourceDraftsQuery(user)),
    useQuery(sourcesQuery(user)),
  );
  const overview = isKnown ? query.data : undefined;
  return (
    <Page>
      <PageHeader
        title={t`Half-Staff`}
        subtitle={t`Today’s status, orders and upcoming days`}
        actions={
          <div className="flex flex-wrap gap-2">
            <FollowsButton user={user} />
            <Button asChild>
              <Link href={complianceHref({ kind: 'company', key: user.companyId ?? '' })}>
                <ShieldCheck aria-hidden="true" />
                <Trans>Compliance</Trans>
              </Link>
            </Button>
          </div>
        }
      />
      {(query.isPending || !isKnown) && <Loading />}
      {!query.data && query.isError && (
        <ErrorState
          title={t`Couldn’t load half-staff status`}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {overview && (
        <>
          <ChangedRules />
          <AutopilotCard user={user} engine={overview.engine} />
          <SourceDrafts user={user} />
          <WaitingOrders user={user} />
          <div className="grid gap-5 lg:grid-cols-2">
            <NowOrNextCard
              title={t({ message: 'Now', context: 'half-staff' })}
              when="end"
              now={overview.now}
              isOn={overview.engine.isOn}
              groups={overview.holding}
              empty={t`Nothing in effect.`}
            >
              {!overview.engine.isOn && overview.holding.length > 0 && (
                <AutopilotOff user={user} className="pb-2.5" />
              )}
            </NowOrNextCard>
            <NowOrNextCard
              title={t({ message: 'Next', context: 'half-staff' })}
              when="start"
              now={overview.now}
              isOn={overview.engine.isOn}
              groups={overview.next}
              empty={t`Nothing scheduled.`}
            />
          </div>
          <Unconfirmed days={overview.projected} />
          <WrongPositions maySwitch={may(user, 'flag.switch')} />
          <SourceProblems user={user} />
          <Attention {...overview} />
          <OrdersSection user={user} />
          <Calendar user={user} thisYear={new Date(overview.now).getFullYear()} />
        </>
      )}
    </Page>
  );
}

/**
 * Lists upcoming half-staff days whose date nobody has confirmed. Poles do not follow such days
 * until a date is confirmed.
 */
function Unconfirmed({ days }: { days: readonly CalendarDay[] }) {
  if (days.length === 0) return null;
  return (
    <Card className="grid gap-1 p-4">
      <h2 className="text-sm font-semibold">
        <Status tone="warn">
          <Trans>Dates to confirm</Trans>
        </Status>
      </h2>
      {days.map(({ name, date }) => {
        const day = dateText(date);
        return (
          <p key={name}>
            <Trans>
              {name}: the date <time dateTime={date}>{day}</time> was calculated, not announced.
              Poles will follow it once a master confirms the date in the calendar below.
            </Trans>
          </p>
        );
      })}
    </Card>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t`Loading half-staff status`} className="grid gap-5">
      <Skeleton className="h-20 rounded-lg" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-32 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
