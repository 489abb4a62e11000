import {
  authorityName,
  dateInZone,
  dayKey,
  drivingDays,
  type Facts,
  firstEnd,
  type HalfStaffOverview,
  isWithin,
  LAST_US_ZONE,
  type ListedPole,
  latestVersions,
  type Order,
  orderKey,
  type ReachSource,
  reachesInEffect,
  reachOf,
  reachOfDay,
  SOURCE_KINDS,
  type Source,
  shouldBe,
  versionInEffect,
} from '@halyard/domain';
import { nextTurn } from '../../../platform/nextTurn.ts';

type Group = HalfStaffOverview['holding'][number];

const DAY_MS = 24 * 3_600_000;
const NO_END = { at: null, timeZone: null };

/**
 * Returns what is in effect now. First come the orders and annual days, each with its effects on
 * the poles in its scope, counted as in its preview. Then come the poles that follow their daily
 * rule or go up after half-staff.
 */
export async function currentGroups(
  poles: readonly ListedPole[],
  facts: Facts,
  now: number,
): Promise<Group[]> {
  const groups: Group[] = [];
  for (const { sourceAt, reached } of sourcesAround(facts, now)) {
    // Let the server handle other requests before the next order or day.
    await nextTurn();
    const { reach, each } = reachOf(reached, poles, facts, now);
    const end = firstEnd(each, now);
    if (end === null) continue;
    const ends = Number.isFinite(end.at) ? end : NO_END;
    const inEffect = each.find(({ window }) => window && isWithin(window, now));
    const source = sourceAt(inEffect?.pole.companyId ?? '');
    groups.push({ source, position: reached.position, poles: reach.inScope, ...ends, reach });
  }
  return [...groups, ...ruled(poles, facts, now)].sort(bySource);
}

/**
 * Returns the orders that may be in effect anywhere, and the annual days from yesterday to
 * tomorrow.
 */
function sourcesAround(facts: Facts, now: number): SourceAround[] {
  const orders = facts.orders
    .filter((order) => latestVersions(order).some((version) => mayBeInEffect(version, now)))
    .flatMap((order) =>
      reachesInEffect(order).map((reached) => ({
        sourceAt: (companyId: string) => sourceOf(versionInEffect(order, companyId) ?? order),
        reached,
      })),
    );
  const [first, last] = [now - DAY_MS, now + DAY_MS].map((at) => dateInZone(LAST_US_ZONE, at));
  const year = Number(first!.slice(0, 4));
  const days = [year, year + 1]
    .flatMap((each) => drivingDays(facts, each))
    .filter(({ date }) => date >= first! && date <= last!)
    .map((day) => {
      const key = dayKey(day.date);
      const kind: Source['kind'] = 'annual-day';
      const source = { kind, key, keys: [key], by: null, title: day.name };
      return { sourceAt: () => source, reached: reachOfDay(day) };
    });
  return [...orders, ...days];
}

interface SourceAround {
  /**
   * Returns the version of an order that is in effect for a company. This may be an earlier version
   * if an amendment still needs the company's approval.
   */
  sourceAt: (companyId: string) => Source;
  reached: ReachSource;
}

function sourceOf(order: Order): Source {
  const key = orderKey(order.id);
  const kind = order.kind === 'half' ? 'order' : 'exception';
  return { kind, key, keys: [key], by: authorityName(order), title: order.reason };
}

/**
 * Whether an order may be in effect somewhere. Quickly rules out orders that are over, or have not
 * begun, in every US time zone.
 */
function mayBeInEffect({ cancelledAt, starts, ends }: Order, now: number): boolean {
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  if (cancelledAt !== null) return false;
  if (ends.kind !== 'open' && ends.date < date(now - 2 * DAY_MS)) return false;
  return starts.kind === 'immediately' || starts.date <= date(now + DAY_MS);
}

/**
 * Groups the poles whose position is determined by their daily rule or by the end of half-staff.
 */
function ruled(poles: readonly ListedPole[], facts: Facts, now: number): Group[] {
  const groups = new Map<string, Group>();
  for (const { pole } of poles) {
    const { source, position, until } = shouldBe(pole, facts, now);
    if (source.kind !== 'daily-rule' && source.kind !== 'after-order') continue;
    const key = `${source.key} ${position}`;
    const group = groups.get(key) ?? { source, position, poles: 0, ...NO_END, reach: null };
    const isFirst = until !== null && (group.at === null || until < group.at);
    const end = isFirst ? { at: until, timeZone: pole.place.timeZone } : {};
    groups.set(key, { ...group, poles: group.poles + 1, ...end });
  }
  return [...groups.values()];
}

const bySource = (a: Group, b: Group): number =>
  SOURCE_KINDS.indexOf(a.source.kind) - SOURCE_KINDS.indexOf(b.source.kind) || b.poles - a.poles;
