import {
  type Authority,
  almanacOf,
  dayNumberOf,
  type FlownFlag,
  type OrderEnd,
  type OrderScope,
  type OrderStart,
  type Position,
  placeOf,
} from '@halyard/domain';
import { ExpectedFollows } from './expectedFollows.ts';

/**
 * A second implementation of the half-staff rules for poles without a daily rule. It processes
 * events one by one, while the real engine reads the stored orders and half-staff days. The two
 * share only the code that calculates sunrise, noon, sunset and local times.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The time in ms without a report after which a pole gets no commands. */
const SILENT_MS = 5 * MINUTE_MS;
const LAPSE_MS = 15 * MINUTE_MS;
const ANNUAL_DAYS = {
  '2026-05-25': { name: 'Memorial Day', end: 'noon' },
  '2026-12-07': { name: 'National Pearl Harbor Remembrance Day', end: 'sunset' },
} as const;

export interface ExpectedTerms {
  authority: Authority;
  kind: 'half' | 'full';
  scope: OrderScope;
  starts: OrderStart;
  ends: OrderEnd;
}

export interface ExpectedOrder extends ExpectedTerms {
  id: string;
  approvedAt: number;
  cancelled: boolean;
  /**
   * The terms of the order that are in effect at companies that have not yet given their second
   * approval, by company ID. Null if no version of the order is in effect at the company.
   */
  waiting: Map<string, ExpectedTerms | null>;
}

export interface ExpectedHold {
  /**
   * The key of the order (`order:{id}`) or half-staff day (`day:{date}`) whose end also ends the
   * hold. Null if the hold ends only at a certain time.
   */
  key: string | null;
  at: number;
  isByCommand: boolean;
  /**
   * Whether the engine has stored the hold yet. If a command created the hold, the engine stores it
   * at its next run.
   */
  isStored: boolean;
}

export interface ExpectedPole {
  companyId: string;
  locationId: string;
  flies: FlownFlag;
  position: Position;
  isOnline: boolean;
  isStuck: boolean;
  seenAt: number;
  open: { goal: Position | null; byPerson: boolean; at: number } | null;
  request: {
    byPerson: boolean;
    at: number;
    asked: Position | null;
    from: Position | null;
  } | null;
  hold: ExpectedHold | null;
  /**
   * When half-staff last ended at the pole. `once` is true if it ended because orders stopped
   * applying to the pole. In that case, the end is forgotten once the pole has left half-staff.
   */
  ended: { at: number; once: boolean } | null;
  /**
   * When half-staff last ended at the pole, for each authority and flag type, and for each annual
   * half-staff day. Times that no longer apply are deleted.
   */
  ends: Map<string, number>;
}

interface InEffect {
  key: string;
  /**
   * For an order, the authority and the pole's type of flag, such as `president/us`. For an annual
   * half-staff day, its name.
   */
  entry: string;
  kind: 'half' | 'full';
  from: number;
  until: number;
}

export class Expected {
  readonly orders: ExpectedOrder[] = [];
  /** Whether each company follows orders. */
  readonly companies = new Map<string, boolean>();
  /** The companies that require two approvals. */
  readonly twoApprovals = new Set<string>();
  readonly locations = new Map<string, { state: string; dailyRule: boolean }>();
  readonly follows = new ExpectedFollows();
  readonly poles: ExpectedPole[] = [];
  isRunning = true;
  now: number;

  constructor(now: number) {
    this.now = now;
  }

  almanac(pole: ExpectedPole) {
    const { state } = this.locations.get(pole.locationId)!;
    return almanacOf(placeOf({ state, latitude: null, longitude: null, timeZone: null }));
  }

  hasRule(pole: ExpectedPole): boolean {
    return this.locations.get(pole.locationId)!.dailyRule;
  }

