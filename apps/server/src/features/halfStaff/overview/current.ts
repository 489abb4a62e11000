import {
  authorityName,
  dateInZone,
  dayKey,
  drivingDays,
  type HalfStaffOverview,
  LAST_US_ZONE,
  type ListedPole,
  latestVersions,
  likenessOf,
  type Order,
  type OrdersAndDays,
  orderKey,
  type Pole,
  ReachCount,
  type ReachSource,
  reachesInEffect,
  reachOfDay,
  SOURCE_KINDS,
  type Source,
  shouldBe,
  versionInEffect,
} from '@halyard/domain';

type Group = HalfStaffOverview['holding'][number];

const DAY_MS = 24 * 3_600_000;
const NO_END = { at: null, timeZone: null };

/**
 * Counts the poles where each half-staff order, annual half-staff day and daily rule is in effect
 * now. Also counts the poles where half-staff has ended and the flag must be raised. Sorts the
 * results by precedence, and then by number of poles.
 */
export class CurrentCount {
  readonly #sources: readonly (SourceAround & { count: ReachCount })[];
  readonly #ruled: RuledCount;

  constructor(facts: OrdersAndDays, now: number) {
    this.#sources = sourcesAround(facts, now).map((around) => ({
      ...around,
      count: new ReachCount(around.reached, facts, now),
    }));
    this.#ruled = new RuledCount(facts, now);
  }

  add(seen: ListedPole): void {
    if (this.#sources.length > 0) {
      const likeness = likenessOf(seen.pole);
      for (const { count } of this.#sources) count.add(seen, likeness);
    }
    this.#ruled.add(seen.pole);
  }

  get groups(): Group[] {
    const groups = this.#sources.flatMap(({ sourceAt, reached, count }): Group[] => {
      const end = count.firstEnd;
      if (end === null) return [];
      const { reach } = count;
      const ends = Number.isFinite(end.at) ? end : NO_END;
      const source = sourceAt(count.inEffectFor ?? '');
      return [{ source, position: reached.position, poles: reach.inScope, ...ends, reach }];
    });
    return [...groups, ...this.#ruled.groups].sort(bySource);
  }
}

/**
 * Returns the orders that may be in effect anywhere, and the annual half-staff days from yesterday
 * to tomorrow.
 */
function sourcesAround(facts: OrdersAndDays, now: number): SourceAround[] {
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
   * if an amendment still needs the company's second approval.
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
 * Whether an order may be in effect somewhere. A quick check that rules out orders that are over,
 * or have not begun, in every U.S. time zone.
 */
function mayBeInEffect({ cancelledAt, starts, ends }: Order, now: number): boolean {
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  if (cancelledAt !== null) return false;
  if (ends.kind !== 'open' && ends.date < date(now - 2 * DAY_MS)) return false;
  return starts.kind === 'immediately' || starts.date <= date(now + DAY_MS);
}

/**
 * Groups the poles whose position depends on a daily rule, or on half-staff that has just ended.
 */
class RuledCount {
  readonly #facts: OrdersAndDays;
  readonly #now: number;
  readonly #groups = new Map<string, Group>();

  constructor(facts: OrdersAndDays, now: number) {
    this.#facts = facts;
    this.#now = now;
  }

  add(pole: Pole): void {
    const { source, position, until } = shouldBe(pole, this.#facts, this.#now);
    if (source.kind !== 'daily-rule' && source.kind !== 'after-order') return;
    const key = `${source.key} ${position}`;
    let group = this.#groups.get(key);
    if (!group) {
      group = { source, position, poles: 0, ...NO_END, reach: null };
      this.#groups.set(key, group);
    }
    group.poles++;
    if (until === null || (group.at !== null && until >= group.at)) return;
    group.at = until;
    group.timeZone = pole.place.timeZone;
  }

  get groups(): Group[] {
    return [...this.#groups.values()];
  }
}

const bySource = (a: Group, b: Group): number =>
  SOURCE_KINDS.indexOf(a.source.kind) - SOURCE_KINDS.indexOf(b.source.kind) || b.poles - a.poles;
