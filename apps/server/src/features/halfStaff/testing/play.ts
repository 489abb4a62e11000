import { givenAt, POSITION_SWITCHES } from '@halyard/domain';
import { expect, vi } from 'vitest';
import { updateLocation } from '../../customers/locations/locations.ts';
import { poleHalfStaff } from '../inEffect/poleStatus.ts';
import { cancelOrder } from '../orders/orders.ts';
import { openHolds } from '../poles/holds.ts';
import { createEngineWorld, type WorldPole } from './engineWorld.ts';
import { DAY_MS, type ExpectedPole, MINUTE_MS } from './expected.ts';
import { followEvents } from './followEvents.ts';
import { orderEvents } from './orderEvents.ts';
import { poleEvents } from './poleEvents.ts';
import { type Event, type Run, SEASONS } from './runs.ts';
import { type Handlers, Stage } from './stage.ts';

/**
 * Runs one sequence of events with both the real engine and the second implementation of the rules.
 */
export class Play {
  readonly #run: Run;
  #stage!: Stage;
  #isStopped = false;
  #isOff = false;
  #oldMemory: unknown[] = [];
  readonly #story: string[] = [];

  constructor(given: Run) {
    this.#run = given;
  }

  /** @param onEvent called before each event */
  async play(onEvent: () => void): Promise<void> {
    const start = SEASONS[this.#run.season];
    this.#stage = new Stage(await createEngineWorld(new Date(start).toISOString()), start);
    try {
      await this.#stage.world.switchEngine(true);
      for (const wish of this.#run.poles) await this.#addPole(wish);
      await this.#look();
      for (const { gap, event, isHurried } of this.#run.events) {
        onEvent();
        await this.#advance(this.#moment(gap));
        if (!isHurried) await this.#look();
        this.#story.push(
          `${new Date(this.#stage.world.now()).toISOString()} ${JSON.stringify(event)}`,
        );
        await this.#do(event);
        if (isHurried) continue;
        await this.#look();
        await this.#advance(this.#stage.world.now() + MINUTE_MS);
        await this.#look();
        if (event.what === 'loose') {
          await this.#advance(this.#stage.world.now() + 16 * MINUTE_MS);
          await this.#look();
        }
      }
      await this.#finish();
    } finally {
      await this.#stage.world.close();
    }
  }

  async #addPole(wish: Run['poles'][number]): Promise<void> {
    const pole = await this.#stage.world.addPole(wish);
    const { companyId, locationId, position } = pole;
    this.#stage.poles.push(pole);
    this.#stage.expected.companies.set(companyId, wish.optedIn);
    this.#stage.expected.locations.set(locationId, { state: wish.state, dailyRule: false });
    this.#stage.expected.follows.addLocation(companyId, locationId);
    this.#stage.expected.poles.push({
      companyId,
      locationId,
      flies: 'us',
      position,
      isOnline: true,
      isStuck: false,
      seenAt: this.#stage.start,
      open: null,
      request: null,
      hold: null,
      // Annual days of the past also apply to poles that have always existed.
      ended: wish.optedIn ? { at: this.#stage.start - 9 * DAY_MS, once: false } : null,
      ends: new Map(wish.optedIn ? [['earlier', this.#stage.start - 9 * DAY_MS]] : []),
    });
  }

  #moment(given: Run['events'][number]['gap']): number {
    const now = this.#stage.world.now();
    if ('minutes' in given) return now + given.minutes * MINUTE_MS;
    const edges = this.#stage.expected.edges(this.#stage.expected.poles[given.which]!);
    const next = edges.map((each) => each[given.edge] + given.offset).find((at) => at > now);
    return next ?? now;
  }

  /** Advances the clock. Commands may expire in the meantime. */
  async #advance(to: number): Promise<void> {
    await this.#stage.world.passTo(to);
    vi.advanceTimersByTime(1000);
    await this.#stage.world.idle();
    this.#stage.expected.advance(to);
  }

