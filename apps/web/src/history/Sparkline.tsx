import { formatVoltage } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';

const WIDTH = 88;
const HEIGHT = 22;
/**
 * The smallest voltage range that the full height of a sparkline stands for, in volts. Keeps small
 * fluctuations from looking large.
 */
const LEAST_VOLTS = 2;

/**
 * Draws a pole's hourly voltages as a line, with a gap for each hour without a reading.
 * @param tenths one voltage per hour, in tenths of a volt; null for an hour without a reading
 */
export function Sparkline({ tenths }: { tenths: readonly (number | null)[] | null }) {
  const known = tenths?.filter((value) => value !== null) ?? [];
  if (!tenths || known.length === 0) return null;
  const low = Math.min(...known);
  const high = Math.max(...known);
  const span = Math.max(high - low, LEAST_VOLTS * 10);
  const middle = (low + high) / 2;
  const step = WIDTH / (tenths.length - 1);
  const y = (value: number) => HEIGHT / 2 - ((value - middle) / span) * (HEIGHT - 4);
  let path = '';
  for (const [i, value] of tenths.entries()) {
    if (value === null) continue;
    const point = `${(i * step).toFixed(1)} ${y(value).toFixed(1)}`;
    // A line of zero length looks like a dot because of its round caps. It marks an hour whose
    // neighbors have no voltage.
    path += i > 0 && tenths[i - 1] !== null ? `L${point}` : `M${point}l0 0`;
  }
  const lowest = formatVoltage(low / 10);
  const highest = formatVoltage(high / 10);
  const hours = tenths.length;
  const words = t`${lowest} to ${highest} in the last ${plural(hours, { one: '# hour', other: '# hours' })}`;
  return (
    <svg
      role="img"
      aria-label={words}
      width={WIDTH}
      height={HEIGHT}
      className="block overflow-visible"
    >
      <title>{words}</title>
      <path
        d={path}
        className="fill-none stroke-muted-foreground"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
