import {
  dateText,
  dayName,
  dayText,
  durationText,
  type FlagHistory,
  formatVoltage,
  type HistoryRange,
  momentText,
  type Position,
  type UptimeDay,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';

export const RANGE_LABELS: Record<HistoryRange, string> = {
  day: t`24 hours`,
  week: t`7 days`,
  month: t`30 days`,
  year: t`1 year`,
};

export const POSITION_LABELS: Record<Position, string> = {
  up: t({ message: 'Up', context: 'position' }),
  half: t({ message: 'Half', context: 'position' }),
  down: t({ message: 'Down', context: 'position' }),
};

/** Formats a voltage: "12.84 V"; '' if there is none. */
export const voltsText = (volts: number | null): string =>
  volts === null ? '' : `${volts.toFixed(2)} V`;

/** Formats a share as a percentage: "99.4%". Rounds down, so that "100%" is always exact. */
export function percent(share: number): string {
  const tenths = Math.floor(share * 1000) / 10;
  return `${share === 1 ? '100' : tenths.toFixed(1)}%`;
}

/**
 * Formats the start time of a point in the chart, in the pole's time zone. If each point covers a
 * day, formats only the date.
 */
export const pointText = ({ byDays, timeZone }: FlagHistory, at: number): string =>
  byDays ? dayText(at, timeZone) : momentText(at, timeZone);

/**
 * Describes a moment in one line: the pole's voltage, whether it was online, its position, and the
 * order or half-staff day in effect.
 */
export function atMoment(history: FlagHistory, at: number): string {
  const holds = ({ from, until }: { from: number; until: number }) => from <= at && at < until;
  const point = history.points.find(holds);
  const online = history.presence.find(holds)?.online ?? null;
  const position = history.positions.find(holds)?.position ?? null;
  const order = history.halfStaff.find(holds)?.title;
  const parts = [
    voltsOf(point),
    presenceOf(online),
    position && POSITION_LABELS[position],
    order !== undefined && t`half-staff: ${{ order: dayName(order) }}`,
  ];
  return `${pointText(history, point?.from ?? at)}: ${parts.filter(Boolean).join(' · ')}`;
}

function voltsOf(point: FlagHistory['points'][number] | undefined): string {
  if (!point || point.mean === null) return t`no voltage`;
  const mean = formatVoltage(point.mean);
  const low = point.low?.toFixed(1) ?? '';
  const high = point.high?.toFixed(1) ?? '';
  return low === high ? mean : t`${mean} (${low} to ${high})`;
}

function presenceOf(online: number | null): string {
  if (online === null) return t`unknown`;
  if (online === 1) return t`online`;
  const share = percent(online);
  return online === 0 ? t`offline` : t`${share} online`;
}

/** Summarizes a pole's history in a time range: its lowest and highest voltage, and its uptime. */
export function summary({ points, presence }: FlagHistory): string {
  const lows = points.flatMap(({ low }) => (low === null ? [] : [low]));
  const highs = points.flatMap(({ high }) => (high === null ? [] : [high]));
  const known = presence.filter(({ online }) => online !== null);
  const length = known.reduce((sum, { from, until }) => sum + until - from, 0);
  const online = known.reduce((sum, one) => sum + (one.until - one.from) * one.online!, 0);
  const lowest = formatVoltage(Math.min(...lows));
  const highest = formatVoltage(Math.max(...highs));
  const volts = lows.length === 0 ? t`No voltage was reported.` : t`${lowest} to ${highest}.`;
  const share = percent(online / length);
  return length === 0 ? volts : t`${volts} Online ${share} of the recorded time.`;
}

/**
 * Describes a pole's uptime on one day, such as "Nov 20, 2026: 98.6% online, offline for 20 min".
 */
export function uptimeWords({ date, online, offline }: UptimeDay): string {
  const day = dateText(date);
  if (online + offline === 0) return t`${day}: unknown`;
  const share = percent(online / (online + offline));
  const duration = durationText(offline);
  return offline === 0
    ? t`${day}: ${share} online`
    : t`${day}: ${share} online, offline for ${duration}`;
}
