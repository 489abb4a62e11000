import type { Position } from '../../flags/live/position.ts';
import { isWithin, type Span } from '../../sun/almanac.ts';
import { DAILY_RULE_LABELS } from '../facts/dailyRule.ts';
import type { Hold } from '../facts/hold.ts';
import type { Pole } from '../facts/poleFacts.ts';
import { authorityName } from '../orders/authorityName.ts';
import type { Order } from '../orders/order.ts';
import type { OrderAtPole, PoleSchedule } from './ordersAndDaysAtPole.ts';
import type { ShouldBe, Source } from './shouldBeSchema.ts';
import { DAY_PREFIX, dayKey, orderKey } from './sourceKeys.ts';

/**
 * The planned position and lamp state of a pole at a given time, and the order, day or other source
 * that determines them.
 */
export type Answer = Pick<ShouldBe, 'position' | 'lamp' | 'source'>;

const source = (kind: Source['kind'], key: string, more: Partial<Source> = {}): Source => ({
  kind,
  key,
  keys: [key],
  by: null,
  title: '',
  ...more,
});
const NONE: Answer = { position: null, lamp: null, source: source('none', 'none') };

/**
 * Returns what should be in effect at a pole at a given time. The order of precedence is: lock,
 * hold, full-staff exception, half-staff order, annual half-staff day, daily rule, and the return
 * to full-staff after half-staff. See half-staff, "What is in effect".
 */
export function answerAt(schedule: PoleSchedule, at: number): Answer {
  const { lock, hold } = schedule.pole;
  if (lock) {
    const by = { by: lock.byName, title: lock.reason };
    return { position: null, lamp: null, source: source('lock', 'lock', by) };
  }
  if (hold && at < holdEnd(hold, schedule)) {
    const by = { by: hold.by, title: hold.reason };
    return { position: null, lamp: null, source: source('hold', `hold:${hold.id}`, by) };
  }
  return answerBeneath(schedule, at);
}

/** Returns what would be in effect if the pole were neither locked nor held. */
export function answerBeneath(schedule: PoleSchedule, at: number): Answer {
  const mourning = mourningAt(schedule, at);
  if (mourning) return duringMourning(schedule, mourning, at);
  const { dailyRule } = schedule.pole;
  if (dailyRule !== 'none') {
    const title = { title: DAILY_RULE_LABELS[dailyRule] };
    return {
      ...byDailyRule(schedule, at),
      source: source('daily-rule', `rule:${dailyRule}`, title),
    };
  }
  return afterMourning(schedule, at);
}

/**
 * Returns the exception, order or annual half-staff day that decides whether the flag is at
 * half-staff; null if there is none. An exception has no effect while nothing calls for half-staff.
 */
export function mourningAt(schedule: PoleSchedule, at: number): Source | null {
  const active = schedule.orders.filter(({ window }) => isWithin(window, at));
  const halves = active.filter(({ kind }) => kind === 'half');
  const day = schedule.daysAround(at).find(({ window }) => isWithin(window, at));
  if (halves.length === 0 && !day) return null;
  const exceptions = active.filter(({ kind }) => kind === 'full');
  if (exceptions.length > 0) return orderSource('exception', exceptions);
  if (halves.length > 0) return orderSource('order', halves);
  return day ? source('annual-day', dayKey(day.day.date), { title: day.day.name }) : null;
}

/**
 * Combines several orders in effect into one source, with the authority and reason of the order
 * that ends last.
 */
function orderSource(kind: 'exception' | 'order', active: readonly OrderAtPole[]): Source {
  const last = active.reduce((a, b) => (b.window.until > a.window.until ? b : a));
  const { id, reason } = last.order;
  const keys = active.map(({ order }) => orderKey(order.id));
  return source(kind, orderKey(id), { keys, by: nameOf(last.order), title: reason });
}

/**
 * Caches the name of each order's authority, because it is needed for each of the thousands of
 * poles that an order may apply to.
 */
const names = new WeakMap<Order, string>();

function nameOf(order: Order): string {
  let name = names.get(order);
  if (name === undefined) {
    name = authorityName(order);
    names.set(order, name);
  }
  return name;
}

