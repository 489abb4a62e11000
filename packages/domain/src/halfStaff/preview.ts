import type { OrderPreview, PoleRef, PreviewZone } from '../api/halfStaff.ts';
import { almanacOf, type Span } from '../sun/almanac.ts';
import { isInOrderScope, type Order } from './order.ts';
import type { Facts, Pole } from './pole.ts';
import { holdIsOver } from './shouldBe.ts';
import { orderWindow } from './windows.ts';

/** A pole, how lists name it, and whether it is online. */
export interface PreviewedPole {
  pole: Pole;
  ref: PoleRef;
  isOnline: boolean;
}

/**
 * What an order would do if it were approved at `now` (epoch milliseconds), or does where it is
 * approved: which poles follow, when by their own clocks, and which cannot at the moment.
 */
export function previewOrder(
  order: Order,
  poles: readonly PreviewedPole[],
  facts: Facts,
  now: number,
): OrderPreview {
  const approved = { ...order, approvedAt: order.approvedAt ?? now };
  const inScope = poles.filter(({ pole }) => isInOrderScope(order.scope, pole));
  const following = inScope.filter(({ pole }) => pole.optedIn);
  const refs = (of: readonly PreviewedPole[], test: (pole: PreviewedPole) => boolean) =>
    of.filter(test).map(({ ref }) => ref);
  return {
    inScope: inScope.length,
    follow: following.length,
    zones: zonesOf(approved, following),
    optedOut: refs(inScope, ({ pole }) => !pole.optedIn),
    offline: refs(following, ({ isOnline }) => !isOnline),
    held: refs(following, ({ pole }) => pole.hold !== null && !holdIsOver(pole, facts, now)),
    locked: refs(following, ({ pole }) => pole.lock !== null),
  };
}

function zonesOf(order: Order, poles: readonly PreviewedPole[]): PreviewZone[] {
  const zones = new Map<string, PreviewZone>();
  for (const { pole } of poles) {
    const window = orderWindow(order, almanacOf(pole.place));
    if (window) addWindow(zones, pole.place.timeZone, window);
  }
  return [...zones.values()].sort((a, b) => a.from.earliest - b.from.earliest);
}

function addWindow(zones: Map<string, PreviewZone>, timeZone: string, window: Span): void {
  const zone = zones.get(timeZone) ?? { timeZone, poles: 0, from: null, until: null };
  zones.set(timeZone, {
    timeZone,
    poles: zone.poles + 1,
    from: stretched(zone.from, window.from),
    until: window.until === Infinity ? null : stretched(zone.until, window.until),
  });
}

type Range = PreviewZone['from'];

const stretched = (range: Range | null, at: number): Range => ({
  earliest: Math.min(range?.earliest ?? at, at),
  latest: Math.max(range?.latest ?? at, at),
});
