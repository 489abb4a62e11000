import {
  type FlagHistory,
  formatVoltage,
  type HistoryRange,
  type Position,
  type UptimeDay,
} from '@halyard/domain';

const MINUTE_MS = 60_000;

export const RANGE_LABELS: Record<HistoryRange, string> = {
  day: 'Day',
  week: 'Week',
  year: 'Year',
};

export const POSITION_LABELS: Record<Position, string> = { up: 'Up', half: 'Half', down: 'Down' };

/** "2 d 3 h", "1 h 5 min", "12 min", "40 s": the two greatest units. */
export function duration(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${Math.round(milliseconds / 1000)} s`;
  const minutes = Math.round(milliseconds / MINUTE_MS);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : []))
    .join(' ');
}

/** "99.4 %"; never 100 where something is missing. */
export function percent(share: number): string {
  const tenths = Math.floor(share * 1000) / 10;
  return `${share === 1 ? '100' : tenths.toFixed(1)} %`;
}

/** A moment in words, by the clock at the pole. */
export function momentFormat(timeZone: string, range: HistoryRange): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    ...(range === 'year'
      ? { year: 'numeric' }
      : { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
}

/** All that is known of a moment, as one line. */
export function atMoment(history: FlagHistory, format: Intl.DateTimeFormat, at: number): string {
  const holds = ({ from, until }: { from: number; until: number }) => from <= at && at < until;
  const point = history.points.find(holds);
  const online = history.presence.find(holds)?.online ?? null;
  const position = history.positions.find(holds)?.position ?? null;
  const parts = [voltsOf(point), presenceOf(online), position && POSITION_LABELS[position]];
  return `${format.format(point?.from ?? at)}: ${parts.filter(Boolean).join(' · ')}`;
}

function voltsOf(point: FlagHistory['points'][number] | undefined): string {
  if (!point || point.mean === null) return 'no voltage';
  const { mean } = point;
  const [low, high] = [point.low?.toFixed(1), point.high?.toFixed(1)];
  const range = low === high ? '' : ` (${low} to ${high})`;
  return `${formatVoltage(mean)}${range}`;
}

function presenceOf(online: number | null): string {
  if (online === null) return 'unknown';
  if (online === 1) return 'online';
  return online === 0 ? 'offline' : `${percent(online)} online`;
}

/** The whole of a time in a sentence or two. */
export function summary({ points, presence }: FlagHistory): string {
  const lows = points.flatMap(({ low }) => (low === null ? [] : [low]));
  const highs = points.flatMap(({ high }) => (high === null ? [] : [high]));
  const known = presence.filter(({ online }) => online !== null);
  const length = known.reduce((sum, { from, until }) => sum + until - from, 0);
  const share = known.reduce((sum, { from, until, online }) => sum + (until - from) * online!, 0);
  const volts =
    lows.length === 0
      ? 'No voltage was reported.'
      : `${formatVoltage(Math.min(...lows))} to ${formatVoltage(Math.max(...highs))}.`;
  return length === 0 ? volts : `${volts} Online ${percent(share / length)} of the known time.`;
}

const dateFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** One day of the uptime strip in words. */
export function uptimeWords({ date, online, offline }: UptimeDay): string {
  // A civil date: UTC is only the calendar to write it by.
  const day = dateFormat.format(Date.parse(`${date}T00:00:00Z`));
  if (online + offline === 0) return `${day}: unknown`;
  const share = percent(online / (online + offline));
  return offline === 0
    ? `${day}: ${share} online`
    : `${day}: ${share} online, offline for ${duration(offline)}`;
}
