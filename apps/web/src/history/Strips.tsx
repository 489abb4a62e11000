import type { FlagHistory, Position } from '@halyard/domain';
import type { ReactNode } from 'react';
import { POSITION_LABELS } from './words.ts';

/** Height of a lane, in pixels. */
const LANE = 12;
const LANES: readonly Position[] = ['up', 'half', 'down'];

interface StripProps {
  history: FlagHistory;
  /** Pixels on the left for labels, as wide as the chart's axis. */
  axis: number;
  right: number;
}

/** Where the flag was: one lane for each position, nothing where the pole was not heard. */
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

/** When the pole was online: a full bar; a low one where it was offline; nothing where nobody knows. */
export function PresenceStrip({ history, axis, right }: StripProps) {
  return (
    <div className="relative" style={{ height: LANE, paddingRight: right }}>
      <span
        className="absolute left-0 text-right text-[0.625rem] leading-3 text-muted-foreground"
        style={{ width: axis - 6 }}
      >
        Online
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

/** When an order or day asked for half-staff; no strip where none did. */
export function HalfStaffStrip({ history, axis, right }: StripProps) {
  if (history.halfStaff.length === 0) return null;
  return (
    <div className="relative" style={{ height: LANE, paddingRight: right }}>
      <span
        className="absolute left-0 text-right text-[0.625rem] leading-3 text-muted-foreground"
        style={{ width: axis - 6 }}
      >
        Order
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

/** Units of a row's width: browsers keep no millions. */
const UNITS = 10_000;

/** Where a stretch is in the row. */
function placed(history: FlagHistory, from: number, until: number) {
  const scale = UNITS / (history.until - history.from);
  return { x: (from - history.from) * scale, width: (until - from) * scale };
}

/** Stretched to the room there is. */
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
