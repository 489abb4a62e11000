import type { Position } from '../../flags/live/position.ts';
import { isWithin, type Span } from '../../sun/almanac.ts';
import { followsAuthoritySince, followsDaySince } from '../facts/follows.ts';
import type {
  DrivingDay,
  OrderFacts,
  OrdersAndDays,
  Pole,
  SecondApprovals,
} from '../facts/poleFacts.ts';
import { isInOrderScope, type Order } from '../orders/order.ts';
import { type PoleSchedule, scheduleOf } from '../rules/ordersAndDaysAtPole.ts';
import { isWaiting, latestVersions, versionInEffect } from '../rules/orderVersions.ts';
import { answerAt, holdEnd, mourningAt } from '../rules/rulePrecedence.ts';
import { dayKey, orderKey } from '../rules/sourceKeys.ts';
import { likenessOf, movingSteps } from '../timeline/movements.ts';
import { isAt } from '../timeline/timeline.ts';
import type { OrderReach, PoleRef } from './previewSchemas.ts';
import { LISTED_POLES, REACH_KINDS, type ReachKind, RISING_LISTED } from './reachKinds.ts';

/** A pole with its name and location for lists, and whether it is online. */
export interface ListedPole {
  pole: Pole;
  ref: PoleRef;
  isOnline: boolean;
}

/** An order or annual half-staff day whose effect on poles can be computed. */
export interface ReachSource {
  /** The key of the order or half-staff day: `order:{id}` or `day:{date}`. */
  key: string;
  /**
   * The position that the order or half-staff day calls for. A flag that is down stays down
   * regardless of this position.
   */
  position: Position;
  isFor(pole: Pole): boolean;
  /** Whether the order or half-staff day still needs a second approval for this pole. */
  waits?(pole: Pole): boolean;
  /**
   * Whether the pole follows the order or half-staff day. Does not check whether its company
   * follows orders at all.
   */
  isFollowed(pole: Pole): boolean;
  /**
   * The period when the order or half-staff day is in effect at the pole; the last one if there are
   * several. Null if never.
   */
  window(schedule: PoleSchedule): Span | null;
}

/** The effect of an order or half-staff day on one pole. */
export interface PoleReach {
  kind: ReachKind;
  /**
   * The period when the order or half-staff day is in effect at the pole; null if there is none, or
   * if the pole does not follow it.
   */
  window: Span | null;
  /** The time when the pole moves, in epoch milliseconds; null if it does not move. */
  movesAt: number | null;
}

const DAY_MS = 24 * 3_600_000;
/**
 * Maximum time in ms for which an order is simulated. A flag that does not move within this time
 * counts as not moving.
 */
const SIMULATED_MS = 32 * DAY_MS;

/**
 * Returns the data about an order's current version that is needed to compute its effect on poles.
 */
export function reachOfOrder(
  order: Pick<OrderFacts, 'id' | 'kind' | 'authority' | 'scope' | 'secondApprovals'>,
): ReachSource {
  return {
    ...ofKind(order),
    isFor: (pole) => isInOrderScope(order.scope, pole),
    isFollowed: (pole) => followsAuthoritySince(pole, order.authority) !== null,
    waits: ({ companyId }) => isWaiting(order, companyId),
  };
}

/**
 * Returns the data for computing how an order affects poles. Usually returns one item. Returns two
 * if, after an amendment, the order calls for half-staff at some companies and for full staff at
 * others.
 */
export function reachesInEffect(order: OrderFacts): ReachSource[] {
  const at = ({ companyId }: Pole) => versionInEffect(order, companyId) ?? order;
  const kinds = new Set([order, ...latestVersions(order)].map(({ kind }) => kind));
  return [...kinds].map((kind) => ({
    ...ofKind({ id: order.id, kind }),
    isFor: (pole) => at(pole).kind === kind && isInOrderScope(at(pole).scope, pole),
    isFollowed: (pole) => followsAuthoritySince(pole, at(pole).authority) !== null,
    waits: ({ companyId }) => versionInEffect(order, companyId) === null,
  }));
}

const ofKind = ({
  id,
  kind,
}: Pick<Order, 'id' | 'kind'>): Pick<ReachSource, 'key' | 'position' | 'window'> => ({
  key: orderKey(id),
  position: kind === 'half' ? 'half' : 'up',
  window: ({ orders }) =>
    orders.findLast((one) => one.order.id === id && one.kind === kind)?.window ?? null,
});

/**
 * Returns the data about an annual half-staff day that is needed to compute its effect on poles.
 * Such a day applies to every pole.
 */
export const reachOfDay = ({ date, name }: Pick<DrivingDay, 'date' | 'name'>): ReachSource => ({
  key: dayKey(date),
  position: 'half',
  isFor: () => true,
  isFollowed: (pole) => followsDaySince(pole, name) !== null,
  window: (schedule) => schedule.windowOn(date),
});

/**
 * Returns a copy of the half-staff data as if the order had been approved, or amended to these
 * terms, at `now` (epoch milliseconds of the half-staff engine's clock).
 */
