import {
  geographyOf,
  type Order,
  type OrdersAndDays,
  type Pole,
  STATE_CODES,
  shouldBe,
} from '@halyard/domain';
import { offer } from '../part.ts';

const RULES = ['none', 'sunrise-sunset', 'always-up'] as const;
const NOW = Date.UTC(2026, 4, 25, 15);

let poles: Pole[] = [];
/**
 * The orders of a busy day: two national orders, one of them open-ended, and three state orders.
 */
const facts: OrdersAndDays = {
  orders: [
    order(0, { kind: 'all' }),
    order(1, { kind: 'all' }),
    order(2, { kind: 'states', states: ['FL', 'ID'] }),
    order(3, { kind: 'states', states: ['WA'] }),
    order(4, { kind: 'states', states: ['TX', 'OK'] }),
  ],
  confirmedDays: [],
};

offer({
  /**
   * Creates poles in all U.S. states. Each location has `perLocation` poles and its own sunrise and
   * sunset.
   */
  async poles({ count, perLocation }: { count: number; perLocation: number }) {
    poles = Array.from({ length: count }, (_, i) => pole(i, Math.floor(i / perLocation)));
  },

  /**
   * Measures, in ms, how long it takes to determine which poles should be at half-staff.
   * @param seconds the simulated current time, in seconds after the fixed start time
   */
  async evaluate({ seconds }: { seconds: number }) {
    const now = NOW + seconds * 1000;
    const begin = performance.now();
    let half = 0;
    for (const pole of poles) if (shouldBe(pole, facts, now).position === 'half') half++;
    if (half === 0) throw new Error('No pole is at half-staff');
    return performance.now() - begin;
  },
});

function pole(index: number, location: number): Pole {
  const state = STATE_CODES[location % STATE_CODES.length] ?? 'DC';
  const middle = geographyOf(state);
  if (!middle) throw new Error(`There is no state ${state}`);
  return {
    companyId: `c${index % 300}`,
    locationId: `l${location}`,
    state,
    place: {
      latitude: middle.latitude + (location % 97) / 100,
      longitude: middle.longitude + (location % 89) / 100,
      timeZone: middle.zones[0],
    },
    dailyRule: RULES[index % RULES.length] ?? 'none',
    optedIn: true,
    flies: 'us',
    follows: null,
    lock: null,
    hold: null,
    concernedSince: 0,
    releasedAt: null,
    request: null,
    reported: 'up',
    position: 'up',
  };
}

function order(index: number, scope: Order['scope']): Order {
  return {
    id: `o${index}`,
    companyId: null,
    authority: 'president',
    kind: index === 2 ? 'full' : 'half',
    reason: 'Bench',
    sourceUrl: null,
    issuedAt: 0,
    scope,
    starts: { kind: 'sunrise', date: `2026-05-${20 + index}` },
    ends: index === 0 ? { kind: 'open' } : { kind: 'sunset', date: `2026-06-${10 + index}` },
    status: 'approved',
    version: 1,
    revision: 1,
    createdBy: 'bench',
    createdAt: 0,
    approvedBy: 'bench',
    approvedAt: 1,
    cancelledBy: null,
    cancelledAt: null,
    cancelledWhy: null,
  };
}
