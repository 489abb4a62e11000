import { dateText, dayName, type Holiday, localDate, protocolDays } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/Badge.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { useHalfStaffNow } from '@/halfStaff/data/useHalfStaffNow.ts';
import { federalHolidaysQuery } from '@/lib/api/query.ts';
import { cn } from '@/lib/cn.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';

const GRID = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3';

/**
 * The card with the next federal holidays that have flag instructions: half-staff days, and days
 * with a note (spec §2, §5). The server's half-staff engine determines today's date.
 */
export function FederalFlagProtocol() {
  const { data, isPending } = useQuery(federalHolidaysQuery());
  const { readClock } = useHalfStaffNow();
  const today = useTicked(() => localDate(readClock()));
  if (isPending) return <Loading />;
  if (!data) return null;
  const days = protocolDays(data.holidays, today);
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Federal Flag Protocol</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        {days.length === 0 ? (
          <p className="text-muted-foreground">
            <Trans>No upcoming holidays with flag protocol in the next 12 months.</Trans>
          </p>
        ) : (
          <ul aria-label={t`Federal Flag Protocol`} className={GRID}>
            {days.map((day) => (
              <Tile key={`${day.date} ${day.name}`} day={day} isToday={day.date === today} />
            ))}
          </ul>
        )}
        {data.note && <p className="text-xs text-muted-foreground">{data.note}</p>}
      </CardContent>
    </Card>
  );
}

function Tile({ day, isToday }: { day: Holiday; isToday: boolean }) {
  return (
    <li
      className={cn(
        'grid content-start gap-1 rounded-md border p-3',
        isToday ? 'border-primary' : 'border-border',
      )}
    >
      <div className="flex min-h-5 flex-wrap items-center gap-2">
        <time dateTime={day.date} className="text-xs text-muted-foreground tabular-nums">
          {dateText(day.date)}
        </time>
        {isToday && (
          <Badge variant="accent">
            <Trans>Today</Trans>
          </Badge>
        )}
        {day.halfStaff && (
          <Badge>
            <Trans>Half-Staff</Trans>
          </Badge>
        )}
      </div>
      <p className="font-medium">{dayName(day.name)}</p>
      {day.notes && <p className="text-xs text-muted-foreground">{day.notes}</p>}
    </li>
  );
}

function Loading() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Federal Holidays &amp; Flag Protocol</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-3">
        <div className={GRID}>
          {[0, 1, 2].map((tile) => (
            <div key={tile} className="grid h-[5.25rem] gap-2 rounded-md border border-border p-3">
              <Skeleton className="h-3 w-24" />
              <Skeleton className="h-4 w-48" />
            </div>
          ))}
        </div>
        <p role="status" className="text-xs text-muted-foreground">
          <Trans>Loading holidays...</Trans>
        </p>
      </CardContent>
    </Card>
  );
}
