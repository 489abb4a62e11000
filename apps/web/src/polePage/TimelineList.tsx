import {
  ALERT_LABELS,
  activityText,
  CHANNEL_LABELS,
  clockText,
  dayName,
  durationText,
  type Flag,
  TIMELINE_LABELS,
  TIMELINE_TOPICS,
  type TimelineItem,
  type TimelineTopic,
} from '@halyard/domain';
import { select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Outcome } from '@/activity/activityColumns.tsx';
import {
  Bell,
  BellOff,
  CalendarClock,
  type LucideIcon,
  Pencil,
  Radio,
  ToggleRight,
} from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { day } from '@/lib/moments.ts';
import { usePlaceZone } from '@/lib/placeZone.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { timelineQuery } from './timelineQuery.ts';

const ALL = 'all';
const OPTIONS = [
  { value: ALL, label: t`Everything` },
  ...TIMELINE_TOPICS.map((value) => ({ value: value as string, label: TIMELINE_LABELS[value] })),
];

/** Lists the events at a pole, newest first, grouped by date. */
export function TimelineList({ flag }: { flag: Flag }) {
  const [topic, setTopic] = useState<TimelineTopic | null>(null);
  const query = useInfiniteQuery(timelineQuery(flag.id, topic));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <Card className="grid grid-cols-1">
      <div className="flex items-center justify-end border-b border-border px-4 py-2">
        {/* Hidden, because the tab above already shows it. */}
        <h2 className="sr-only">
          <Trans>Timeline</Trans>
        </h2>
        <Select
          aria-label={t`Show`}
          value={topic ?? ALL}
          options={OPTIONS}
          className="w-44"
          onValueChange={(value) =>
            setTopic(TIMELINE_TOPICS.find((each) => each === value) ?? null)
          }
        />
      </div>
      {items === undefined ? (
        query.error ? (
          <ErrorState
            title={t`Couldn’t load the timeline`}
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton className="m-4 h-48" />
        )
      ) : items.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted-foreground">
          <Trans>No activity yet</Trans>
        </p>
      ) : (
        <Days items={items} />
      )}
      {query.hasNextPage && (
        <Button
          className="m-3 justify-self-center"
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <Trans>Load more</Trans>
        </Button>
      )}
    </Card>
  );
}

/** Shows the items of a pole's timeline, grouped by date in the pole's time zone. */
function Days({ items }: { items: readonly TimelineItem[] }) {
  const zone = usePlaceZone();
  const days: { date: string; items: TimelineItem[] }[] = [];
  for (const item of items) {
    const date = day(item.at, zone);
    const last = days.at(-1);
    if (last?.date === date) last.items.push(item);
    else days.push({ date, items: [item] });
  }
  return days.map(({ date, items: ofDay }) => (
    <section key={date} aria-label={date}>
      <h3 className="bg-muted/50 px-4 py-1.5 text-xs font-medium text-muted-foreground">{date}</h3>
      <ol className="divide-y divide-border">
        {ofDay.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ol>
    </section>
  ));
}

function Item({ item }: { item: TimelineItem }) {
  const zone = usePlaceZone();
  const [Icon, text, more] = partsOf(item, zone);
  return (
    <li className="flex items-baseline gap-3 px-4 py-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 translate-y-0.5 text-muted-foreground" />
      <div className="flex min-w-0 flex-1 items-baseline justify-between gap-x-4">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted-foreground">
            {more}
          </span>
        </span>
        <span className="shrink-0 text-xs text-muted-foreground">
          {/* Omits the date, which is shown above. */}
          <Moment at={item.at} text={clockText(item.at, item.at, zone)} />
        </span>
      </div>
    </li>
  );
}

/** Returns the icon, text and secondary text of a timeline item. */
function partsOf(item: TimelineItem, zone: string | undefined): [LucideIcon, ReactNode, ReactNode] {
  switch (item.kind) {
    case 'activity':
      return activityParts(item);
    case 'report':
      return [Radio, reportText(item), null];
    case 'alert':
      return alertParts(item);
    case 'plan':
      return [CalendarClock, planText(item, zone), null];
  }
}

function alertParts(
  item: Extract<TimelineItem, { kind: 'alert' }>,
): [LucideIcon, ReactNode, ReactNode] {
  const problem = ALERT_LABELS[item.condition];
  if (!item.isOver) return [Bell, t`Alert: ${problem}`, item.cause];
  const duration = durationText(item.at - item.since);
  return [BellOff, t`Alert ended: ${problem}`, t`after ${duration}`];
}

function activityParts({ entry }: Extract<TimelineItem, { kind: 'activity' }>) {
  const isMove = entry.kind === 'flag.command' || entry.kind === 'pole.moved';
  // Passed as elements, because Trans would interpret tags in strings.
  const what = <>{activityText(entry)}</>;
  const who = <>{entry.actor.name}</>;
  const text =
    entry.kind === 'pole.moved' ? (
      what
    ) : (
      <Trans>
        {what} <span className="text-muted-foreground">by {who}</span>
      </Trans>
    );
  const more = (
    <>
      {entry.outcome !== 'done' && <Outcome entry={entry} />}
      {entry.actor.kind === 'person' && <span>{CHANNEL_LABELS[entry.channel]}</span>}
    </>
  );
  return [isMove ? ToggleRight : Pencil, text, more] satisfies [LucideIcon, ReactNode, ReactNode];
}

/**
 * Describes a report in a pole's timeline: "Reported half-staff", "Offline" or "Back online.
 * Position: up".
 */
function reportText({
  isOnline,
  position,
  before,
}: Extract<TimelineItem, { kind: 'report' }>): string {
  if (!isOnline) return t`Offline`;
  const where = position ?? 'none';
  if (before === null)
    return t`First report: ${select(where, { up: 'up', half: 'half-staff', down: 'down', other: 'no position' })}`;
  return before.isOnline
    ? t`Reported ${select(where, { up: 'up', half: 'half-staff', down: 'down', other: 'no position' })}`
    : t`Back online. Position: ${select(where, { up: 'up', half: 'half-staff', down: 'down', other: 'unknown' })}`;
}

const PLANNED = {
  up: t({ message: 'Full staff', context: 'position' }),
  half: t({ message: 'Half-staff', context: 'position' }),
  down: t({ message: 'Down', context: 'position' }),
} as const;

/**
 * Describes an autopilot change in a pole's timeline: "In effect: Half-staff until 8:19 PM EST
 * (Memorial Day, by the President)".
 */
function planText(item: Extract<TimelineItem, { kind: 'plan' }>, zone: string | undefined): string {
  if (item.isNothing)
    return item.position === 'up'
      ? t`Half-staff is over: back to full staff`
      : t`Nothing in effect anymore`;
  const what = item.position === null ? t`No change in position` : PLANNED[item.position];
  const why = whyText(item);
  if (item.until === null) return why ? t`In effect: ${what} (${why})` : t`In effect: ${what}`;
  const clock = clockText(item.until, serverNow(), zone);
  return why ? t`In effect: ${what} until ${clock} (${why})` : t`In effect: ${what} until ${clock}`;
}

/**
 * Returns the order and who issued it: "Memorial Day, by the President"; '' if neither is known.
 */
function whyText({ title: name, by }: Extract<TimelineItem, { kind: 'plan' }>): string {
  const title = dayName(name);
  if (!by) return title;
  return title ? t`${title}, by ${by}` : t`by ${by}`;
}
