import type { FlagHistory, Position } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { POSITION_LABELS } from './words.ts';

/** Height in pixels of the lane for one position. */
const LANE = 12;
const LANES: readonly Position[] = ['up', 'half', 'down'];

interface StripProps {
  history: FlagHistory;
  /** Width in pixels of the space for labels on the left. Must match the voltage chart above. */
  axis: number;
  right: number;
}

/**
 * Shows the flag's position over time, with one lane for each position. Periods without reports are
 * empty.
 */
export function PositionStrip({ history, axis, right }: StripProps) {
  return (
    <div className="relative" style={{ height: LANE * LANES.length, paddingRight: right }}>
      {LANES.map((position, lane) => (
        <span
          key={position}
          className="absolute left-0 text-right text-[0.625rem] leading-3 text-muted-foreground"
          style={{ top: lane * LANE, width: axis - 6 }}
        >
          {POSITION_LABELS[position]}
        </span>
      ))}
      <Row axis={axis} height={LANE * LANES.length}>
        {history.positions.map(
          ({ from, until, position }) =>
            position && (
              <rect
                key={from}
                className="fill-primary"
                {...placed(history, from, until)}
                y={LANES.indexOf(position) * LANE + 3}
                height={LANE - 6}
              />
            ),
        )}
      </Row>
    </div>
  );
}

/**
 * Shows when the pole was online: a full bar for online, a low bar for offline, and no bar for
 * periods without data.
 */
export function PresenceStrip({ history, axis, right }: StripProps) {
  return (
    <div className="relative" style={{ height: LANE, paddingRight: right }}>
      <span
        className="absolute left-0 text-right text-[0.625rem] leading-3 text-muted-foreground"
        style={{ width: axis - 6 }}
      >
        <Trans>Online</Trans>
      </span>
      <Row axis={axis} height={LANE}>
        {history.presence.map(({ from, until, online }) => {
          if (online === null) return null;
          const height = online === 0 ? 4 : LANE - 2;
          return (
            <rect
              key={from}
              className={online === 1 ? 'fill-ok' : online === 0 ? 'fill-bad' : 'fill-warn'}
              {...placed(history, from, until)}
              y={LANE - 1 - height}
              height={height}
            />
          );
        })}
      </Row>
    </div>
  );
}

/** Shows when an order or half-staff day was in effect. Renders nothing if none was in effect. */
export function HalfStaffStrip({ history, axis, right }: StripProps) {
  if (history.halfStaff.length === 0) return null;
  return (
    <div className="relative" style={{ height: LANE, paddingRight: right }}>
      <span
        className="absolute left-0 text-right text-[0.625rem] leading-3 text-muted-foreground"
        style={{ width: axis - 6 }}
      >
        <Trans context="half-staff order">Order</Trans>
      </span>
      <Row axis={axis} height={LANE}>
        {history.halfStaff.map(({ from, until }) => (
          <rect
            key={from}
            className="fill-control"
            {...placed(history, from, until)}
            y={2}
            height={LANE - 4}
          />
        ))}
      </Row>
    </div>
  );
}

interface RowProps {
  axis: number;
  height: number;
  children: ReactNode;
}

/**
 * Width of a row in SVG units. With one unit per millisecond, the numbers would be too large for
 * browsers.
 */
const UNITS = 10_000;

/** Returns a period's position and width in a row of the chart, in SVG units. */
function placed(history: FlagHistory, from: number, until: number) {
  const scale = UNITS / (history.until - history.from);
  return { x: (from - history.from) * scale, width: (until - from) * scale };
}

/** One row of the chart, as an SVG that stretches to the available width. */
function Row({ axis, height, children }: RowProps) {
  return (
    <svg
      aria-hidden="true"
      className="block w-full"
      style={{ paddingLeft: axis, height }}
      viewBox={`0 0 ${UNITS} ${height}`}
      preserveAspectRatio="none"
    >
      {children}
    </svg>
  );
}