export function factsWith(facts: OrdersAndDays, order: Order, now: number): OrdersAndDays {
  const stored = facts.orders.find(({ id }) => id === order.id);
  const others = facts.orders.filter(({ id }) => id !== order.id);
  const secondApprovals = allWaiting(facts.twoApprovals);
  if (!stored || stored.approvedAt === null) {
    const approved = { ...order, status: 'approved', approvedAt: now, secondApprovals } as const;
    return withOrders(facts, [...others, approved]);
  }
  if (sameTerms(stored, order)) return facts;
  const { kind, authority, reason, scope, starts, ends, revision } = stored;
  const present = {
    ...{ kind, authority, reason, scope, starts, ends, revision },
    from: stored.earlier?.at(-1)?.until ?? stored.approvedAt,
    until: now,
    secondApprovals: stored.secondApprovals,
  };
  const earlier = [...(stored.earlier ?? []), present];
  return withOrders(facts, [...others, { ...order, earlier, secondApprovals }]);
}

const allWaiting = (companyIds: readonly string[] = []): SecondApprovals | undefined =>
  companyIds.length === 0 ? undefined : Object.fromEntries(companyIds.map((id) => [id, null]));

/**
 * Returns a copy of the half-staff data in which these companies gave their second approval of the
 * order at `now`.
 */
export function factsWithSecond(
  facts: OrdersAndDays,
  orderId: string,
  companyIds: readonly string[],
  now: number,
): OrdersAndDays {
  const given = Object.fromEntries(companyIds.map((id) => [id, now]));
  const approved = (order: OrderFacts): OrderFacts =>
    order.id === orderId
      ? { ...order, secondApprovals: { ...order.secondApprovals, ...given } }
      : order;
  return withOrders(facts, facts.orders.map(approved));
}

/** Returns a copy of the half-staff data in which the order was canceled at `now`. */
export function factsWithout(facts: OrdersAndDays, orderId: string, now: number): OrdersAndDays {
  const cancelled = (order: OrderFacts): OrderFacts =>
    order.id === orderId ? { ...order, status: 'cancelled', cancelledAt: now } : order;
  return withOrders(facts, facts.orders.map(cancelled));
}

const withOrders = (facts: OrdersAndDays, orders: readonly OrderFacts[]): OrdersAndDays => ({
  ...facts,
  orders,
});

function sameTerms(a: Order, b: Order): boolean {
  const terms = ({ kind, authority, reason, scope, starts, ends }: Order) =>
    JSON.stringify([kind, authority, reason, scope, starts, ends]);
  return terms(a) === terms(b);
}

/**
 * Computes the effect of an order or half-staff day on one pole in its scope.
 * @param facts the half-staff data, which must include the order or day
 */
export function poleReach(
  source: ReachSource,
  { pole, isOnline }: Pick<ListedPole, 'pole' | 'isOnline'>,
  facts: OrdersAndDays,
  now: number,
): PoleReach {
  const of = (kind: ReachKind, window: Span | null, movesAt: number | null = null) => ({
    kind,
    window,
    movesAt,
  });
  if (!pole.optedIn) return of('optedOut', null);
  if (!source.isFollowed(pole)) return of('notFollowed', null);
  if (source.waits?.(pole)) return of('waits', null);
  const schedule = scheduleOf(pole, facts);
  const window = source.window(schedule);
  if (!window || window.until <= now) return of('never', null);
  if (pole.lock) return of('locked', window);
  const { first, atStart } = follow(source, pole, facts, { now, window });
  const isHeld = pole.hold !== null && holdEnd(pole.hold, schedule) > Math.max(window.from, now);
  if (first ? first.isAfterHold : isHeld) return of('held', window);
  if (!isOnline) return of('offline', window);
  if (first) return of('moves', window, first.at);
  if (atStart.position === 'down') return of('down', window);
  const isThere = isAt(pole, source.position) && isAt(atStart, source.position);
  return of(isThere ? 'there' : 'other', window);
}

/**
 * Returns the first movement that the order or half-staff day causes, and the pole's position just
 * after the order or day takes effect.
 */
function follow(
  { key, position }: ReachSource,
  pole: Pole,
  facts: OrdersAndDays,
  { now, window }: { now: number; window: Span },
) {
  const start = Math.max(window.from, now);
  const end = Math.min(window.until, start + SIMULATED_MS);
  let atStart: Pick<Pole, 'reported' | 'position'> = pole;
  for (const { at, movement, answer, pole: before } of movingSteps(pole, facts, now, end)) {
    const isCause = movement?.source.key === key && movement.position === position;
    if (at <= start) {
      const { position: to } = answer;
      atStart = to === null ? before : { reported: to, position: to };
    }
    if (isCause) return { first: movement, atStart };
  }
  return { first: null, atStart };
}

/** The maximum number of cached effects on poles. If there are more, the cache is cleared. */
const KNOWN_EFFECTS = 10_000;

/**
 * Counts the poles in the scope of an order or half-staff day, grouped by how they are affected.
 * The caller adds one pole after another. Each pole is counted once.
 */
