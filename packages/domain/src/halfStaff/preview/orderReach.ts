import type { Position } from '../../flags/live/position.ts';
import { isWithin, type Span } from '../../sun/almanac.ts';
import type { DrivingDay, Facts, OrderFacts, Pole } from '../facts/poleFacts.ts';
import { isInOrderScope, type Order } from '../orders/order.ts';
import { type Bearing, bearingOn } from '../rules/ordersAndDaysAtPole.ts';
import { answerAt, holdEnd, mourningAt } from '../rules/rulePrecedence.ts';
import { dayKey, orderKey } from '../rules/sourceKeys.ts';
import { likenessOf, movingSteps } from '../timeline/movements.ts';
import { isAt } from '../timeline/timeline.ts';
import type { OrderReach, PoleRef } from './previewSchemas.ts';
import { LISTED_POLES, REACH_KINDS, type ReachKind } from './reachKinds.ts';

/** A pole, how lists name it, and whether it is online. */
export interface SeenPole {
  pole: Pole;
  ref: PoleRef;
  isOnline: boolean;
}

/** An order, or an annual day, whose reach is asked for. */
export interface ReachSource {
  /** `order:{id}` or `day:{date}`. */
  key: string;
  /** Where it wants flags that fly. */
  position: Position;
  isFor(pole: Pole): boolean;
  /** When it is in effect at the pole; of several times the last one. Null: never. */
  window(bearing: Bearing): Span | null;
}

/** What becomes of one pole. */
export interface PoleReach {
  kind: ReachKind;
  /** When the order is in effect there. */
  window: Span | null;
  /** Epoch milliseconds at which it moves; null: it does not. */
  movesAt: number | null;
}

const DAY_MS = 24 * 3_600_000;
/** How far an order without an end is followed: beyond it, a flag that has not moved stays. */
const OPEN_END_MS = 32 * DAY_MS;

/** An order that `facts` contain. */
export function reachOfOrder({
  id,
  kind,
  scope,
}: Pick<Order, 'id' | 'kind' | 'scope'>): ReachSource {
  return {
    key: orderKey(id),
    position: kind === 'half' ? 'half' : 'up',
    isFor: (pole) => isInOrderScope(scope, pole),
    window: ({ orders }) =>
      orders.findLast((one) => one.order.id === id && one.kind === kind)?.window ?? null,
  };
}

/** An annual day: it is for every pole. */
export const reachOfDay = ({ date }: Pick<DrivingDay, 'date'>): ReachSource => ({
  key: dayKey(date),
  position: 'half',
  isFor: () => true,
  window: (bearing) => bearing.windowOn(date),
});

/**
 * Facts as they would be if the order were approved, or amended to these terms, at `now` (epoch
 * milliseconds by the domain clock). One that says the same as the stored one changes nothing.
 */
export function factsWith(facts: Facts, order: Order, now: number): Facts {
  const stored = facts.orders.find(({ id }) => id === order.id);
  const others = facts.orders.filter(({ id }) => id !== order.id);
  if (!stored || stored.approvedAt === null)
    return withOrders(facts, [...others, { ...order, status: 'approved', approvedAt: now }]);
  if (sameTerms(stored, order)) return facts;
  const { kind, authority, reason, scope, starts, ends } = stored;
  const from = stored.earlier?.at(-1)?.until ?? stored.approvedAt;
  const present = { kind, authority, reason, scope, starts, ends, from, until: now };
  const earlier = [...(stored.earlier ?? []), present];
  return withOrders(facts, [...others, { ...order, earlier }]);
}

/** Facts as they would be if the order were cancelled at `now`. */
export function factsWithout(facts: Facts, orderId: string, now: number): Facts {
  const cancelled = (order: OrderFacts): OrderFacts =>
    order.id === orderId ? { ...order, status: 'cancelled', cancelledAt: now } : order;
  return withOrders(facts, facts.orders.map(cancelled));
}

const withOrders = ({ confirmedDays }: Facts, orders: readonly OrderFacts[]): Facts => ({
  orders,
  confirmedDays,
});

function sameTerms(a: Order, b: Order): boolean {
  const terms = ({ kind, authority, reason, scope, starts, ends }: Order) =>
    JSON.stringify([kind, authority, reason, scope, starts, ends]);
  return terms(a) === terms(b);
}

