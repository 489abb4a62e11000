import {
  type CalendarDay,
  type CivilDate,
  type ConfirmedDay,
  dayName,
  localDate,
  may,
  monthText,
  type Order,
  orderEndText,
  partsOf,
  type SessionUser,
  weekdayText,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { CalendarClock, ChevronLeft, ChevronRight } from '@/components/icons/index.ts';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { cn } from '@/lib/cn.ts';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { calendarQuery } from '../data/halfStaffQueries.ts';
import type { SubscribeDialogProps } from '../subscriptions/SubscribeDialog.tsx';
import { ConfirmDayDialog } from './ConfirmDayDialog.tsx';

const SubscribeDialog = lazyDialog(
  () => import('../subscriptions/SubscribeDialog.tsx'),
  ({ onClose }: SubscribeDialogProps) => onClose(),
);

interface CalendarProps {
  user: SessionUser;
  /** The current year, which the calendar shows first. */
  thisYear: number;
}

/** A year of half-staff days, display days and federal holidays, month by month. */
export function Calendar({ user, thisYear }: CalendarProps) {
  const [year, setYear] = useState(thisYear);
  const query = useQuery(calendarQuery(year));
  const [confirming, setConfirming] = useState<CalendarDay | null>(null);
  const [subscribing, setSubscribing] = useDialogParam('subscribe');
  return (
    <PageSection
      title={t`Calendar`}
      actions={
        <div className="flex flex-wrap items-center gap-1">
          <Button className="mr-2" onClick={() => setSubscribing(true)}>
            <CalendarClock aria-hidden="true" />
            <Trans>Subscribe</Trans>
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Previous year`}
            onClick={() => setYear(year - 1)}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <span aria-live="polite" className="w-12 text-center font-medium tabular-nums">
            {year}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Next year`}
            onClick={() => setYear(year + 1)}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      }
    >
      {query.isPending && (
        <div role="status" aria-label={t`Loading calendar`}>
          <Skeleton className="h-80 rounded-lg" />
        </div>
      )}
      {query.isError && !query.data && (
        <ErrorState
          title={t`Couldn’t load the calendar`}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data && (
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {byMonth(query.data.days, ordersOf(query.data.orders, year)).map(([month, list]) => (
            <Month
              key={month}
              month={month}
              {...list}
              confirmed={query.data.confirmed}
              onConfirm={may(user, 'halfStaffDay.confirm') ? setConfirming : undefined}
            />
          ))}
        </div>
      )}
      {confirming && <ConfirmDayDialog day={confirming} onClose={() => setConfirming(null)} />}
      {subscribing && (
        <Suspense>
          <SubscribeDialog user={user} onClose={() => setSubscribing(false)} />
        </Suspense>
      )}
    </PageSection>
  );
}

/** An approved order that starts in the year that the calendar shows. */
interface DatedOrder {
  order: Order;
  date: CivilDate;
}

function ordersOf(orders: readonly Order[], year: number): DatedOrder[] {
  return orders.flatMap((order) => {
    const { status, starts, approvedAt } = order;
    if (status !== 'approved') return [];
    const date = 'date' in starts ? starts.date : approvedAt && localDate(approvedAt);
    return date && partsOf(date)[0] === year ? [{ order, date }] : [];
  });
}

interface MonthList {
  days: CalendarDay[];
  orders: DatedOrder[];
}

function byMonth(
  days: readonly CalendarDay[],
  orders: readonly DatedOrder[],
): [month: number, list: MonthList][] {
  const found = new Map<number, MonthList>();
  const listOf = (date: CivilDate): MonthList => {
    const [, month] = partsOf(date);
    const list = found.get(month) ?? { days: [], orders: [] };
    found.set(month, list);
    return list;
  };
  for (const day of days) listOf(day.date).days.push(day);
  for (const order of orders) listOf(order.date).orders.push(order);
  return [...found].sort(([a], [b]) => a - b);
}

interface MonthProps {
  month: number;
  days: readonly CalendarDay[];
  orders: readonly DatedOrder[];
  confirmed: readonly ConfirmedDay[];
  onConfirm: ((day: CalendarDay) => void) | undefined;
}

function Month({ month, days, orders, confirmed, onConfirm }: MonthProps) {
  const name = monthText(month);
  const rows: { date: CivilDate; row: ReactNode }[] = [
    ...days.map((day) => ({
      date: day.date,
      row: (
        <Day
          key={`${day.date} ${day.name}`}
          day={day}
          confirmation={confirmed.find((one) => one.name === day.name)}
          onConfirm={onConfirm}
        />
      ),
    })),
    ...orders.map(({ order, date }) => ({
      date,
      row: <OrderRow key={order.id} order={order} date={date} />,
    })),
  ];
  return (
    <section aria-label={name} className="rounded-lg border border-border bg-surface">
      <h3 className="border-b border-border px-4 py-2 text-[0.8125rem] font-medium text-muted-foreground">
        {name}
      </h3>
      <ul className="grid gap-2.5 px-4 py-3">
        {rows
          .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
          .map(({ row }) => row)}
      </ul>
    </section>
  );
}

interface DayProps {
  day: CalendarDay;
  confirmation: ConfirmedDay | undefined;
  onConfirm: ((day: CalendarDay) => void) | undefined;
}

/** Shows an order, its reason and when it ends. */
function OrderRow({ order: { kind, reason, ends }, date }: DatedOrder) {
  return (
    <li className="flex gap-3">
      <time
        dateTime={date}
        className="w-14 shrink-0 text-xs leading-5 text-muted-foreground tabular-nums"
      >
        {weekdayText(date)}
      </time>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-medium break-words">{reason}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge variant={kind === 'half' ? 'accent' : 'neutral'}>
            {kind === 'half' ? t`Half-staff` : t`Full staff`}
          </Badge>
          <span className="text-xs text-muted-foreground">
            {ends.kind === 'open'
              ? t`Open-ended order`
              : t`Order until ${{ end: orderEndText(ends) }}`}
          </span>
        </p>
      </div>
    </li>
  );
}

function Day({ day, confirmation, onConfirm }: DayProps) {
  const bears = day.kind === 'half-staff' || day.kind === 'full-staff';
  return (
    <li className="flex gap-3">
      <time
        dateTime={day.date}
        className="w-14 shrink-0 text-xs leading-5 text-muted-foreground tabular-nums"
      >
        {weekdayText(day.date)}
      </time>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className={cn('break-words', bears ? 'font-medium' : 'text-muted-foreground')}>
          {dayName(day.name)}
        </p>
        {bears && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge variant={day.kind === 'half-staff' ? 'accent' : 'neutral'}>
              {day.kind === 'half-staff' ? t`Half-staff` : t`Full staff`}
            </Badge>
            {day.projected && (
              <Badge variant="warn">
                <Trans>Projected</Trans>
              </Badge>
            )}
            {day.window && (
              <span className="text-xs text-muted-foreground">
                {day.window === 'sunrise-noon' ? t`sunrise to noon` : t`sunrise to sunset`}
              </span>
            )}
          </p>
        )}
        {day.notes && <p className="text-xs text-muted-foreground">{day.notes}</p>}
        {confirmation && (
          <p className="text-xs text-muted-foreground">
            <Trans>Confirmed by {{ name: confirmation.by }}</Trans>
          </p>
        )}
        {day.projected && onConfirm && (
          <Button
            className="justify-self-start"
            aria-label={t`Confirm the date of ${{ day: dayName(day.name) }}`}
            onClick={() => onConfirm(day)}
          >
            <Trans>Confirm date</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}
