import type { HistoryPoint, HistoryPosition, HistoryPresence, Position } from '@halyard/domain';
import { onlineShare, type Stretch, type Sums, sumsOf } from './series/stretches.ts';
import { MINUTE_MS } from './series/times.ts';
import { mergeVolts, type Slots, type Volts } from './series/volts.ts';

/** Most stretches of one kind in an answer; above it they are drawn point by point. */
export const MAX_STRETCHES = 400;

/** Slots of voltages from a moment on. */
export interface StoredSlots extends Slots {
  at: number;
}

export interface Span {
  from: number;
  until: number;
}

/** Spans of equal length that cover a time; the last one ends with it. */
export function spansOf(from: number, until: number, length: number): Span[] {
  const spans: Span[] = [];
  for (let at = from; at < until; at += length)
    spans.push({ from: at, until: Math.min(at + length, until) });
  return spans;
}

/** What the slots that begin within each span are together. @param spans in order, none over another */
export function voltsIn(spans: readonly Span[], stored: readonly StoredSlots[]): HistoryPoint[] {
  const within: (Volts | null)[][] = spans.map(() => []);
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
    const volts = mergeVolts(within[i]!);
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

/** A span and what a pole was in it. */
export interface SummedSpan extends Span {
  sums: Sums;
}

/** The stretches cut at the ends of the spans, summed up. */
export function sumsIn(spans: readonly Span[], stretches: readonly Stretch[]): SummedSpan[] {
  let first = 0;
  return spans.map(({ from, until }) => {
    while (first < stretches.length && stretches[first]!.until <= from) first++;
    const within: Stretch[] = [];
    for (let i = first; i < stretches.length && stretches[i]!.from < until; i++) {
      const stretch = stretches[i]!;
      within.push({
        ...stretch,
        from: Math.max(stretch.from, from),
        until: Math.min(stretch.until, until),
      });
    }
    return { from, until, sums: sumsOf(within) };
  });
}

/** When the pole was online, to the moment, or span by span where that is too much to draw. */
export function presenceOf(
  stretches: readonly Stretch[],
  spans: readonly Span[],
): HistoryPresence[] {
  const exact = joined(
    stretches.map(({ from, until, state }) => ({
      from,
      until,
      online: state ? Number(state.online) : null,
    })),
    (a, b) => a.online === b.online,
  );
  return exact.length <= MAX_STRETCHES ? exact : presenceIn(sumsIn(spans, stretches));
}

/** The share of each span in which the pole was online. */
export function presenceIn(spans: readonly SummedSpan[]): HistoryPresence[] {
  return joined(
    spans.map(({ from, until, sums }) => ({ from, until, online: onlineShare(sums) })),
    (a, b) => a.online === b.online,
  );
}

/** Where the pole was while it was online, to the moment, or span by span. */
export function positionsOf(
  stretches: readonly Stretch[],
  spans: readonly Span[],
): HistoryPosition[] {
  const exact = joined(
    stretches.map(({ from, until, state }) => ({
      from,
      until,
      position: state?.online ? state.position : null,
    })),
    (a, b) => a.position === b.position,
  );
  return exact.length <= MAX_STRETCHES ? exact : positionsIn(sumsIn(spans, stretches));
}

/** Where the pole was longest in each span. */
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

/** Neighbours that say the same, as one. */
function joined<T extends Span>(spans: readonly T[], isSame: (a: T, b: T) => boolean): T[] {
  const result: T[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && last.until === span.from && isSame(last, span)) last.until = span.until;
    else result.push({ ...span });
  }
  return result;
}
