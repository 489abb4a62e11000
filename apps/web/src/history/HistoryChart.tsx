import { type FlagHistory, type VoltageLimits, warningAbove } from '@halyard/domain';
import { useState } from 'react';
import { PositionStrip, PresenceStrip } from './Strips.tsx';
import { useScrubber } from './useScrubber.ts';
import { VoltageChart } from './VoltageChart.tsx';
import { atMoment, pointText, RANGE_LABELS, summary } from './words.ts';

/** Pixels of the labels on the left of everything, and of the room on the right. */
const AXIS = 44;
const RIGHT = 8;

/** Voltage, online periods and positions above one another, with what is under the pointer in words. */
export function HistoryChart({ history, limits }: { history: FlagHistory; limits: VoltageLimits }) {
  const { points, from, until, timeZone, range } = history;
  const length = until - from;
  const momentOf = (index: number) => from + ((index + 0.5) / points.length) * length;
  const { index, text, props } = useScrubber({
    label: `${RANGE_LABELS[range]} in points`,
    count: points.length,
    textOf: (at) => atMoment(history, momentOf(at)),
    left: AXIS,
    right: RIGHT,
  });
  const share = index === null ? null : (momentOf(index) - from) / length;
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="min-h-8 text-xs text-muted-foreground tabular-nums">
        {text ?? summary(history)}
      </p>
      <div {...props} className="relative grid grid-cols-1 gap-1.5 rounded-sm select-none">
        <VoltageChart history={history} limits={limits} axis={AXIS} right={RIGHT} />
        <PositionStrip history={history} axis={AXIS} right={RIGHT} />
        <PresenceStrip history={history} axis={AXIS} right={RIGHT} />
        {share !== null && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 w-px bg-foreground/60"
            style={{ left: `calc(${AXIS}px + (100% - ${AXIS + RIGHT}px) * ${share})` }}
          />
        )}
      </div>
      <p className="text-xs text-muted-foreground">
        Shaded: warning above {warningAbove(limits)} V, alert above {limits.above} V and below{' '}
        {limits.below} V. Times are local to the pole ({timeZone.replaceAll('_', ' ')}
        ).
      </p>
      <PointTable history={history} />
    </div>
  );
}

/** The same as a table; made when it is opened. */
function PointTable({ history }: { history: FlagHistory }) {
  const [open, setOpen] = useState(false);
  const known = history.points.filter(({ mean }) => mean !== null);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-xs text-muted-foreground hover:text-foreground">
        As a table
      </summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
        <section aria-label="Voltages" tabIndex={0} className="mt-1 max-h-48 overflow-y-auto">
          <table className="w-full text-xs tabular-nums">
            <thead className="text-left text-muted-foreground">
              <tr>
                <th className="font-medium">Time</th>
                {['Lowest', 'Mean', 'Highest'].map((head) => (
                  <th key={head} className="text-right font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {known.toReversed().map(({ from, low, mean, high }) => (
                <tr key={from} className="border-t border-border">
                  <td className="py-0.5">{pointText(history, from)}</td>
                  {[low, mean, high].map((volts, column) => (
                    <td key={column} className="text-right">
                      {volts?.toFixed(2)} V
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
