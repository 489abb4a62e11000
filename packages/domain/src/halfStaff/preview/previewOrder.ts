import { almanacOf, type Span } from '../../sun/almanac.ts';
import type { OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import { isInOrderScope, type Order } from '../orders/order.ts';
import { orderWindow } from '../rules/orderAndDayWindows.ts';
import { likenessOf } from '../timeline/movements.ts';
import {
  factsWith,
  factsWithSecond,
  type ListedPole,
  ReachCount,
  RisingCount,
  reachOfOrder,
  turnOf,
} from './orderReach.ts';
import type { OrderPreview, PreviewZone } from './previewSchemas.ts';

/**
 * Starts a preview of an order as if it were approved, or amended to these terms, at `now` (epoch
 * milliseconds). The caller then adds all poles with {@link PreviewCount.add}.
 */
export const previewOrder = (order: Order, facts: OrdersAndDays, now: number): PreviewCount =>
  new PreviewCount(order, { before: facts, after: factsWith(facts, order, now) }, now);

/**
 * Starts a preview of an approved order as if these companies gave their second approval at `now`
 * (epoch milliseconds). The preview ignores poles of other companies.
 */
export const previewSecondApproval = (
  order: Order,
  companyIds: readonly string[],
  facts: OrdersAndDays,
  now: number,
): PreviewCount => {
  const after = factsWithSecond(facts, order.id, companyIds, now);
  const isTheirs = ({ companyId }: Pole) => companyIds.includes(companyId);
  return new PreviewCount(order, { before: facts, after }, now, isTheirs);
};

/** Previews the effect of a change to an order. The caller adds one pole after another. */
export class PreviewCount {
  readonly #order: Order;
  readonly #facts: { before: OrdersAndDays; after: OrdersAndDays };
  readonly #now: number;
  readonly #isCounted: (pole: Pole) => boolean;
  readonly #reach: ReachCount;
  readonly #places: PlacesInScope;
  readonly #zones = new Map<string, PreviewZone>();
  readonly #waiting = new Map<string, OrderPreview['waiting'][number]>();
  readonly #rising = new RisingCount();

  constructor(
    order: Order,
    facts: { before: OrdersAndDays; after: OrdersAndDays },
    now: number,
    isCounted: (pole: Pole) => boolean = () => true,
  ) {
    this.#order = order;
    this.#facts = facts;
    this.#now = now;
    this.#isCounted = isCounted;
    const changed = facts.after.orders.find(({ id }) => id === order.id) ?? order;
    this.#reach = new ReachCount(reachOfOrder(changed), facts.after, now);
    this.#places = new PlacesInScope(order, now);
  }

  add(seen: ListedPole): void {
    const { pole, ref } = seen;
    if (!this.#isCounted(pole)) return;
    this.#places.add(pole);
    const reach = this.#reach.add(seen, likenessOf(pole));
    if (reach?.window) addWindow(this.#zones, pole.place.timeZone, reach.window);
    if (reach?.kind === 'waits') this.#addWaiting(ref);
    if (this.#order.approvedAt === null) return;
    const { before, after } = this.#facts;
    const turn = turnOf({ pole, facts: before }, { pole, facts: after }, this.#now);
    if (turn === 'up') this.#rising.add(ref);
  }

  get preview(): Omit<OrderPreview, 'engineIsOn'> {
    return {
      ...this.#reach.reach,
      isEmpty: this.#places.areEmpty,
      zones: [...this.#zones.values()].sort((a, b) => a.from.earliest - b.from.earliest),
      waiting: [...this.#waiting.values()].sort((a, b) => a.name.localeCompare(b.name)),
      rising: this.#rising.counted,
      risingIds: this.#rising.ids,
    };
  }

  #addWaiting({ companyId: id, company: name }: ListedPole['ref']): void {
    const poles = (this.#waiting.get(id)?.poles ?? 0) + 1;
    this.#waiting.set(id, { id, name, poles });
  }
}

/**
 * Determines whether an order approved at `now` would never be in effect at any pole in its scope,
 * whether or not the poles' companies follow orders.
 */
export class PlacesInScope {
  readonly #order: Order;
  readonly #now: number;
  #isEmpty: boolean | null = null;

  constructor(order: Order, now: number) {
    this.#order = { ...order, approvedAt: order.approvedAt ?? now };
    this.#now = now;
  }

  add(pole: Pick<Pole, 'companyId' | 'locationId' | 'state' | 'place'>): void {
    if (this.#isEmpty === false || !isInOrderScope(this.#order.scope, pole)) return;
    const window = orderWindow(this.#order, almanacOf(pole.place));
    this.#isEmpty = window === null || window.until <= this.#now;
  }

  /**
   * Whether the order will be in effect at one of the poles added so far. If so, the caller can
   * stop adding poles.
   */
  get haveEffect(): boolean {
    return this.#isEmpty === false;
  }

  /**
   * Whether the order would never be in effect at any of the poles added so far. If none of them is
   * in scope, only the order's end date is considered.
   */
  get areEmpty(): boolean {
    return this.#isEmpty ?? isLongOver(this.#order, this.#now);
  }
}

const DAY_MS = 24 * 3_600_000;

/** Whether the order's end date is in the past in every time zone. */
export function isLongOver({ ends }: Pick<Order, 'ends'>, now: number): boolean {
  return ends.kind !== 'open' && Date.parse(`${ends.date}T00:00:00Z`) + 2 * DAY_MS <= now;
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
