import {
  AUTHORITIES,
  choiceOf,
  FLOWN_FLAGS,
  type FollowsChoice,
  givenAt,
  type OrderEnd,
  type OrderScope,
  type OrderStart,
  POSITION_SWITCHES,
} from '@halyard/domain';
import { expect, vi } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { updateCompany } from '../../customers/companies/companies.ts';
import { updateLocation } from '../../customers/locations/locations.ts';
import { updateFlag } from '../../flags/flags.ts';
import { setFollows } from '../autopilot/follows.ts';
import { holdPole, poleHalfStaff, releaseHold } from '../inEffect/poleStatus.ts';
import { approveSecond } from '../orders/approveSecond.ts';
import { cancelOrder, getOrder, updateOrder } from '../orders/orders.ts';
import { openHolds } from '../poles/holds.ts';
import { createEngineWorld, type EngineWorld, type WorldPole } from './engineWorld.ts';
import { DAY_MS, Expected, type ExpectedPole, MINUTE_MS } from './expected.ts';
import { type Ends, type Event, type Off, type Run, SEASONS, type Starts } from './runs.ts';

/** One sequence of events, in which the real engine and the expected world run side by side. */
export class Play {
  readonly #run: Run;
  readonly #start: number;
  readonly #expected: Expected;
  #world!: EngineWorld;
  readonly #poles: WorldPole[] = [];
  readonly #orders: { id: string; revision: number }[] = [];
  #isStopped = false;
  #isOff = false;
  #oldMemory: unknown[] = [];
  #replaced = 0;
  #engineAt = 0;
  readonly #story: string[] = [];

  constructor(given: Run) {
    this.#run = given;
    this.#start = SEASONS[given.season];
    this.#expected = new Expected(this.#start);
  }

  /** @param onEvent called before each event */
  async play(onEvent: () => void): Promise<void> {
    this.#world = await createEngineWorld(new Date(this.#start).toISOString());
    try {
      await this.#world.switchEngine(true);
      for (const wish of this.#run.poles) await this.#addPole(wish);
      await this.#look();
      for (const { gap, event, isHurried } of this.#run.events) {
        onEvent();
        await this.#advance(this.#moment(gap));
        if (!isHurried) await this.#look();
        this.#story.push(`${new Date(this.#world.now()).toISOString()} ${JSON.stringify(event)}`);
        await this.#do(event);
        if (isHurried) continue;
        await this.#look();
        await this.#advance(this.#world.now() + MINUTE_MS);
        await this.#look();
        if (event.what === 'loose') {
          await this.#advance(this.#world.now() + 16 * MINUTE_MS);
          await this.#look();
        }
      }
      await this.#finish();
    } finally {
      await this.#world.close();
    }
  }

  async #addPole(wish: Run['poles'][number]): Promise<void> {
    const pole = await this.#world.addPole(wish);
    const { companyId, locationId, position } = pole;
    this.#poles.push(pole);
    this.#expected.companies.set(companyId, wish.optedIn);
    this.#expected.locations.set(locationId, { state: wish.state, dailyRule: false });
    this.#expected.follows.addLocation(companyId, locationId);
    this.#expected.poles.push({
      companyId,
      locationId,
      flies: 'us',
      position,
      isOnline: true,
      isStuck: false,
      seenAt: this.#start,
      open: null,
      request: null,
      hold: null,
      // Annual days of the past also apply to poles that have always existed.
      ended: wish.optedIn ? { at: this.#start - 9 * DAY_MS, once: false } : null,
      ends: new Map(wish.optedIn ? [['earlier', this.#start - 9 * DAY_MS]] : []),
    });
  }

  #moment(given: Run['events'][number]['gap']): number {
    const now = this.#world.now();
    if ('minutes' in given) return now + given.minutes * MINUTE_MS;
    const edges = this.#expected.edges(this.#expected.poles[given.which]!);
    const next = edges.map((each) => each[given.edge] + given.offset).find((at) => at > now);
    return next ?? now;
  }

  /** Lets time pass. Commands may lapse in the meantime. */
  async #advance(to: number): Promise<void> {
    await this.#world.passTo(to);
    vi.advanceTimersByTime(1000);
    await this.#world.idle();
    this.#expected.advance(to);
  }

