import { almanacOf, type Span } from '../../sun/almanac.ts';
import type { Facts } from '../facts/poleFacts.ts';
import { isInOrderScope, type Order } from '../orders/order.ts';
import { orderWindow } from '../rules/orderAndDayWindows.ts';
import {
  factsWith,
  factsWithSecond,
  type ListedPole,
  type PoleReach,
  reachOf,
  reachOfOrder,
  turnOf,
} from './orderReach.ts';
import type { OrderPreview, PreviewZone } from './previewSchemas.ts';
import { LISTED_POLES } from './reachKinds.ts';

/**
 * Previews the effect of an order if it were approved, or amended to these terms, at `now` (epoch
 * milliseconds). For an approved order with unchanged terms, this is its current effect.
 */
export function previewOrder(
  order: Order,
  poles: readonly ListedPole[],
  facts: Facts,
  now: number,
): Omit<OrderPreview, 'engineIsOn'> {
  return previewChange(order, poles, { before: facts, after: factsWith(facts, order, now) }, now);
}

/**
 * Previews the effect of an approved order's current version at the poles of these companies if
 * they gave their second approval at `now` (epoch milliseconds).
 * @param poles poles of any company; those of other companies are left out
 */
export function previewSecondApproval(
  order: Order,
  companyIds: readonly string[],
  poles: readonly ListedPole[],
  facts: Facts,
  now: number,
): Omit<OrderPreview, 'engineIsOn'> {
  const theirs = poles.filter(({ pole }) => companyIds.includes(pole.companyId));
  const after = factsWithSecond(facts, order.id, companyIds, now);
  return previewChange(order, theirs, { before: facts, after }, now);
}

function previewChange(
  order: Order,
  poles: readonly ListedPole[],
  { before, after }: { before: Facts; after: Facts },
  now: number,
): Omit<OrderPreview, 'engineIsOn'> {
  const changed = after.orders.find(({ id }) => id === order.id) ?? order;
  const { reach, each } = reachOf(reachOfOrder(changed), poles, after, now);
  const rising =
    order.approvedAt === null
      ? []
      : poles.filter(
          ({ pole }) => turnOf({ pole, facts: before }, { pole, facts: after }, now) === 'up',
        );
  return {
    ...reach,
    isEmpty: isEmptyOrder(order, poles, now),
    zones: zonesOf(each),
    waiting: waitingOf(each),
    rising: { count: rising.length, names: rising.slice(0, LISTED_POLES).map(({ ref }) => ref) },
    risingIds: rising.map(({ ref }) => ref.id),
  };
}

/**
 * Whether the order, if approved at `now`, would never be in effect at any pole in its scope,
 * regardless of whether the poles' companies follow orders. If no pole is in scope, only the
 * order's end date is considered.
 */
export function isEmptyOrder(
  order: Order,
  poles: readonly Pick<ListedPole, 'pole'>[],
  now: number,
): boolean {
  const approved = { ...order, approvedAt: order.approvedAt ?? now };
  const places = poles.filter(({ pole }) => isInOrderScope(order.scope, pole));
  if (places.length === 0) return isLongOver(order, now);
  return places.every(({ pole }) => {
    const window = orderWindow(approved, almanacOf(pole.place));
    return window === null || window.until <= now;
  });
}

const DAY_MS = 24 * 3_600_000;

/** Whether the order's end date has passed in every time zone. */
export function isLongOver({ ends }: Pick<Order, 'ends'>, now: number): boolean {
  return ends.kind !== 'open' && Date.parse(`${ends.date}T00:00:00Z`) + 2 * DAY_MS <= now;
}

function zonesOf(
  each: readonly { pole: ListedPole['pole']; window: Span | null }[],
): PreviewZone[] {
  const zones = new Map<string, PreviewZone>();
  for (const { pole, window } of each) if (window) addWindow(zones, pole.place.timeZone, window);
  return [...zones.values()].sort((a, b) => a.from.earliest - b.from.earliest);
}

/** Counts the poles that need a second approval, by company. */
function waitingOf(each: readonly (ListedPole & PoleReach)[]): OrderPreview['waiting'] {
  const companies = new Map<string, OrderPreview['waiting'][number]>();
  for (const { kind, ref } of each) {
    if (kind !== 'waits') continue;
    const { companyId: id, company: name } = ref;
    companies.set(id, { id, name, poles: (companies.get(id)?.poles ?? 0) + 1 });
  }
  return [...companies.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function addWindow(zones: Map<string, PreviewZone>, timeZone: string, window: Span): void {
  const zone = zones.get(timeZone) ?? { timeZone, poles: 0, from: null, until: null };
  zones.set(timeZone, {
    timeZone,
    poles: zone.poles + 1,
    from: widened(zone.from, window.from),
    until: window.until === Infinity ? null : widened(zone.until, window.until),
  });
}

type Range = PreviewZone['from'];

const widened = (range: Range | null, at: number): Range => ({
  earliest: Math.min(range?.earliest ?? at, at),
  latest: Math.max(range?.latest ?? at, at),
});
