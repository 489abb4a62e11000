import { isWithin } from '../sun/almanac.ts';
import { authorityName } from './authority.ts';
import type { Bearing, OrderAtPole } from './bearing.ts';
import type { Hold } from './hold.ts';
import { DAY_PREFIX, dayKey, orderKey } from './keys.ts';
import type { Pole } from './pole.ts';
import { DAILY_RULE_LABELS, type Position, type ShouldBe, type Source } from './should.ts';

/** What should hold at a moment, without how long. */
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
 * What should hold at a pole at a moment (half-staff.md, "What should hold now"): lockout, then a
 * person's hold, a full-staff exception, half-staff orders, the annual half-staff day, the daily rule,
 * and after an order the position before it.
 */
export function answerAt(bearing: Bearing, at: number): Answer {
  const { lock, hold } = bearing.pole;
  if (lock) {
    const by = { by: lock.byName, title: lock.reason };
    return { position: null, lamp: null, source: source('lock', 'lock', by) };
  }
  if (hold && at < holdEnd(hold, bearing)) {
    const by = { by: hold.by, title: hold.reason };
    return { position: null, lamp: null, source: source('hold', `hold:${hold.id}`, by) };
  }
  return answerBeneath(bearing, at);
}

/** What should hold if nobody locked or held the pole. */
export function answerBeneath(bearing: Bearing, at: number): Answer {
  const { pole } = bearing;
  const mourning = mourningAt(bearing, at);
  if (mourning) return underSource(bearing, mourning, at);
  const { dailyRule } = pole;
  if (dailyRule !== 'none') {
    const title = { title: DAILY_RULE_LABELS[dailyRule] };
    return {
      ...byDailyRule(bearing, at),
      source: source('daily-rule', `rule:${dailyRule}`, title),
    };
  }
  return afterOrder(pole);
}

/** The exception, orders or annual day in force: what decides whether the flag is at half-staff. */
function mourningAt(bearing: Bearing, at: number): Source | null {
  const active = bearing.orders.filter(({ window }) => isWithin(window, at));
  const halves = active.filter(({ order }) => order.kind === 'half');
  const day = bearing.daysAround(at).find(({ window }) => isWithin(window, at));
  if (halves.length === 0 && !day) return null;
  // An exception that excepts from nothing changes nothing.
  const exceptions = active.filter(({ order }) => order.kind === 'full');
  if (exceptions.length > 0) return orderSource('exception', exceptions);
  if (halves.length > 0) return orderSource('order', halves);
  return day ? source('annual-day', dayKey(day.day.date), { title: day.day.name }) : null;
}

/** Of several orders the one that ends last speaks for all: so long it stays half-staff. */
function orderSource(kind: 'exception' | 'order', active: readonly OrderAtPole[]): Source {
  const last = active.reduce((a, b) => (b.window.until > a.window.until ? b : a));
  const { id, reason } = last.order;
  const keys = active.map(({ order }) => orderKey(order.id));
  return source(kind, orderKey(id), { keys, by: authorityName(last.order), title: reason });
}

/** Half only where the flag would fly; full by exception likewise. */
function underSource(bearing: Bearing, source: Source, at: number): Answer {
  const { pole } = bearing;
  const flying: Position = source.kind === 'exception' ? 'up' : 'half';
  if (pole.dailyRule !== 'none') {
    const { position, lamp } = byDailyRule(bearing, at);
    return { position: position === 'up' ? flying : position, lamp, source };
  }
  const before = pole.before ? pole.before.position : pole.position;
  return { position: before === 'down' ? null : flying, lamp: null, source };
}

/** The lamp burns while the sun is down, so that a flag that is up is lit. */
function byDailyRule({ pole, almanac }: Bearing, at: number): Pick<Answer, 'position' | 'lamp'> {
  const lamp = !almanac.isWithin('sunHours', at);
  if (pole.dailyRule === 'always-up') return { position: 'up', lamp };
  return { position: almanac.isWithin('flagHours', at) ? 'up' : 'down', lamp };
}

/** A pole that was down is left down; one whose position was not known is taken to have flown. */
function afterOrder({ before, optedIn, hold }: Pole): Answer {
  // Who has opted out is not moved; nor does a position come back that a person has since overruled.
  if (!before || !optedIn || hold?.expires.kind === 'source-ends') return NONE;
  if (before.position === 'down') return NONE;
  const key = `after:${before.sourceKey}`;
  return { position: before.position ?? 'up', lamp: null, source: source('after-order', key) };
}

/** When a hold is over (epoch milliseconds; Infinity: not by the clock). */
export function holdEnd({ expires }: Hold, bearing: Bearing): number {
  if (expires.kind === 'at') return expires.at;
  const key = expires.sourceKey;
  const order = bearing.orders.find((o) => orderKey(o.order.id) === key);
  const day = key.startsWith(DAY_PREFIX) ? bearing.windowOn(key.slice(DAY_PREFIX.length)) : null;
  return order?.window.until ?? day?.until ?? -Infinity;
}
