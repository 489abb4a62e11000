import type { Authority, FlownFlag } from '@halyard/domain';
import fc from 'fast-check';
import { DAY_NAMES } from './expectedFollows.ts';

const STATES = ['NY', 'HI', 'AK', 'GU', 'AZ'] as const;
const POLES = 4;
export const SEASONS = {
  may: Date.parse('2026-05-24T06:00:00Z'),
  december: Date.parse('2026-12-06T06:00:00Z'),
};

const day = fc.nat({ max: 4 });
const time = fc.constantFrom('00:30', '09:00', '12:00', '15:00', '23:45');
const starts = fc.oneof(
  fc.constant({ kind: 'immediately' as const }),
  fc.record({ kind: fc.constant('sunrise' as const), day }),
  fc.record({ kind: fc.constant('time' as const), day, time }),
);
const ends = fc.oneof(
  fc.constant({ kind: 'open' as const }),
  fc.record({ kind: fc.constantFrom('sunset' as const, 'noon' as const), day }),
  fc.record({ kind: fc.constant('time' as const), day, time }),
);
const which = fc.nat({ max: POLES - 1 });
const order = fc.nat({ max: 3 });
const scope = fc.record({
  kind: fc.constantFrom(
    'all' as const,
    'all' as const,
    'states' as const,
    'companies' as const,
    'locations' as const,
  ),
  which,
});
const kind = fc.constantFrom('half' as const, 'half' as const, 'half' as const, 'full' as const);
const authority = fc.constantFrom<Authority[]>('president', 'president', 'governor', 'company');
const flies = fc.constantFrom<FlownFlag[]>('us', 'us', 'state', 'other');
const OFF_MOST: { authority: Authority; flies: FlownFlag }[] = [
  { authority: 'president', flies: 'us' },
];
/**
 * Generates the authorities and annual half-staff days that a company does not follow. Each
 * authority comes with a type of flag.
 */
const off = fc.record({
  authorities: fc.oneof(
    // Most orders are the President's, and most poles fly the US flag.
    fc.constant(OFF_MOST),
    fc.array(fc.record({ authority, flies }), { maxLength: 3 }),
  ),
  days: fc.oneof(fc.constant([...DAY_NAMES]), fc.subarray([...DAY_NAMES])),
});
const is = <T extends string>(what: T) => ({ what: fc.constant(what) });
const weighted =
  (weight: number) =>
  <T>(arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const event = fc.oneof(
  weighted(6)(fc.record({ ...is('order'), authority, kind, scope, starts, ends })),
  weighted(4)(
    fc.oneof(
      fc.record({ ...is('amend'), order, change: fc.record({ scope }) }),
      fc.record({ ...is('amend'), order, change: fc.record({ starts }) }),
      fc.record({ ...is('amend'), order, change: fc.record({ ends }) }),
      fc.record({ ...is('amend'), order, change: fc.record({ kind }) }),
      fc.record({ ...is('amend'), order, change: fc.record({ authority }) }),
    ),
  ),
  weighted(2)(fc.record({ ...is('cancel'), order })),
  weighted(2)(fc.record({ ...is('demand'), which, isOn: fc.constantFrom(true, true, false) })),
  weighted(3)(fc.record({ ...is('second'), order, which })),
  weighted(3)(fc.record({ ...is('opt'), which, isIn: fc.boolean() })),
  weighted(6)(
    fc.record({
      ...is('follow'),
      which,
      place: fc.constantFrom('company' as const, 'location' as const),
      off,
    }),
  ),
  weighted(1)(fc.record({ ...is('unfollow-own'), which })),
  weighted(2)(fc.record({ ...is('fly'), which, flies })),
  weighted(1)(fc.record({ ...is('state'), which, state: fc.constantFrom(...STATES) })),
  weighted(1)(fc.record({ ...is('move'), which, to: which })),
  weighted(2)(
    fc.record({
      ...is('rule'),
      which,
      rule: fc.constantFrom('none' as const, 'always-up' as const, 'sunrise-sunset' as const),
    }),
  ),
  weighted(9)(
    fc.record({
      ...is('switch'),
      which,
      to: fc.constantFrom('up' as const, 'up' as const, 'half' as const, 'down' as const, null),
    }),
  ),
  weighted(2)(fc.record({ ...is('lamp'), which })),
  weighted(2)(fc.record({ ...is('hold'), which, hours: fc.constantFrom(null, 0.1, 1, 8, 30) })),
  weighted(1)(fc.record({ ...is('release'), which })),
  weighted(3)(
    fc.record({
      ...is('at-pole'),
      which,
      to: fc.constantFrom('up' as const, 'half' as const, 'down' as const),
    }),
  ),
  weighted(3)(fc.record({ ...is('away'), which })),
  weighted(4)(fc.record({ ...is('back'), which })),
  weighted(2)(fc.record({ ...is('stuck'), which })),
  weighted(3)(fc.record({ ...is('loose'), which })),
  weighted(2)(
    fc.record({
      ...is('restart'),
      memory: fc.constantFrom('kept' as const, 'wiped' as const, 'old' as const),
    }),
  ),
  weighted(1)(fc.record({ ...is('stop') })),
  weighted(1)(fc.record({ ...is('off') })),
  weighted(1)(fc.record({ ...is('on') })),
  weighted(1)(fc.record({ ...is('replace'), which })),
);
const gap = fc.oneof(
  fc.record({ minutes: fc.integer({ min: 0, max: 40 }) }),
  fc.record({ minutes: fc.integer({ min: 60, max: 600 }) }),
  fc.record({
    which,
    edge: fc.constantFrom('sunrise' as const, 'noon' as const, 'sunset' as const),
    offset: fc.constantFrom(-1000, -1, 0, 1, 1000, 29_000),
  }),
);
/** A generator of test cases: poles, and events with the time between them. */
export const run = fc.record({
  season: fc.constantFrom('may' as const, 'december' as const),
  poles: fc.array(
    fc.record({
      state: fc.constantFrom(...STATES),
      position: fc.constantFrom('up' as const, 'up' as const, 'down' as const, 'half' as const),
      optedIn: fc.constantFrom(true, true, true, false),
      serverSteps: fc.boolean(),
    }),
    { minLength: POLES, maxLength: POLES },
  ),
  /**
   * The events in order. If `isHurried` is set, the next event happens before poles report and
   * before the engine runs.
   */
  events: fc.array(
    fc.record({ gap, event, isHurried: fc.constantFrom(false, false, false, true) }),
    { maxLength: 24, size: 'max' },
  ),
});
export type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never;
export type Starts = typeof starts extends fc.Arbitrary<infer Value> ? Value : never;
export type Ends = typeof ends extends fc.Arbitrary<infer Value> ? Value : never;
export type Event = Run['events'][number]['event'];
export type Off = typeof off extends fc.Arbitrary<infer Value> ? Value : never;