  /** Returns sunrise, noon and sunset on the days around the current time, in order. */
  edges(pole: ExpectedPole): { sunrise: number; noon: number; sunset: number }[] {
    const { clock } = this.almanac(pole);
    const almanac = this.almanac(pole);
    const today = clock.dayAt(this.now);
    return [-1, 0, 1, 2].map((offset) => {
      const { from, until } = almanac.day(today + offset).flagHours;
      return { sunrise: from, noon: clock.momentOf(today + offset, 720), sunset: until };
    });
  }

  nextSunrise(pole: ExpectedPole, at: number): number {
    const almanac = this.almanac(pole);
    const today = almanac.clock.dayAt(at);
    const rises = [-1, 0, 1, 2].map((offset) => almanac.day(today + offset).flagHours.from);
    return rises.find((rise) => rise > at)!;
  }

  /** Advances the clock without reports from poles or runs of the engine. */
  advance(to: number): void {
    for (const pole of this.poles) {
      const over = this.windows(pole).filter(
        ({ kind, until }) => kind === 'half' && until > this.now && until <= to,
      );
      for (const { entry, until } of over)
        pole.ends.set(entry, Math.max(pole.ends.get(entry) ?? 0, until));
      if (over.length > 0)
        pole.ended = { at: Math.max(...over.map(({ until }) => until)), once: false };
      const { open } = pole;
      if (open && to - open.at >= LAPSE_MS) pole.open = null;
    }
    this.now = to;
  }

  /** Makes poles report and carry out their commands, and then makes the engine run once. */
  look(): void {
    for (const pole of this.poles) {
      if (pole.isOnline) {
        pole.seenAt = this.now;
        this.#obey(pole);
      }
      this.#engine(pole);
    }
  }