export class ReachCount {
  readonly #source: ReachSource;
  readonly #facts: OrdersAndDays;
  readonly #now: number;
  readonly #known = new Map<string, PoleReach>();
  readonly #poles = Object.fromEntries(
    REACH_KINDS.map((kind) => [kind, new PoleCount()]),
  ) as Record<ReachKind, PoleCount>;
  #inScope = 0;
  #later = 0;
  #firstEnd: { at: number; timeZone: string } | null = null;
  #inEffectFor: string | null = null;

  constructor(source: ReachSource, facts: OrdersAndDays, now: number) {
    this.#source = source;
    this.#facts = facts;
    this.#now = now;
  }

  /**
   * Counts a pole.
   * @param likeness the result of `likenessOf` for the pole
   * @returns the effect on the pole; null if the pole is not in the scope
   */
  add(seen: ListedPole, likeness = likenessOf(seen.pole)): PoleReach | null {
    const { pole, ref, isOnline } = seen;
    if (!this.#source.isFor(pole)) return null;
    const key = `${isOnline} ${likeness}`;
    let found = this.#known.get(key);
    if (!found) {
      if (this.#known.size >= KNOWN_EFFECTS) this.#known.clear();
      found = poleReach(this.#source, seen, this.#facts, this.#now);
      this.#known.set(key, found);
    }
    const { kind, window, movesAt } = found;
    this.#inScope++;
    this.#poles[kind].add(ref);
    if (movesAt !== null && movesAt > this.#now) this.#later++;
    if (window && isWithin(window, this.#now)) {
      this.#inEffectFor ??= pole.companyId;
      if (this.#firstEnd === null || window.until < this.#firstEnd.at)
        this.#firstEnd = { at: window.until, timeZone: pole.place.timeZone };
    }
    return found;
  }

  get reach(): OrderReach {
    const kinds = REACH_KINDS.map((kind) => [kind, this.#poles[kind].counted] as const);
    const poles = Object.fromEntries(kinds) as OrderReach['poles'];
    const follow = this.#inScope - poles.optedOut.count - poles.notFollowed.count;
    return { inScope: this.#inScope, follow, later: this.#later, poles };
  }

  /**
   * The earliest time when the order or half-staff day ends at any pole, in epoch milliseconds, and
   * that pole's time zone. The time is Infinity if open-ended. Null if the order or day is in
   * effect at no pole.
   */
  get firstEnd(): { at: number; timeZone: string } | null {
    return this.#firstEnd;
  }

  /**
   * A company with a pole where the order or half-staff day is in effect: the first one that was
   * found. Null if there is none.
   */
  get inEffectFor(): string | null {
    return this.#inEffectFor;
  }
}

/** Counts poles, and keeps the first few, sorted by company, location and name. */
export class PoleCount {
  #count = 0;
  readonly #first = new FirstOf(LISTED_POLES, comparePoles);

  add(ref: PoleRef): void {
    this.#count++;
    this.#first.add(ref);
  }

  get counted(): OrderReach['poles'][ReachKind] {
    return { count: this.#count, names: [...this.#first.items] };
  }
}

/** Counts the poles that would be raised, and lists their IDs unless there are too many. */
export class RisingCount extends PoleCount {
  #ids: string[] | null = [];

  override add(ref: PoleRef): void {
    super.add(ref);
    if (this.#ids?.length === RISING_LISTED) this.#ids = null;
    this.#ids?.push(ref.id);
  }

  /** The IDs of all poles that would be raised; null if there are more than `RISING_LISTED`. */
  get ids(): string[] | null {
    return this.#ids;
  }
}

/** A list that keeps only the first few of the added items, in a given sort order. */
export class FirstOf<Item> {
  readonly items: Item[] = [];
  readonly #limit: number;
  readonly #compare: (a: Item, b: Item) => number;

  constructor(limit: number, compare: (a: Item, b: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  add(item: Item): void {
    const { items } = this;
    let place = items.length;
    while (place > 0 && this.#compare(item, items[place - 1]!) < 0) place--;
    if (place >= this.#limit) return;
    items.splice(place, 0, item);
    if (items.length > this.#limit) items.pop();
  }
}

/** Compares poles by company, location and name. */
export function comparePoles(a: PoleRef, b: PoleRef): number {
  for (const key of ['company', 'location', 'name', 'id'] as const)
    if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  return 0;
}

/**
 * Returns the position that autopilot would move a pole to when half-staff or an exception begins
 * or ends. The result is `up` only for a pole at half-staff. Null if the pole does not
 * move.
 */
export function turnOf(
  before: { pole: Pole; facts: OrdersAndDays },
  after: { pole: Pole; facts: OrdersAndDays },
  now: number,
): 'up' | 'half' | null {
  const { pole } = before;
  const schedule = scheduleOf(pole, before.facts);
  const mourning = mourningAt(schedule, now);
  const to = answerAt(scheduleOf(after.pole, after.facts), now).position;
  const isAtHalf = pole.reported === 'half' || pole.position === 'half';
  if (mourning === null || mourning.kind === 'exception')
    return to === 'half' && !isAtHalf ? 'half' : null;
  return isAtHalf && to === 'up' ? 'up' : null;
}
