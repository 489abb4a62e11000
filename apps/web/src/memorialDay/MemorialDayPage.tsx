import {
  clockText,
  dateInZone,
  type Flag,
  type FleetSummary,
  fullDateText,
  mayOpen,
  type SessionUser,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Redirect, useSearch } from 'wouter';
import { Card } from '@/components/ui/Card.tsx';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { useFlagPage } from '@/flags/data/useFlagPage.ts';
import { PoleScene } from '@/flags/status/PoleScene.tsx';
import { poleQuery } from '@/halfStaff/data/halfStaffQueries.ts';
import { timelineSectionText } from '@/halfStaff/texts/timelineSectionText.ts';
import { configQuery } from '@/lib/api/query.ts';
import { poleHref } from '@/lib/paths.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { skyOf } from '@/scene/sky.ts';
import { type DemoTime, useDemoClock } from './useDemoClock.ts';

/**
 * The flag IDs of the poles to show. They are in two time zones; one has a daily rule, and one
 * belongs to a company without autopilot.
 */
const STAGE = ['TW-HQ-01', 'TW-VB-01', 'CR-HS-01', 'PC-MC-03'] as const;
/** The time zone of the clock and the date. */
const ZONE = 'America/New_York';
/** The parameters for a list of all poles. The demo has few enough for one page. */
const ALL = { search: '', sort: null, page: 1, pageSize: 100 };
/** How often to refetch each pole, in milliseconds. */
const ASK_MS = 2000;

/**
 * For the demo only: shows how autopilot handles Memorial Day, on a clock that runs through the day
 * in two minutes.
 */
export default function MemorialDayPage() {
  const user = useCurrentUser();
  const { data: config } = useQuery(configQuery());
  const { rows: flags, summary } = useFlagPage(user, ALL);
  const time = useDemoClock();
  if (config && config.demo?.memorialDay !== 'running') return <Redirect to="/" replace />;
  const onStage = STAGE.flatMap((flagId) => flags.find((flag) => flag.flagId === flagId) ?? []);
  return (
    <Page>
      <PageHeader
        title={t`Memorial Day in two minutes`}
        subtitle={t`At half-staff from sunrise until noon, then at full staff until sunset (4 U.S.C. 7(m))`}
      />
      {time && <Clock time={time} summary={summary} />}
      <ul
        aria-label={t`Poles`}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-4 max-sm:grid-cols-2 max-sm:gap-2"
      >
        {time && onStage.map((flag) => <StagePole key={flag.id} flag={flag} now={time.now} />)}
      </ul>
      {time && <Ending time={time} user={user} />}
    </Page>
  );
}

interface ClockProps {
  time: DemoTime;
  summary: FleetSummary | undefined;
}

function Clock({ time: { now, speed }, summary }: ClockProps) {
  const half = summary?.counts['position=half'] ?? 0;
  const total = summary?.total ?? 0;
  return (
    <Card className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 p-4">
      <p className="grid gap-0.5">
        <span className="text-2xl font-semibold tabular-nums">{clockText(now, now, ZONE)}</span>
        <span className="text-muted-foreground">
          {fullDateText(dateInZone(ZONE, now))}
          {speed > 1 && ` · ${t`${speed}× real time`}`}
        </span>
      </p>
      <p className="text-lg font-medium">
        {t`${half} of ${plural(total, { one: '# pole', other: '# poles' })} at half-staff`}
      </p>
    </Card>
  );
}

function StagePole({ flag, now }: { flag: Flag; now: number }) {
  const state = useFlagState(flag.id);
  const { data } = useQuery({ ...poleQuery(flag.id), refetchInterval: ASK_MS });
  if (!state) return null;
  const [next] = data?.coming ?? [];
  return (
    <li>
      <Card className="grid h-full content-start gap-2 p-3 max-sm:p-2">
        <PoleScene
          view={state.view}
          sky={data ? skyOf({ ...data, now }) : 'night'}
          className="h-56 max-sm:h-36"
        />
        <p className="grid">
          <Link
            href={poleHref(flag.id)}
            className="line-clamp-1 font-medium touch-target hover:underline"
          >
            {flag.name}
          </Link>
          <span className="line-clamp-1 text-xs text-muted-foreground">
            {flag.location}, {flag.state}
          </span>
        </p>
        <p className="text-[0.8125rem] tabular-nums">
          {data ? clockText(now, now, data.timeZone) : ' '}
        </p>
        <p className="text-xs text-muted-foreground">
          {flag.autopilot === 'off'
            ? t`Autopilot is off for this company. Lower this flag manually.`
            : data?.reason}
        </p>
        {next && flag.autopilot !== 'off' && data && (
          <p className="text-xs text-muted-foreground tabular-nums">
            {nextText(timelineSectionText(next), clockText(next.at, now, data.timeZone))}
          </p>
        )}
      </Card>
    </li>
  );
}

const nextText = (what: string, clock: string): string => t`Next: ${what}, ${clock}`;

/** Links back to the demo and, once Memorial Day is over, to the compliance report. */
function Ending({ time: { now, speed }, user }: { time: DemoTime; user: SessionUser }) {
  const home = new URLSearchParams(useSearch()).get('home') ?? '';
  const isOver = speed === 1;
  const date = dateInZone(ZONE, now - 12 * 3_600_000);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 p-4">
      <p>
        {isOver
          ? t`Memorial Day is over. The ledger lists every move with its time and reason.`
          : t`The clock and poles are simulated. The server, autopilot and console are the real product.`}
      </p>
      <p className="flex flex-wrap gap-4">
        {isOver && mayOpen('/half-staff/proof', user.role) && (
          <Link
            href={`/half-staff/proof?source=day:${date}`}
            className="font-medium text-primary underline underline-offset-4 touch-target"
          >
            <Trans>Compliance report</Trans>
          </Link>
        )}
        {/^\d{1,5}$/.test(home) && (
          <a
            href={`${window.location.protocol}//${window.location.hostname}:${home}/auth`}
            className="font-medium text-primary underline underline-offset-4 touch-target"
          >
            <Trans>Back to the demo</Trans>
          </a>
        )}
      </p>
    </Card>
  );
}