  /**
   * Makes poles report, runs the engine, and then compares each pole with the second
   * implementation.
   */
  async #look(): Promise<void> {
    await this.#stage.world.goTo(this.#stage.world.now());
    this.#stage.expected.look();
    if (this.#stage.expected.isRunning) this.#stage.engineAt = this.#stage.world.now();
    for (const [i, pole] of this.#stage.poles.entries()) {
      const expected = this.#stage.expected.poles[i]!;
      if (this.#stage.expected.hasRule(expected)) {
        await this.#follow(pole, expected);
        continue;
      }
      if (!pole.isOnline || pole.isStuck) continue;
      const actual: Record<string, unknown> = { position: pole.position };
      const wanted: Record<string, unknown> = { position: expected.position };
      if (this.#stage.expected.isRunning) {
        actual.isHeld = (await poleHalfStaff(this.#stage.world.ctx, pole.id)).hold !== null;
        wanted.isHeld = expected.hold !== null;
      }
      expect(actual, this.#historyText(i)).toEqual(wanted);
    }
  }

  #historyText(i: number): string {
    const { open, request, hold, ended, locationId } = this.#stage.expected.poles[i]!;
    const inEffect = this.#stage.expected.inEffect(this.#stage.expected.poles[i]!);
    const state = this.#stage.expected.locations.get(locationId)?.state;
    return `pole ${i} ${state} ${JSON.stringify({ open, request, hold, ended, inEffect })} after\n${this.#story.join('\n')}\n`;
  }

  /** Copies the pole's state to the second implementation, which does not support daily rules. */
  async #follow(pole: WorldPole, expected: ExpectedPole): Promise<void> {
    const { link, db } = this.#stage.world.services;
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

  readonly #engineEvents: Handlers<'stop' | 'restart' | 'off' | 'on'> = {
    stop: () => this.#stop(),
    restart: async (_stage, { memory }) => {
      await this.#stop();
      await this.#setMemory(memory);
      this.#go();
    },
    off: async ({ world, expected }) => {
      this.#isOff = true;
      await world.switchEngine(false);
      expected.isRunning = false;
    },
    on: async ({ world, expected }) => {
      if (!this.#isOff) return;
      this.#isOff = false;
      await world.switchEngine(true);
      expected.isRunning = !this.#isStopped;
    },
  };

  async #do(given: Event): Promise<void> {
    const handlers: Handlers<Event['what']> = {
      ...orderEvents,
      ...followEvents,
      ...poleEvents,
      ...this.#engineEvents,
    };
    // TypeScript does not see that the handler is the one for this kind of event.
    await handlers[given.what](this.#stage, given as never);
  }

  async #stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#stage.world.stopEngine();
    this.#stage.expected.isRunning = false;
  }

  #go(): void {
    this.#isStopped = false;
    this.#stage.world.startEngine();
    this.#stage.expected.isRunning = !this.#isOff;
  }

  /** Deletes what the engine remembers, or replaces it with older data from a backup. */
  async #setMemory(memory: 'kept' | 'wiped' | 'old'): Promise<void> {
    const { db } = this.#stage.world.services;
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
   * Reconnects all poles, and ends all daily rules and orders. Then checks that poles of companies
   * that follow orders are at half-staff only if a user lowered them.
   */
  async #finish(): Promise<void> {
    const world = this.#stage.world;
    this.#story.push('finish');
    if (this.#isOff) await world.switchEngine(true);
    this.#isOff = false;
    await this.#stop();
    this.#go();
    for (const [i, pole] of this.#stage.poles.entries()) {
      pole.isOnline = this.#stage.expected.poles[i]!.isOnline = true;
      pole.isStuck = this.#stage.expected.poles[i]!.isStuck = false;
    }
    await this.#advance(world.now() + MINUTE_MS);
    await world.goTo(world.now());
    this.#stage.expected.look();
    await this.#advance(world.now() + 16 * MINUTE_MS);
    await this.#look();
    for (const [id, location] of this.#stage.expected.locations) {
      if (!location.dailyRule) continue;
      await updateLocation(world.ctx, id, { dailyRule: 'none' });
      location.dailyRule = false;
    }
    await this.#advance(world.now() + 12 * DAY_MS);
    await this.#look();
    for (const { id } of this.#stage.orders) {
      await cancelOrder(world.ctx, id, { why: 'Over' });
      const known = this.#stage.expected.orders.find((each) => each.id === id)!;
      this.#stage.expected.change(() => Object.assign(known, { cancelled: true }), false, []);
    }
    await this.#look();
    await this.#advance(world.now() + DAY_MS);
    await this.#look();
    for (const [i, pole] of this.#stage.poles.entries()) {
      const { companyId, request, ended } = this.#stage.expected.poles[i]!;
      if (!this.#stage.expected.companies.get(companyId) || pole.position !== 'half') continue;
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