  #obey(pole: ExpectedPole): void {
    const { open } = pole;
    if (!open || open.goal === null) return;
    if (pole.isOnline && !pole.isStuck) pole.position = open.goal;
    if (pole.position === open.goal) pole.open = null;
  }

  /**
   * Makes a change that can start or end half-staff at poles.
   * @param isLoss whether the change also deletes what is stored about half-staff at the
   * `concerned` poles
   */
  change(act: () => void, isLoss: boolean, concerned: readonly ExpectedPole[]): void {
    const halves = this.poles.map((pole) => this.#halves(pole));
    const before = halves.map((each) => each.length > 0);
    act();
    for (const [i, pole] of this.poles.entries()) {
      const present = this.#halves(pole);
      const isHalf = present.length > 0;
      for (const { key, entry } of halves[i]!)
        if (!present.some((each) => each.key === key)) pole.ends.set(entry, this.now);
      if (isLoss && concerned.includes(pole)) pole.ends.clear();
      if (isLoss && concerned.includes(pole) && pole.ended && !isHalf && !before[i])
        pole.ended = this.#isLeftAtHalf(pole) ? { at: pole.ended.at, once: true } : null;
      if (before[i] && !isHalf) pole.ended = { at: this.now, once: isLoss };
      // Orders apply to the pole only from now on, so an earlier command does not contradict them.
      if (isLoss && concerned.includes(pole) && pole.hold?.isStored === false) pole.hold = null;
      this.#endHold(pole);
    }
  }

  /**
   * Makes an order wait for a second approval at each company that requires one.
   * @param before the terms that are in effect at these companies until then; null if there are
   * none
   */
  wait(order: ExpectedOrder, before: ExpectedTerms | null): void {
    for (const id of this.twoApprovals)
      if (!order.waiting.has(id)) order.waiting.set(id, before && { ...before });
  }

  /**
   * Changes which orders and half-staff days companies or locations follow.
   * @param act makes the change, and returns the changed entries of each location
   */
  changeFollows(act: () => Map<string, string[]>): void {
    const before = this.poles.map((pole) => this.#halves(pole).length > 0);
    const changed = act();
    for (const [i, pole] of this.poles.entries()) {
      const entries = changed.get(pole.locationId);
      if (!entries) continue;
      // Earlier events at the pole because of these choices no longer count.
      for (const entry of entries) pole.ends.delete(entry);
      const isHalf = this.#halves(pole).length > 0;
      if (before[i] && !isHalf) pole.ended = { at: this.now, once: true };
      if (!before[i] && !isHalf && pole.ended && !pole.ended.once) {
        const last = this.#lastEnd(pole);
        const isForgotten = (last?.at ?? 0) < pole.ended.at;
        if (isForgotten)
          pole.ended = this.#isLeftAtHalf(pole) ? { at: pole.ended.at, once: true } : last;
      }
      this.#endHold(pole);
    }
  }

  #lastEnd(pole: ExpectedPole): ExpectedPole['ended'] {
    const at = Math.max(...pole.ends.values());
    return pole.ends.size > 0 ? { at, once: false } : null;
  }

  windows(pole: ExpectedPole): InEffect[] {
    if (!this.companies.get(pole.companyId)) return [];
    const almanac = this.almanac(pole);
    const { state } = this.locations.get(pole.locationId)!;
    const found: InEffect[] = [];
    const hours = (date: string) => almanac.day(dayNumberOf(date)).flagHours;
    const clockAt = (date: string, time: string) => {
      const [h, m] = time.split(':').map(Number);
      return almanac.clock.momentOf(dayNumberOf(date), h! * 60 + m!);
    };
    for (const { id, approvedAt, cancelled, waiting, ...current } of this.orders) {
      const terms = waiting.has(pole.companyId) ? waiting.get(pole.companyId) : current;
      if (cancelled || !terms) continue;
      const { authority, kind, scope, starts, ends } = terms;
      const entry = `${authority}/${pole.flies}`;
      if (!this.follows.isOn(pole.locationId, entry)) continue;
      if (scope.kind === 'states' && !scope.states.includes(state)) continue;
      if (scope.kind === 'companies' && !scope.companyIds.includes(pole.companyId)) continue;
      if (scope.kind === 'locations' && !scope.locationIds.includes(pole.locationId)) continue;
      let from = approvedAt;
      if (starts.kind === 'sunrise') from = Math.max(from, hours(starts.date).from);
      if (starts.kind === 'time') from = Math.max(from, clockAt(starts.date, starts.time));
      let until = Infinity;
      if (ends.kind === 'sunset') until = hours(ends.date).until;
      if (ends.kind === 'noon') until = clockAt(ends.date, '12:00');
      if (ends.kind === 'time') until = clockAt(ends.date, ends.time);
      if (from < until) found.push({ key: `order:${id}`, entry, kind, from, until });
    }
    for (const [date, { name, end }] of Object.entries(ANNUAL_DAYS)) {
      if (!this.follows.isOn(pole.locationId, name)) continue;
      const { from, until } = hours(date);
      const last = end === 'noon' ? clockAt(date, '12:00') : until;
      found.push({ key: `day:${date}`, entry: name, kind: 'half', from, until: last });
    }
    return found;
  }

  #active(pole: ExpectedPole): InEffect[] {
    return this.windows(pole).filter(({ from, until }) => from <= this.now && this.now < until);
  }

  #halves(pole: ExpectedPole): InEffect[] {
    return this.#active(pole).filter(({ kind }) => kind === 'half');
  }

  /**
   * Returns what is in effect at a pole, and the position that it requires. Exceptions take
   * precedence over orders, and orders over half-staff days. If there are several of the same kind,
   * returns the one that ends last. Null if no order or half-staff day requires half-staff.
   */
  inEffect(pole: ExpectedPole): { key: string; flying: 'up' | 'half' } | null {
    const active = this.#active(pole);
    const halves = active.filter(({ kind }) => kind === 'half');
    if (halves.length === 0) return null;
    const fulls = active.filter(({ kind }) => kind === 'full');
    const orders = halves.filter(({ key }) => key.startsWith('order:'));
    const said = fulls.length > 0 ? fulls : orders.length > 0 ? orders : halves;
    const sorted = [...said].sort((a, b) => (a.key < b.key ? -1 : 1));
    const { key } = sorted.reduce((a, b) => (b.until > a.until ? b : a));
    return { key, flying: fulls.length > 0 ? 'up' : 'half' };
  }

  heading(pole: ExpectedPole): Position {
    return pole.open?.goal ?? pole.position;
  }

  #isLeftAtHalf(pole: ExpectedPole): boolean {
    const heading = this.heading(pole);
    return heading !== 'down' && (heading === 'half' || pole.position === 'half');
  }

  /**
   * Returns the position that autopilot would choose without a hold. Null if it would choose none.
   */
  #wanted(pole: ExpectedPole): Position | null {
    const said = this.inEffect(pole);
    if (said) return this.heading(pole) === 'down' ? null : said.flying;
    const { ended, request } = pole;
    if (!ended || !this.#isLeftAtHalf(pole)) return null;
    const isAskedFor = request?.byPerson && request.asked !== 'up' && request.at > ended.at;
    return isAskedFor ? null : 'up';
  }

  #endHold(pole: ExpectedPole): void {
    const { hold } = pole;
    if (!hold) return;
    const isIn = hold.key === null || this.#active(pole).some(({ key }) => key === hold.key);
    if (isIn && this.now < hold.at) return;
    pole.hold = null;
    // A hold for the company's own half-staff, with a reason and an end, has ended.
    const isOwn =
      !hold.isByCommand && this.companies.get(pole.companyId) && pole.position === 'half';
    if (isOwn && !this.inEffect(pole) && this.#wanted(pole) === null)
      pole.ended = { at: this.now, once: true };
  }

  #engine(pole: ExpectedPole): void {
    this.#endHold(pole);
    if (!this.isRunning || this.hasRule(pole)) return;
    if (pole.hold) pole.hold.isStored = true;
    const wanted = this.#wanted(pole);
    const { ended, open, position } = pole;
    if (ended?.once && pole.isOnline && !open && position !== 'half')
      pole.ended = this.#lastEnd(pole);
    if (pole.hold || wanted === null) return;
    if (position === wanted && this.heading(pole) === wanted) return;
    if (this.now - pole.seenAt >= SILENT_MS) return;
    if (open?.byPerson && open.goal === 'up' && wanted === 'half') return;
    const from = this.heading(pole);
    pole.request = { byPerson: false, at: this.now, asked: wanted, from };
    pole.open = { goal: wanted, byPerson: false, at: this.now };
    this.#obey(pole);
    // The pole may only have passed the top on its way to another position.
    if (pole.open === null) this.#engine(pole);
  }

  /**
   * Sends a user's command.
   * @param asked the position; null to stop the pole
   */
  command(pole: ExpectedPole, asked: Position | null): void {
    const at = this.now;
    const isRetry = pole.open !== null && pole.open.goal === asked;
    const from = isRetry ? pole.request!.from : this.heading(pole);
    pole.request = { byPerson: true, at, asked, from };
    pole.open = { goal: asked, byPerson: true, at };
    this.#obey(pole);
    if (this.hasRule(pole)) return;
    const said = this.inEffect(pole);
    this.#endHold(pole);
    const { hold } = pole;
    if (hold) {
      const isFlown = asked === 'down' || (asked === 'up' && from === 'down');
      if ((asked !== null && asked === said?.flying) || (hold.isByCommand && isFlown))
        pole.hold = null;
      return;
    }
    if (!said || asked === said.flying || asked === 'down') return;
    if (asked === null && this.heading(pole) === 'down') return;
    if (asked === 'up' && from !== 'half') return;
    pole.hold = {
      key: said.key,
      at: this.nextSunrise(pole, at),
      isByCommand: true,
      isStored: false,
    };
  }

  /** Sends a user's command to switch the lamp. */
  lamp(pole: ExpectedPole): void {
    if (pole.open) pole.open = { ...pole.open, byPerson: true, at: this.now };
  }
}

export { DAY_MS, MINUTE_MS };
