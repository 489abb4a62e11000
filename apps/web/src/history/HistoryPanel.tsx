import {
  type Flag,
  type FlagHistory,
  HISTORY_LENGTH,
  HISTORY_RANGES,
  type HistoryQuery,
  type HistoryRange,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Segment, Segments } from '@/components/ui/Segments.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { errorMessage } from '@/lib/api/api.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { HistoryChart } from './HistoryChart.tsx';
import { UptimeStrip } from './UptimeStrip.tsx';
import { historyQuery, uptimeQuery } from './useHistory.ts';
import { RANGE_LABELS } from './words.ts';
import { movedTime, type Time, zoomedTime } from './zoom.ts';

interface HistoryPanelProps {
  flag: Flag;
  /**
   * The time range to show. A new value replaces the range that the user chose. Defaults to the
   * last day.
   */
  range?: HistoryRange;
  /** Called when the user chooses a range: day, week, month or year. */
  onRange?: (range: HistoryRange) => void;
}

/**
 * Shows a pole's history: the last day, week, month or year, or any part that the user zooms into.
 */
export default function HistoryPanel({ flag, range, onRange }: HistoryPanelProps) {
  const [shown, setOwn] = useState<HistoryRange | Time>(range ?? 'day');
  const [given, setGiven] = useState(range);
  if (range !== given) {
    setGiven(range);
    if (range !== undefined) setOwn(range);
  }
  const setShown = (next: HistoryRange | Time) => {
    setOwn(next);
    if (typeof next === 'string') onRange?.(next);
  };
  const time: HistoryQuery = typeof shown === 'string' ? { range: shown } : shown;
  const history = useQuery(historyQuery(flag.id, time));
  const { days = [] } = useQuery(uptimeQuery(flag.id)).data ?? {};
  const isHeard = days.some(({ online, offline }) => online + offline > 0);
  const { data } = history;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segments label={t`Time`} className="max-md:w-full zoomed:flex-wrap">
          {HISTORY_RANGES.map((each) => (
            <Segment
              key={each}
              chosen={shown === each}
              className="max-sm:px-1"
              onClick={() => setShown(each)}
            >
              {RANGE_LABELS[each]}
            </Segment>
          ))}
        </Segments>
        {data && <ZoomButtons time={data} onChange={setShown} />}
      </div>
      <Chart flag={flag} query={history} onZoom={setShown} />
      {isHeard && <UptimeStrip days={days} />}
    </>
  );
}

interface ZoomButtonsProps {
  time: Time;
  onChange: (time: Time) => void;
}

/** Buttons that move the time range earlier or later, or zoom in or out. */
function ZoomButtons({ time, onChange }: ZoomButtonsProps) {
  const length = time.until - time.from;
  const now = serverNow();
  const buttons = [
    [t`Earlier`, ChevronLeft, movedTime(time, -0.5, now), false],
    [t`Later`, ChevronRight, movedTime(time, 0.5, now), time.until >= now - length / 100],
    [t`Zoom in`, ZoomIn, zoomedTime(time, 0.5, now), length <= HISTORY_LENGTH.least],
    [t`Zoom out`, ZoomOut, zoomedTime(time, 2, now), length >= HISTORY_LENGTH.most],
  ] as const;
  return (
    <div className="flex gap-1 max-md:w-full max-md:justify-between zoomed:flex-wrap">
      {buttons.map(([label, Icon, next, isEnd]) => (
        <Button
          key={label}
          size="icon"
          variant="ghost"
          aria-label={label}
          title={label}
          disabled={isEnd}
          onClick={() => onChange(next)}
        >
          <Icon aria-hidden="true" />
        </Button>
      ))}
    </div>
  );
}

interface ChartProps {
  flag: Flag;
  query: UseQueryResult<FlagHistory>;
  onZoom: (time: Time) => void;
}

function Chart({ flag, query: { data, error, refetch, isFetching }, onZoom }: ChartProps) {
  if (!data && error)
    return (
      <div role="alert" className="grid h-72 content-center justify-items-center gap-2 text-center">
        <p className="font-medium">
          <Trans>Couldn’t load the history</Trans>
        </p>
        <p className="text-muted-foreground">{errorMessage(error)}</p>
        <Button onClick={() => void refetch()} pending={isFetching}>
          <Trans>Retry</Trans>
        </Button>
      </div>
    );
  if (!data) return <HistorySkeleton />;
  const isEmpty =
    data.points.every(({ mean }) => mean === null) &&
    data.presence.every(({ online }) => online === null);
  if (isEmpty)
    return (
      <p className="grid h-72 content-center text-center text-muted-foreground">
        <Trans>
          Nothing was recorded during this time. History begins with the pole’s first report.
        </Trans>
      </p>
    );
  return (
    <div aria-busy={isFetching || undefined}>
      <HistoryChart history={data} limits={flag.voltageLimits} onZoom={onZoom} />
    </div>
  );
}

/** A placeholder with the same height as the history panel, shown while the panel loads. */
export function HistorySkeleton() {
  return (
    <div role="status" aria-label={t`Loading history`}>
      <Skeleton className="h-72" />
    </div>
  );
}
