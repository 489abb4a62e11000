import type { HistoryPoint, HistoryPosition, HistoryPresence, Position } from '@halyard/domain';
import { onlineShare, type StatePeriod, type Sums, sumsOf } from './series/periods.ts';
import { MINUTE_MS } from './series/times.ts';
import { mergeSlots, type Slots, type VoltageSlot } from './series/voltageSlots.ts';

/**
 * The maximum number of online periods in a pole's history. The same limit applies to periods in
 * which the pole stayed in one position. If there are more, the response contains one value per
 * chart point instead.
 */
export const MAX_PERIODS = 400;

/** The voltages of consecutive time slots of equal length, and the start of the first slot. */
export interface StoredSlots extends Slots {
  at: number;
}

export interface Span {
  from: number;
  until: number;
}

/** Splits the period of a chart into parts of equal length. The last one may be shorter. */
export function spansOf(from: number, until: number, length: number): Span[] {
  const spans: Span[] = [];
  for (let at = from; at < until; at += length)
    spans.push({ from: at, until: Math.min(at + length, until) });
  return spans;
}

/**
 * Returns the lowest, mean and highest voltage in each part of a chart's period. A stored voltage
 * belongs to the part in which its time slot starts.
 * @param spans oldest first, without overlap
 */
export function voltsIn(spans: readonly Span[], stored: readonly StoredSlots[]): HistoryPoint[] {
  const within: (VoltageSlot | null)[][] = spans.map(() => []);
  for (const { at, step, volts } of stored) {
    let span = 0;
    for (const [i, slot] of volts.entries()) {
      if (!slot) continue;
      const begin = at + i * step * MINUTE_MS;
      while (span < spans.length && spans[span]!.until <= begin) span++;
      if (span < spans.length && spans[span]!.from <= begin) within[span]!.push(slot);
    }
  }
  return spans.map(({ from, until }, i) => {
    const volts = mergeSlots(within[i]!);
    const inVolts = (value: number | undefined) => (value === undefined ? null : value / 100);
    return {
      from,
      until,
      low: inVolts(volts?.min),
      mean: inVolts(volts?.mean),
      high: inVolts(volts?.max),
    };
  });
}

/** A part of a chart's period, and how much time a pole spent in each state during it. */
export interface SummedSpan extends Span {
  sums: Sums;
}

/** Returns how long a pole was in each state during each part of a chart's period. */
export function sumsIn(spans: readonly Span[], statePeriods: readonly StatePeriod[]): SummedSpan[] {
  let first = 0;
  return spans.map(({ from, until }) => {
    while (first < statePeriods.length && statePeriods[first]!.until <= from) first++;
    const within: StatePeriod[] = [];
    for (let i = first; i < statePeriods.length && statePeriods[i]!.from < until; i++) {
      const statePeriod = statePeriods[i]!;
      within.push({
        ...statePeriod,
        from: Math.max(statePeriod.from, from),
        until: Math.min(statePeriod.until, until),
      });
    }
    return { from, until, sums: sumsOf(within) };
  });
}

/**
 * Returns the periods when the pole was online. If there are too many, returns one value for each
 * part of the chart instead of exact times.
 */
export function presenceOf(
  statePeriods: readonly StatePeriod[],
  spans: readonly Span[],
): HistoryPresence[] {
  const exact = joined(
    statePeriods.map(({ from, until, state }) => ({
      from,
      until,
      online: state ? Number(state.online) : null,
    })),
    (a, b) => a.online === b.online,
  );
  return exact.length <= MAX_PERIODS ? exact : presenceIn(sumsIn(spans, statePeriods));
}

/** For each part of a chart's period, returns the fraction of time that the pole was online. */
export function presenceIn(spans: readonly SummedSpan[]): HistoryPresence[] {
  return joined(
    spans.map(({ from, until, sums }) => ({ from, until, online: onlineShare(sums) })),
    (a, b) => a.online === b.online,
  );
}

/**
 * Returns the pole's positions while it was online. If there are too many, returns one position per
 * part of the chart's period instead of the exact times.
 */
export function positionsOf(
  statePeriods: readonly StatePeriod[],
  spans: readonly Span[],
): HistoryPosition[] {
  const exact = joined(
    statePeriods.map(({ from, until, state }) => ({
      from,
      until,
      position: state?.online ? state.position : null,
    })),
    (a, b) => a.position === b.position,
  );
  return exact.length <= MAX_PERIODS ? exact : positionsIn(sumsIn(spans, statePeriods));
}

/**
 * For each part of a chart's period, returns the position that the pole was in for the longest
 * time.
 */
export function positionsIn(spans: readonly SummedSpan[]): HistoryPosition[] {
  return joined(
    spans.map(({ from, until, sums }) => ({ from, until, position: longest(sums) })),
    (a, b) => a.position === b.position,
  );
}

function longest(sums: Sums): Position | null {
  const order = (['up', 'half', 'down'] as const).toSorted((a, b) => sums[b] - sums[a]);
  return sums[order[0]!] > 0 ? order[0]! : null;
}

/** Joins adjacent parts of a chart's period that have the same content. */
function joined<T extends Span>(spans: readonly T[], isSame: (a: T, b: T) => boolean): T[] {
  const result: T[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && last.until === span.from && isSame(last, span)) last.until = span.until;
    else result.push({ ...span });
  }
  return result;
}
