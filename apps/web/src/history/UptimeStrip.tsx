import type { UptimeDay } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useScrubber } from './useScrubber.ts';
import { percent, uptimeWords } from './words.ts';

const HEIGHT = 28;
/**
 * Thresholds for a pole's uptime, as a share of a day. Bars below FINE have the warning color, and
 * bars below BAD have the error color.
 */
const FINE = 0.995;
const BAD = 0.9;
/**
 * The minimum height of the gap that an outage leaves in a day's bar, as a share of the bar. Keeps
 * short outages visible.
 */
const LEAST_GAP = 0.15;

/**
 * Shows one bar per day: how much of the day the pole was online. Time without data is left out of
 * the calculation.
 * @param days the last days; at least one must have data
 */
export function UptimeStrip({ days }: { days: readonly UptimeDay[] }) {
  const online = days.reduce((sum, day) => sum + day.online, 0);
  const known = days.reduce((sum, day) => sum + day.online + day.offline, 0);
  const uptime = percent(online / known);
  const dayCount = days.length;
  const { index, text, props } = useScrubber({
    label: t`Uptime over the last ${plural(dayCount, { one: '# day', other: '# days' })}`,
    count: days.length,
    textOf: (at) => uptimeWords(days[at]!),
  });
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="text-xs text-muted-foreground tabular-nums">
        {text ??
          t`Uptime over the last ${plural(dayCount, { one: '# day', other: '# days' })}: ${uptime}`}
      </p>
      <div {...props} className="rounded-sm">
        <svg
          aria-hidden="true"
          className="block w-full"
          style={{ height: HEIGHT }}
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {days.map((day, at) => (
            <Day key={day.date} day={day} at={at} isChosen={at === index} />
          ))}
        </svg>
      </div>
    </div>
  );
}

function Day({ day, at, isChosen }: { day: UptimeDay; at: number; isChosen: boolean }) {
  const known = day.online + day.offline;
  const share = known === 0 ? null : day.online / known;
  const gap = share === null || share === 1 ? 0 : Math.max(1 - share, LEAST_GAP);
  const colour =
    share === null || share >= FINE ? 'fill-ok' : share >= BAD ? 'fill-warn' : 'fill-bad';
  const bar = { x: at + 0.12, width: 0.76 };
  return (
    <g opacity={isChosen ? 0.6 : 1}>
      <rect className="fill-muted" {...bar} y={0} height={HEIGHT} />
      {share !== null && (
        <rect
          className={colour}
          {...bar}
          y={Math.min(gap * HEIGHT, HEIGHT - 3)}
          height={Math.max(3, (1 - gap) * HEIGHT)}
        />
      )}
    </g>
  );
}
