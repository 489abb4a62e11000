import { type OrderEnd, type OrderStart, type Pole, placeOf, shouldBe } from '@halyard/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { isFull } from '../../../testing/full.ts';
import { poleHalfStaff, releaseHold } from '../inEffect/poleStatus.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { cancelOrder } from '../orders/orders.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { createEngineWorld, type WorldPole } from '../testing/engineWorld.ts';

/**
 * This test generates random orders, commands, outages and restarts in all time zones. In the end,
 * each pole must be where the half-staff rules say. HALYARD_FULL=1 runs ten times as many
 * sequences.
 */

const RUNS = isFull ? 100 : 10;
const START = '2026-05-24T06:00:00Z';
const STATES = ['NY', 'AZ', 'HI', 'AK', 'FL', 'WA'];
const DATES = ['2026-05-24', '2026-05-25', '2026-05-26'] as const;

const date = fc.constantFrom(...DATES);
const time = fc.constantFrom('00:30', '09:00', '12:00', '23:45');
const starts: fc.Arbitrary<OrderStart> = fc.oneof(
  fc.constant({ kind: 'immediately' as const }),
  fc.record({ kind: fc.constant('sunrise' as const), date: fc.constant(DATES[0]) }),
  fc.record({ kind: fc.constant('time' as const), date: fc.constant(DATES[0]), time }),
);
const ends: fc.Arbitrary<OrderEnd> = fc.oneof(
  fc.constant({ kind: 'open' as const }),
  fc.record({
    kind: fc.constantFrom('sunset' as const, 'noon' as const),
    date: fc.constant(DATES[2]),
  }),
  fc.record({ kind: fc.constant('sunset' as const), date }),
);
const which = fc.nat({ max: 3 });
const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('order' as const),
      kind: fc.constantFrom('half' as const, 'full' as const),
      starts,
      ends,
      nationwide: fc.boolean(),
      which,
    }),
  },
  fc.record({ what: fc.constant('cancel' as const), which }),
  fc.record({
    what: fc.constant('switch' as const),
    which,
    to: fc.constantFrom('flagUp' as const, 'flagDown' as const, 'flagHalf' as const),
  }),
  fc.record({ what: fc.constant('release' as const), which }),
  fc.record({ what: fc.constant('away' as const), which }),
  fc.record({ what: fc.constant('back' as const), which }),
  fc.record({
    what: fc.constant('by-hand' as const),
    which,
    to: fc.constantFrom('up' as const, 'half' as const),
  }),
  fc.record({ what: fc.constant('restart' as const) }),
  fc.record({ what: fc.constant('down' as const) }),
);
const run = fc.record({
  poles: fc.array(
    fc.record({
      state: fc.constantFrom(...STATES),
      dailyRule: fc.constantFrom(
        'none' as const,
        'none' as const,
        'sunrise-sunset' as const,
        'always-up' as const,
      ),
      position: fc.constantFrom('up' as const, 'up' as const, 'down' as const),
      optedIn: fc.constantFrom(true, true, false),
      serverSteps: fc.boolean(),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  /** The number of hours since the previous event. */
  events: fc.array(fc.record({ hours: fc.integer({ min: 0, max: 9 }), event }), { maxLength: 12 }),
});

test(
  'the engine moves every pole as the rules require, despite outages and restarts',
  async () => {
    await fc.assert(fc.asyncProperty(run, play), { numRuns: RUNS, endOnFailure: false });
  },
  RUNS * 5000,
);

function unlessRefused(error: unknown): null {
  if (error instanceof AppError && error.code === 'conflict') return null;
  throw error;
}

type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never;

async function play({ poles: wishes, events }: Run): Promise<void> {
  const world = await createEngineWorld(START);
  try {
    await world.switchEngine(true);
    const poles: WorldPole[] = [];
    for (const wish of wishes) poles.push(await world.addPole(wish));
    await world.settle();
    const orders: string[] = [];
    const touched = new Set<WorldPole>();
    for (const { hours, event: given } of events) {
      await world.goTo(world.now() + hours * 3_600_000);
      const pole = poles['which' in given ? given.which : 0]!;
      switch (given.what) {
        case 'order': {
          const scope = given.nationwide
            ? { kind: 'all' as const }
            : { kind: 'states' as const, states: [pole.state] };
          // An order that would never be in effect is rejected.
          const made = await world.order({ ...given, scope }).catch(unlessRefused);
          if (made) orders.push(made.id);
          break;
        }
        case 'cancel': {
          const id = orders.splice(given.which, 1)[0];
          if (id) await cancelOrder(world.ctx, id, { why: 'By mistake' });
          break;
        }
        case 'switch':
          touched.add(pole);
          await world.switchByHand(pole, { [given.to]: true });
          break;
        case 'release':
          await releaseHold(world.ctx, pole.id).catch(() => undefined);
          break;
        case 'away':
          pole.isOnline = false;
          break;
        case 'back':
          pole.isOnline = true;
          break;
        case 'by-hand':
          touched.add(pole);
          pole.position = given.to;
          break;
        case 'restart':
          world.stopEngine();
          world.startEngine();
          break;
        case 'down':
          world.stopEngine();
      }
      await world.settle();
    }
    for (const pole of poles) pole.isOnline = true;
    world.stopEngine();
    world.startEngine();
    await world.goTo(world.now() + 60_000);
    const { queries } = world.services.db;
    const facts = await findOrdersAndDays(queries, world.now());
    for (const [i, pole] of poles.entries()) {
      const { should } = await poleHalfStaff(world.ctx, pole.id);
      if (should.position !== null) expect(pole.position).toBe(should.position);
      if (should.lamp !== null) expect(pole.lamp).toBe(should.lamp);
      if (touched.has(pole)) continue;
      // No user has moved this pole, so only orders, days and rules determine its position.
      const unset = { latitude: null, longitude: null, timeZone: null };
      const fresh: Pole = {
        ...pole,
        ...wishes[i]!,
        place: placeOf({ state: pole.state, ...unset }),
        lock: null,
        hold: null,
        concernedSince: 0,
        releasedAt: null,
        flies: 'us',
        follows: null,
        request: null,
        reported: wishes[i]!.position,
      };
      const { position } = shouldBe(fresh, facts, world.now());
      expect(pole.position).toBe(position ?? wishes[i]!.position);
    }
    expect(await verifyLedger(queries)).toHaveProperty('head');
  } finally {
    await world.close();
  }
}