  /** Makes poles report, runs the engine, and then compares the poles with the expected world. */
  async #look(): Promise<void> {
    await this.#world.goTo(this.#world.now());
    this.#expected.look();
    if (this.#expected.isRunning) this.#engineAt = this.#world.now();
    for (const [i, pole] of this.#poles.entries()) {
      const expected = this.#expected.poles[i]!;
      if (this.#expected.hasRule(expected)) {
        await this.#follow(pole, expected);
        continue;
      }
      if (!pole.isOnline || pole.isStuck) continue;
      const actual: Record<string, unknown> = { position: pole.position };
      const wanted: Record<string, unknown> = { position: expected.position };
      if (this.#expected.isRunning) {
        actual.isHeld = (await poleHalfStaff(this.#world.ctx, pole.id)).hold !== null;
        wanted.isHeld = expected.hold !== null;
      }
      expect(actual, this.#historyText(i)).toEqual(wanted);
    }
  }

  #historyText(i: number): string {
    const { open, request, hold, ended, locationId } = this.#expected.poles[i]!;
    const inEffect = this.#expected.inEffect(this.#expected.poles[i]!);
    const state = this.#expected.locations.get(locationId)?.state;
    return `pole ${i} ${state} ${JSON.stringify({ open, request, hold, ended, inEffect })} after\n${this.#story.join('\n')}\n`;
  }

  /** Copies the pole's state to the expected world, which does not implement daily rules. */
  async #follow(pole: WorldPole, expected: ExpectedPole): Promise<void> {
    const { link, db } = this.#world.services;
    const { command, desired } = link.record(pole);
    const on = (['up', 'half', 'down'] as const).find((p) => desired[POSITION_SWITCHES[p]]);
    const asked = command?.closedAt === undefined ? (command?.goal ?? on ?? null) : (on ?? null);
    expected.position = pole.position;
    expected.open = null;
    expected.request = null;
    if (command) {
      const { by, at, from } = command.positionRequest ?? { ...command, at: givenAt(command) };
      expected.request = { byPerson: by !== 'half-staff', at, asked, from: from ?? null };
      if (command.closedAt === undefined)
        expected.open = {
          goal: asked,
          byPerson: command.by !== 'half-staff',
          at: givenAt(command),
        };
    }
    const hold = (await openHolds(db.queries, [pole.id])).get(pole.id);
    expected.hold = null;
    if (!hold) return;
    const { expires, commandId } = hold;
    const key = expires.kind === 'at' ? null : expires.sourceKey;
    expected.hold = {
      key,
      at: expires.at ?? Infinity,
      isByCommand: commandId !== null,
      isStored: true,
    };
  }

  #date = (offset: number) => new Date(this.#start + offset * DAY_MS).toISOString().slice(0, 10);
  #dated(given: Starts | Ends): OrderStart | OrderEnd {
    if (!('day' in given)) return given;
    const { day: offset, ...rest } = given;
    return { ...rest, date: this.#date(offset) };
  }
  #scope({ kind, which: i }: { kind: OrderScope['kind']; which: number }): OrderScope {
    const { companyId, locationId } = this.#expected.poles[i]!;
    if (kind === 'states')
      return { kind, states: [this.#expected.locations.get(locationId)!.state] };
    if (kind === 'companies') return { kind, companyIds: [companyId] };
    if (kind === 'locations') return { kind, locationIds: [locationId] };
    return { kind };
  }

  async #do(given: Event): Promise<void> {
    const world = this.#world;
    const { ctx } = world;
    const i = 'which' in given ? given.which : 0;
    const pole = this.#poles[i]!;
    const expected = this.#expected.poles[i]!;
    const everyone = this.#expected.poles;
    switch (given.what) {
      case 'order': {
        const terms = {
          authority: given.authority,
          kind: given.kind,
          scope: this.#scope(given.scope),
          starts: this.#dated(given.starts) as OrderStart,
          ends: this.#dated(given.ends) as OrderEnd,
        };
        const made = await world.order(terms).catch(unlessRefused);
        if (!made) return;
        this.#orders.push(made);
        const rest = { approvedAt: world.now(), cancelled: false, waiting: new Map() };
        const known = { ...terms, id: made.id, ...rest };
        this.#expected.wait(known, null);
        this.#expected.change(() => this.#expected.orders.push(known), false, []);
        return;
      }
      case 'amend': {
        const present = this.#orders[given.order];
        if (!present) return;
        const { change } = given;
        const fields = {
          ...('scope' in change && { scope: this.#scope(change.scope) }),
          ...('starts' in change && { starts: this.#dated(change.starts) as OrderStart }),
          ...('ends' in change && { ends: this.#dated(change.ends) as OrderEnd }),
          ...('kind' in change && { kind: change.kind }),
          ...('authority' in change && { authority: change.authority }),
        };
        const made = await updateOrder(ctx, present.id, {
          revision: present.revision,
          ...fields,
        }).catch(unlessRefused);
        if (!made) return;
        this.#orders[given.order] = made;
        const known = this.#expected.orders.find(({ id }) => id === present.id)!;
        const { authority, kind, scope, starts, ends } = known;
        this.#expected.wait(known, { authority, kind, scope, starts, ends });
        this.#expected.change(() => Object.assign(known, fields), false, []);
        return;
      }
      case 'demand': {
        const { companyId } = expected;
        const { twoApprovals, orders } = this.#expected;
        if (twoApprovals.has(companyId) === given.isOn) return;
        await updateCompany(ctx, companyId, { twoApprovals: given.isOn });
        if (given.isOn) twoApprovals.add(companyId);
        else {
          twoApprovals.delete(companyId);
          const release = () => {
            for (const { waiting } of orders) waiting.delete(companyId);
          };
          this.#expected.change(release, false, []);
        }
        return;
      }
      case 'second': {
        const present = this.#orders[given.order];
        if (!present) return;
        const { companyId } = expected;
        const { version, revision } = await getOrder(ctx, present.id);
        const body = { version, revision, companyIds: [companyId] };
        const known = this.#expected.orders.find(({ id }) => id === present.id)!;
        if (known.waiting.has(companyId))
          await expect(approveSecond(ctx, present.id, body)).rejects.toThrow(AppError);
        const made = await approveSecond(world.second, present.id, body).catch(unlessRefused);
        if (!made) return;
        this.#expected.change(() => known.waiting.delete(companyId), false, []);
        return;
      }
      case 'cancel': {
        const [gone] = this.#orders.splice(given.order, 1);
        if (!gone) return;
        await cancelOrder(ctx, gone.id, { why: 'By mistake' });
        const known = this.#expected.orders.find(({ id }) => id === gone.id)!;
        this.#expected.change(() => Object.assign(known, { cancelled: true }), false, []);
        return;
      }
      case 'opt': {
        const { companyId } = expected;
        const concerned = everyone.filter((each) => each.companyId === companyId);
        if (this.#expected.companies.get(companyId) === given.isIn) return;
        await updateCompany(ctx, companyId, { autoHalfMast: given.isIn });
        this.#expected.change(
          () => this.#expected.companies.set(companyId, given.isIn),
          true,
          concerned,
        );
        return;
      }
      case 'follow': {
        const { companyId, locationId } = expected;
        const isCompany = given.place === 'company';
        const chosen = choiceWithout(given.off);
        await setFollows(ctx, companyId, {
          locationId: isCompany ? null : locationId,
          follows: chosen,
        });
        const off = new Set<string>([
          ...given.off.authorities.map(({ authority, flies }) => `${authority}/${flies}`),
          ...given.off.days,
        ]);
        const { follows, now } = this.#expected;
        this.#expected.changeFollows(() =>
          isCompany
            ? follows.setCompany(companyId, off, now)
            : follows.setLocation(locationId, off, now),
        );
        return;
      }
      case 'unfollow-own': {
        const { companyId, locationId } = expected;
        await setFollows(ctx, companyId, { locationId, follows: null });
        const { follows, now } = this.#expected;
        this.#expected.changeFollows(() => follows.setLocation(locationId, null, now));
        return;
      }
      case 'fly': {
        if (given.flies === expected.flies) return;
        const { follows } = this.#expected;
        const isOther = follows.differ(expected.locationId, expected.flies, given.flies);
        await updateFlag(ctx, pole.id, { flies: given.flies });
        this.#expected.change(
          () => Object.assign(expected, { flies: given.flies }),
          isOther,
          isOther ? [expected] : [],
        );
        return;
      }
      case 'state': {
        const location = this.#expected.locations.get(expected.locationId)!;
        if (location.state === given.state) return;
        const concerned = everyone.filter((each) => each.locationId === expected.locationId);
        await updateLocation(ctx, expected.locationId, { state: given.state });
        this.#expected.change(
          () => Object.assign(location, { state: given.state }),
          true,
          concerned,
        );
        return;
      }
      case 'move': {
        const { companyId, locationId } = everyone[given.to]!;
        if (locationId === expected.locationId) return;
        await updateFlag(ctx, pole.id, { companyId, locationId });
        this.#expected.change(() => Object.assign(expected, { companyId, locationId }), true, [
          expected,
        ]);
        return;
      }
      case 'rule': {
        await updateLocation(ctx, expected.locationId, { dailyRule: given.rule });
        this.#expected.locations.get(expected.locationId)!.dailyRule = given.rule !== 'none';
        return;
      }
      case 'switch': {
        const on = (['up', 'half', 'down'] as const).find(
          (p) => world.services.link.record(pole).desired[POSITION_SWITCHES[p]],
        );
        if (given.to === null && on === undefined) return;
        // If the engine has not run since, a repeated command to a pole that is already in position
        // hides the first command.
        const { request } = expected;
        if (request?.byPerson && request.asked === given.to && request.at > this.#engineAt) return;
        const states =
          given.to === null
            ? { [POSITION_SWITCHES[on!]]: false }
            : { [POSITION_SWITCHES[given.to]]: true };
        await world.switchByHand(pole, states);
        await world.idle();
        this.#expected.command(expected, given.to);
        return;
      }
      case 'lamp':
        await world.switchByHand(pole, { lamp: !world.services.link.record(pole).desired.lamp });
        await world.idle();
        this.#expected.lamp(expected);
        return;
      case 'hold': {
        if (this.#expected.hasRule(expected)) return;
        const at = world.now() + (given.hours ?? 0) * 60 * MINUTE_MS;
        const said = this.#expected.inEffect(expected);
        if (given.hours === null && !said) return;
        const expires =
          given.hours === null
            ? ({ kind: 'source-ends', sourceKey: said!.key } as const)
            : ({ kind: 'at', at } as const);
        await holdPole(ctx, pole.id, { reason: 'Ceremony', expires });
        const key = given.hours === null ? said!.key : null;
        expected.hold = {
          key,
          at: given.hours === null ? Infinity : at,
          isByCommand: false,
          isStored: true,
        };
        return;
      }
      case 'release':
        // A hold that the engine has not stored yet cannot be released.
        if (await releaseHold(ctx, pole.id).catch(unlessRefused)) expected.hold = null;
        return;
      case 'at-pole':
        if (!pole.isOnline || pole.isStuck || expected.open) return;
        pole.position = given.to;
        expected.position = given.to;
        await world.report();
        return;
      case 'away':
        pole.isOnline = expected.isOnline = false;
        return;
      case 'back':
        pole.isOnline = expected.isOnline = true;
        return;
      case 'stuck':
        pole.isStuck = expected.isStuck = true;
        return;
      case 'loose':
        pole.isStuck = expected.isStuck = false;
        return;
      case 'stop':
        await this.#stop();
        return;
      case 'restart':
        await this.#stop();
        await this.#setMemory(given.memory);
        this.#go();
        return;
      case 'off':
        this.#isOff = true;
        await world.switchEngine(false);
        this.#expected.isRunning = false;
        return;
      case 'on':
        if (!this.#isOff) return;
        this.#isOff = false;
        await world.switchEngine(true);
        this.#expected.isRunning = !this.#isStopped;
        return;
      case 'replace':
        if (!pole.isOnline || pole.isStuck || expected.open) return;
        await world.replaceDevice(pole, `R-${++this.#replaced}`);
    }
  }

  async #stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#world.stopEngine();
    this.#expected.isRunning = false;
  }

  #go(): void {
    this.#isStopped = false;
    this.#world.startEngine();
    this.#expected.isRunning = !this.#isOff;
  }

  /** Deletes what the engine remembers, or replaces it with older data from a backup. */
  async #setMemory(memory: 'kept' | 'wiped' | 'old'): Promise<void> {
    const { db } = this.#world.services;
    const present = await db.queries.selectFrom('engine_poles').selectAll().execute();
    if (memory !== 'kept') {
      await db.queries.deleteFrom('engine_poles').execute();
      if (memory === 'old' && this.#oldMemory.length > 0)
        await db.queries
          .insertInto('engine_poles')
          .values(
            (this.#oldMemory as typeof present).map((row) => ({
              ...row,
              memory: JSON.stringify(row.memory),
            })),
          )
          .execute();
    }
    this.#oldMemory = present;
  }

  /**
   * Reconnects all poles and ends everything. After that, no pole of a company that follows orders
   * may be at half-staff.
   */
  async #finish(): Promise<void> {
    const world = this.#world;
    this.#story.push('finish');
    if (this.#isOff) await world.switchEngine(true);
    this.#isOff = false;
    await this.#stop();
    this.#go();
    for (const [i, pole] of this.#poles.entries()) {
      pole.isOnline = this.#expected.poles[i]!.isOnline = true;
      pole.isStuck = this.#expected.poles[i]!.isStuck = false;
    }
    await this.#advance(world.now() + MINUTE_MS);
    await world.goTo(world.now());
    this.#expected.look();
    await this.#advance(world.now() + 16 * MINUTE_MS);
    await this.#look();
    for (const [id, location] of this.#expected.locations) {
      if (!location.dailyRule) continue;
      await updateLocation(world.ctx, id, { dailyRule: 'none' });
      location.dailyRule = false;
    }
    await this.#advance(world.now() + 12 * DAY_MS);
    await this.#look();
    for (const { id } of this.#orders) {
      await cancelOrder(world.ctx, id, { why: 'Over' });
      const known = this.#expected.orders.find((each) => each.id === id)!;
      this.#expected.change(() => Object.assign(known, { cancelled: true }), false, []);
    }
    await this.#look();
    await this.#advance(world.now() + DAY_MS);
    await this.#look();
    for (const [i, pole] of this.#poles.entries()) {
      const { companyId, request, ended } = this.#expected.poles[i]!;
      if (!this.#expected.companies.get(companyId) || pole.position !== 'half') continue;
      // Half-staff from before the company followed orders, or from before the move to this
      // location, is the company's own choice.
      if (ended === null) continue;
      expect([request?.byPerson, request!.at > ended.at], this.#historyText(i)).toEqual([
        true,
        true,
      ]);
    }
  }
}

/** Returns the choice to follow everything except the given one. */
function choiceWithout({ authorities, days }: Off): FollowsChoice {
  const all = choiceOf(null);
  return {
    authorities: Object.fromEntries(
      AUTHORITIES.map((each) => [
        each,
        FLOWN_FLAGS.filter(
          (flies) => !authorities.some((one) => one.authority === each && one.flies === flies),
        ),
      ]),
    ) as FollowsChoice['authorities'],
    daysNotFollowed: [...all.daysNotFollowed, ...days],
  };
}

function unlessRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
