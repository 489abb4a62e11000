import { axisText, type FlagHistory, type VoltageLimits, warningAbove } from '@halyard/domain';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTheme } from '@/lib/page/theme.ts';

interface VoltageChartProps {
  history: FlagHistory;
  limits: VoltageLimits;
  /** Width in pixels of the axis on the left. */
  axis: number;
  right: number;
}

const HEIGHT = 168;
const AXIS_HEIGHT = 24;
/** Half of the maximum width of a time label, in pixels. */
const HALF_LABEL = 28;

/**
 * Draws the mean voltage as a line, and the range between the lowest and the highest voltage as an
 * area. Bands in the background mark the voltages that count as a warning or an error.
 */
export function VoltageChart({ history, limits, axis, right }: VoltageChartProps) {
  const { below, above } = limits;
  const frame = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  // The canvas takes its colors from the theme, so it is redrawn when the theme changes.
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const options = optionsOf(
      history,
      { below, above },
      { axis, right, width: current.clientWidth },
    );
    const chart = new UPlot(options, dataOf(history), current);
    const observer = new ResizeObserver(() => {
      if (current.clientWidth > 0) chart.setSize({ width: current.clientWidth, height: HEIGHT });
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [history, below, above, axis, right, theme]);
  return <div ref={frame} aria-hidden="true" style={{ height: HEIGHT }} />;
}

function dataOf({ points }: FlagHistory): UPlot.AlignedData {
  return [
    points.map(({ from, until }) => (from + until) / 2000),
    points.map(({ high }) => high),
    points.map(({ low }) => low),
    points.map(({ mean }) => mean),
  ];
}

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function optionsOf(
  history: FlagHistory,
  limits: VoltageLimits,
  { axis, right, width }: { axis: number; right: number; width: number },
): UPlot.Options {
  const { from, until, timeZone } = history;
  const line = token('primary');
  const muted = token('muted-foreground');
  const grid = { stroke: token('border'), width: 1 };
  const font = '11px "Inter Variable", sans-serif';
  const edge = { width: 0, points: { show: false } };
  return {
    width,
    height: HEIGHT,
    padding: [8, right, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), timeZone),
    scales: {
      x: { range: [from / 1000, until / 1000] },
      y: {
        range: (_, low, high) => [
          Math.floor(Math.min(low ?? limits.below, limits.below) - 1),
          Math.ceil(Math.max(high ?? -Infinity, warningAbove(limits)) + 1),
        ],
      },
    },
    axes: [
      {
        size: AXIS_HEIGHT,
        stroke: muted,
        font,
        gap: 4,
        space: 64,
        grid,
        ticks: { show: false },
        values: (chart, splits) => {
          const pxPerMs = (chart.width - axis - right) / (until - from);
          const labels = splits.map((at) => axisText(at * 1000, timeZone, until - from));
          // Omits a label that would be cut off at the right edge, and the second of two equal ones.
          return labels.map((label, i) => {
            const isCut = (until - splits[i]! * 1000) * pxPerMs + right < HALF_LABEL;
            return isCut || label === labels[i - 1] ? '' : label;
          });
        },
      },
      {
        size: axis,
        stroke: muted,
        font,
        gap: 6,
        grid,
        ticks: { show: false },
        values: (_, splits) => splits.map((volts) => `${volts} V`),
      },
    ],
    series: [
      {},
      edge,
      edge,
      { stroke: line, width: 1.5, points: { size: 4, fill: line, stroke: line, filter: alone } },
    ],
    bands: [{ series: [1, 2], fill: `color-mix(in oklch, ${line} 22%, transparent)` }],
    hooks: { drawClear: [(chart) => drawBands(chart, limits)] },
  };
}

/**
 * Returns the indexes of values with gaps on both sides. The chart draws these values as points,
 * because a line needs two neighboring values.
 */
function alone(chart: UPlot, series: number): number[] {
  const values = chart.data[series] ?? [];
  return Array.from(values.keys()).filter(
    (i) => values[i] != null && values[i - 1] == null && values[i + 1] == null,
  );
}

function drawBands(chart: UPlot, limits: VoltageLimits): void {
  const { ctx, bbox } = chart;
  const band = (low: number, high: number, fill: string) => {
    const at = (volts: number) =>
      Math.max(bbox.top, Math.min(bbox.top + bbox.height, chart.valToPos(volts, 'y', true)));
    ctx.fillStyle = fill;
    ctx.fillRect(bbox.left, at(high), bbox.width, at(low) - at(high));
  };
  ctx.save();
  band(limits.above, 1e6, token('bad-soft'));
  band(Math.max(warningAbove(limits), limits.below), limits.above, token('warn-soft'));
  band(-1e6, limits.below, token('bad-soft'));
  ctx.restore();
}
