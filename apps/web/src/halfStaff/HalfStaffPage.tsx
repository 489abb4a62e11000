import type { CalendarDay } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Page, PageHeader } from '@/components/ui/page-header.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { Status } from '@/components/ui/status.tsx';
import { useCurrentUser } from '@/lib/currentUser.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { Attention } from './Attention.tsx';
import { Calendar } from './Calendar.tsx';
import { EngineCard } from './EngineCard.tsx';
import { Holding } from './Holding.tsx';
import { Orders } from './Orders.tsx';
import { overviewQuery, proofHref } from './useHalfStaff.ts';
import { dateText } from './words.ts';

/** What holds at the poles now and next, the orders, and the year. */
export default function HalfStaffPage() {
  const user = useCurrentUser();
  useRealtimeConnection();
  const query = useQuery(overviewQuery());
  const overview = query.data;
  return (
    <Page>
      <PageHeader
        title="Half-Staff"
        subtitle="What holds at your poles, the orders, and the year ahead"
        actions={
          <Button asChild>
            <Link href={proofHref({ kind: 'company', key: user.companyId ?? '' })}>
              <ShieldCheck aria-hidden="true" />
              Proof
            </Link>
          </Button>
        }
      />
      {query.isPending && <Loading />}
      {!overview && query.isError && (
        <ErrorState
          title="What holds could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {overview && (
        <>
          <EngineCard user={user} engine={overview.engine} />
          <div className="grid gap-5 lg:grid-cols-2">
            <Holding
              title="Now"
              when="Until"
              now={overview.now}
              groups={overview.holding}
              empty="No order, half-staff day or daily rule holds at a pole."
            />
            <Holding
              title="Next"
              when="Starts"
              now={overview.now}
              groups={overview.next}
              empty="Nothing is in sight for your poles."
            />
          </div>
          <Unconfirmed days={overview.projected} />
          <Attention {...overview} />
          <Orders user={user} />
          <Calendar user={user} thisYear={new Date(overview.now).getFullYear()} />
        </>
      )}
    </Page>
  );
}

/** Half-staff days that are near and that no pole follows, since their date is not confirmed. */
function Unconfirmed({ days }: { days: readonly CalendarDay[] }) {
  if (days.length === 0) return null;
  return (
    <Card className="grid gap-1 p-4">
      <h2 className="text-sm font-semibold">
        <Status tone="warn">Dates to confirm</Status>
      </h2>
      {days.map(({ name, date }) => (
        <p key={name}>
          {name}, worked out as <time dateTime={date}>{dateText(date)}</time>: no pole follows it
          until a master has confirmed it in the calendar below.
        </p>
      ))}
    </Card>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading half-staff" className="grid gap-5">
      <Skeleton className="h-20 rounded-lg" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-32 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
