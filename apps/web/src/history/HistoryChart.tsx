import { type FlagHistory, type VoltageLimits, warningAbove } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type PointerEvent, useState } from 'react';
import { ScrollRegion } from '@/components/ui/ScrollRegion.tsx';
import { HalfStaffStrip, PositionStrip, PresenceStrip } from './Strips.tsx';
import { useDragSelect } from './useDragSelect.ts';
import { useScrubber } from './useScrubber.ts';
import { VoltageChart } from './VoltageChart.tsx';
import { atMoment, pointText, summary, voltsText } from './words.ts';
import { boundedTime, type Time } from './zoom.ts';

/** Width in pixels of the axis labels, to the left of every row of the chart. */
const AXIS = 44;
const RIGHT = 8;

interface HistoryChartProps {
  history: FlagHistory;
  limits: VoltageLimits;
  /** Called with the time range that the user has selected by dragging. */
  onZoom: (time: Time) => void;
}

/**
 * Shows a pole's history in rows: its voltage, its positions, and when it was at half-staff and
 * online. Describes the moment under the pointer.
 */
export function HistoryChart({ history, limits, onZoom }: HistoryChartProps) {
  const { points, from, until, timeZone } = history;
  const length = until - from;
  const momentOf = (index: number) => from + ((index + 0.5) / points.length) * length;
  const { index, text, props } = useScrubber({
    label: t`Chart: select a time`,
    count: points.length,
    textOf: (at) => atMoment(history, momentOf(at)),
    left: AXIS,
    right: RIGHT,
  });
  const drag = useDragSelect({
    left: AXIS,
    right: RIGHT,
    onSelect: (begin, end) =>
      onZoom(boundedTime({ from: from + begin * length, until: from + end * length }, until)),
  });
  const share = index === null ? null : (momentOf(index) - from) / length;
  const warning = warningAbove(limits);
  const { above, below } = limits;
  const zone = timeZone.replaceAll('_', ' ');
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="min-h-8 text-xs text-muted-foreground tabular-nums">
        {text ?? summary(history)}
      </p>
      <div
        {...props}
        {...both(props, drag.props)}
        className="relative grid grid-cols-1 gap-1.5 rounded-sm select-none"
      >
        <VoltageChart history={history} limits={limits} axis={AXIS} right={RIGHT} />
        <PositionStrip history={history} axis={AXIS} right={RIGHT} />
        <HalfStaffStrip history={history} axis={AXIS} right={RIGHT} />
        <PresenceStrip history={history} axis={AXIS} right={RIGHT} />
        {drag.selected && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 border-x border-primary bg-primary/15"
            style={{
              left: placeOf(drag.selected.from),
              width: `calc((100% - ${AXIS + RIGHT}px) * ${drag.selected.until - drag.selected.from})`,
            }}
          />
        )}
        {share !== null && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 w-px bg-foreground/60"
            style={{ left: placeOf(share) }}
          />
        )}
      </div>
      <p className="text-xs text-muted-foreground">
        <Trans>
          Shaded: warning above {warning} V, alert above {above} V and below {below} V. Times are
          local to the pole ({zone}).
        </Trans>
      </p>
      <PointTable history={history} />
    </div>
  );
}

/** Converts a fraction of the row's width to a CSS length from the chart's left edge. */
const placeOf = (share: number) => `calc(${AXIS}px + (100% - ${AXIS + RIGHT}px) * ${share})`;

/** Combines two sets of pointer handlers: for selecting a moment, and for dragging. */
const both = (look: Record<'onPointerDown' | 'onPointerMove', Handler>, drag: DragHandlers) => ({
  onPointerDown(event: PointerEvent<HTMLElement>) {
    look.onPointerDown(event);
    drag.onPointerDown(event);
  },
  onPointerMove(event: PointerEvent<HTMLElement>) {
    look.onPointerMove(event);
    drag.onPointerMove(event);
  },
  onPointerUp: drag.onPointerUp,
  onPointerCancel: drag.onPointerCancel,
});
type Handler = (event: PointerEvent<HTMLElement>) => void;
type DragHandlers = ReturnType<typeof useDragSelect>['props'];

/** The chart's data as a table that the user can expand. */
function PointTable({ history }: { history: FlagHistory }) {
  const [open, setOpen] = useState(false);
  const known = history.points.filter(({ mean }) => mean !== null);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm text-xs touch:touch-target text-muted-foreground hover:text-foreground">
        <Trans>Show as a table</Trans>
      </summary>
      {open && (
        <ScrollRegion label={t`Voltages`} className="mt-1 max-h-48 overflow-y-auto">
          <table className="w-full text-xs tabular-nums">
            <thead className="text-left text-muted-foreground">
              <tr>
                <th className="font-medium">
                  <Trans>Time</Trans>
                </th>
                {[t`Lowest`, t`Average`, t`Highest`].map((head) => (
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
                      {voltsText(volts)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </details>
  );
}
