import {
  dateText,
  dayText,
  durationText,
  type FlagHistory,
  formatVoltage,
  type HistoryRange,
  momentText,
  type Position,
  type UptimeDay,
} from '@halyard/domain';

export const RANGE_LABELS: Record<HistoryRange, string> = {
  day: '24 hours',
  week: '7 days',
  month: '30 days',
  year: '1 year',
};

export const POSITION_LABELS: Record<Position, string> = { up: 'Up', half: 'Half', down: 'Down' };

/** "99.4 %". Never 100 if anything is missing. */
export function percent(share: number): string {
  const tenths = Math.floor(share * 1000) / 10;
  return `${share === 1 ? '100' : tenths.toFixed(1)} %`;
}

/** Returns the start of a point in the pole's time zone. */
export const pointText = ({ byDays, timeZone }: FlagHistory, at: number): string =>
  byDays ? dayText(at, timeZone) : momentText(at, timeZone);

/** Returns everything known about a moment, as one line. */
export function atMoment(history: FlagHistory, at: number): string {
  const holds = ({ from, until }: { from: number; until: number }) => from <= at && at < until;
  const point = history.points.find(holds);
  const online = history.presence.find(holds)?.online ?? null;
  const position = history.positions.find(holds)?.position ?? null;
  const halfStaff = history.halfStaff.find(holds);
  const parts = [
    voltsOf(point),
    presenceOf(online),
    position && POSITION_LABELS[position],
    halfStaff && `half-staff: ${halfStaff.title}`,
  ];
  return `${pointText(history, point?.from ?? at)}: ${parts.filter(Boolean).join(' · ')}`;
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

/** Summarizes the whole time range in a sentence or two. */
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

/** Describes one day of the uptime strip. */
export function uptimeWords({ date, online, offline }: UptimeDay): string {
  const day = dateText(date);
  if (online + offline === 0) return `${day}: unknown`;
  const share = percent(online / (online + offline));
  return offline === 0
    ? `${day}: ${share} online`
    : `${day}: ${share} online, offline for ${durationText(offline)}`;
}