/**
 * Returns the planned position while an order, day or exception is in effect: half-staff or full
 * staff. However, the flag is down while its daily rule calls for that. Without a daily rule, a
 * flag that is down stays down.
 */
function duringMourning(schedule: PoleSchedule, source: Source, at: number): Answer {
  const { pole } = schedule;
  const flying: Position = source.kind === 'exception' ? 'up' : 'half';
  if (pole.dailyRule !== 'none') {
    const { position, lamp } = byDailyRule(schedule, at);
    return { position: position === 'up' ? flying : position, lamp, source };
  }
  // A flag that is down stays down, no matter who lowered it or when.
  return { position: pole.position === 'down' ? null : flying, lamp: null, source };
}

/**
 * Returns the position and the lamp state that the daily rule calls for. The lamp is on while the
 * sun is down.
 */
function byDailyRule(
  { pole, almanac }: PoleSchedule,
  at: number,
): Pick<Answer, 'position' | 'lamp'> {
  const lamp = !almanac.isWithin('sunHours', at);
  if (pole.dailyRule === 'always-up') return { position: 'up', lamp };
  return { position: almanac.isWithin('flagHours', at) ? 'up' : 'down', lamp };
}

/**
 * Returns the planned position after half-staff has ended, for a pole without a daily rule. A flag
 * at half-staff goes up, unless a user has requested a different position since then. A flag that
 * is down stays down.
 */
function afterMourning(schedule: PoleSchedule, at: number): Answer {
  if (!isLeftAtHalf(schedule.pole)) return NONE;
  const end = mourningEndBefore(schedule, at);
  if (!end) return NONE;
  const { request } = schedule.pole;
  // If a user has requested Up since then, the flag should not stay at half-staff.
  if (request?.byPerson && request.to !== 'up' && request.at > end.at) return NONE;
  return { position: 'up', lamp: null, source: source('after-order', `after:${end.key}`) };
}

/**
 * Whether the pole is at half-staff, is moving to half-staff, or stopped while autopilot was moving
 * it.
 */
export function isLeftAtHalf({
  reported,
  position,
  request,
}: Pick<Pole, 'reported' | 'position' | 'request'>): boolean {
  if (position === 'down') return false;
  if (reported === 'half' || position === 'half') return true;
  return position === null && request !== null && !request.byPerson && !request.isConfirmed;
}

/**
 * The time when half-staff ended (epoch milliseconds), and the key of the order or day that ended.
 */
export interface MourningEnd {
  at: number;
  key: string;
}

/**
 * Returns the last time, at or before `at`, when half-staff ended at the pole; null if there is
 * none.
 */
export function mourningEndBefore(schedule: PoleSchedule, at: number): MourningEnd | null {
  let end: MourningEnd | null = null;
  const consider = (until: number, key: string) => {
    if (until <= at && (end === null || until > end.at)) end = { at: until, key };
  };
  for (const { order, kind, window } of schedule.orders)
    if (kind === 'half') consider(window.until, orderKey(order.id));
  for (const { day, window } of schedule.daysAround(at)) consider(window.until, dayKey(day.date));
  if (schedule.pole.releasedAt !== null) consider(schedule.pole.releasedAt, 'release');
  return end;
}

/** Returns the time when a hold ends, in epoch milliseconds; Infinity if the time is not known. */
export function holdEnd({ expires, createdAt }: Hold, schedule: PoleSchedule): number {
  if (expires.kind === 'at') return expires.at;
  const key = expires.sourceKey;
  const day = key.startsWith(DAY_PREFIX) ? schedule.windowOn(key.slice(DAY_PREFIX.length)) : null;
  const windows = schedule.orders.filter((o) => orderKey(o.order.id) === key).map((o) => o.window);
  const end = day ? day.until : endOfRun(windows, createdAt);
  return Math.min(end, expires.at ?? Infinity);
}

/**
 * Returns the end time of the order that a hold overrides. If an amendment left a gap between the
 * order's periods, the order ends at the gap. A change of the order's kind does not end it.
 */
function endOfRun(windows: readonly Span[], since: number): number {
  let end = -Infinity;
  for (const { from, until } of [...windows].sort((a, b) => a.from - b.from)) {
    if (end >= since && from > end) break;
    end = Math.max(end, until);
  }
  return end;
}