/**
 * What becomes of one pole in the scope of an order or day that is part of `facts`. The first that
 * applies counts: its company does not follow orders; the order is in effect there for no minute;
 * locked; held when it takes effect; offline; it will move, now or later; it stays down; it is there
 * already; else something other decides (another order or day brings it there before, or an exception
 * keeps it up).
 */
export function poleReach(
  source: ReachSource,
  { pole, isOnline }: Pick<SeenPole, 'pole' | 'isOnline'>,
  facts: Facts,
  now: number,
): PoleReach {
  const of = (kind: ReachKind, window: Span | null, movesAt: number | null = null) => ({
    kind,
    window,
    movesAt,
  });
  if (!pole.optedIn) return of('optedOut', null);
  const bearing = bearingOn(pole, facts);
  const window = source.window(bearing);
  if (!window || window.until <= now) return of('never', null);
  if (pole.lock) return of('locked', window);
  const { first, atStart } = follow(source, pole, facts, { now, window });
  const isHeld = pole.hold !== null && holdEnd(pole.hold, bearing) > Math.max(window.from, now);
  if (first ? first.isAfterHold : isHeld) return of('held', window);
  if (!isOnline) return of('offline', window);
  if (first) return of('moves', window, first.at);
  if (atStart.position === 'down') return of('down', window);
  const isThere = isAt(pole, source.position) && isAt(atStart, source.position);
  return of(isThere ? 'there' : 'other', window);
}

/** The first movement that the source causes, and where the pole is just after the source's start. */
function follow(
  { key, position }: ReachSource,
  pole: Pole,
  facts: Facts,
  { now, window }: { now: number; window: Span },
) {
  const start = Math.max(window.from, now);
  const end = Math.min(window.until, start + OPEN_END_MS);
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

/** What becomes of every pole in the scope of an order or day; each is counted once. */
export function reachOf(
  source: ReachSource,
  poles: readonly SeenPole[],
  facts: Facts,
  now: number,
): { reach: OrderReach; each: readonly (SeenPole & PoleReach)[] } {
  const known = new Map<string, PoleReach>();
  const each: (SeenPole & PoleReach)[] = [];
  for (const seen of poles) {
    if (!source.isFor(seen.pole)) continue;
    const key = `${seen.isOnline} ${likenessOf(seen.pole)}`;
    const found = known.get(key) ?? poleReach(source, seen, facts, now);
    known.set(key, found);
    each.push({ ...seen, ...found });
  }
  return { reach: summed(each, now), each };
}

function summed(each: readonly (SeenPole & PoleReach)[], now: number): OrderReach {
  const poles = Object.fromEntries(
    REACH_KINDS.map((kind) => [kind, { count: 0, names: [] as PoleRef[] }]),
  ) as OrderReach['poles'];
  let later = 0;
  for (const { kind, ref, movesAt } of each) {
    const bucket = poles[kind];
    bucket.count++;
    if (bucket.names.length < LISTED_POLES) bucket.names.push(ref);
    if (movesAt !== null && movesAt > now) later++;
  }
  return { inScope: each.length, follow: each.length - poles.optedOut.count, later, poles };
}

/**
 * Where the order or day ends first of the poles at which it is in effect at a moment: when (Infinity
 * without an end), and that pole's time zone. Null: it is in effect at none.
 */
export function firstEnd(
  each: readonly (Pick<SeenPole, 'pole'> & PoleReach)[],
  now: number,
): { at: number; timeZone: string } | null {
  let first: { at: number; timeZone: string } | null = null;
  for (const { pole, window } of each)
    if (window && isWithin(window, now) && (first === null || window.until < first.at))
      first = { at: window.until, timeZone: pole.place.timeZone };
  return first;
}

/**
 * Where autopilot would send a pole because half-staff, or an exception to it, is taken away: up from
 * half-staff, or to half-staff from an exception. Null: it stays.
 */
export function turnOf(
  before: { pole: Pole; facts: Facts },
  after: { pole: Pole; facts: Facts },
  now: number,
): 'up' | 'half' | null {
  const { pole } = before;
  const bearing = bearingOn(pole, before.facts);
  const mourning = mourningAt(bearing, now);
  const to = answerAt(bearingOn(after.pole, after.facts), now).position;
  const isAtHalf = pole.reported === 'half' || pole.position === 'half';
  if (mourning?.kind === 'exception') return to === 'half' && !isAtHalf ? 'half' : null;
  return mourning && isAtHalf && to === 'up' ? 'up' : null;
}
