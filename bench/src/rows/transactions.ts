import { withParts } from '../part.ts';
import type { Benchmark, Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const CLIENTS = 16;
/** The number of transactions that each client runs, one after another. */
const TRANSACTIONS = 25;

interface Counted {
  committed: number;
  /** Number of transactions that the SDK gave up on, for example with the error `maxretry`. */
  failed: number;
  value: number;
  milliseconds: number;
}

/**
 * Measures transactions that many SDK clients run on the same counter. The SDK must commit all of
 * them, and the final count must include each one.
 */
export const transactions: Benchmark = {
  name: 'transactions',
  run: () => onEachStore(measure),
};

function measure({ name, create }: StoreKind): Promise<Result[]> {
  return withParts({ server: 'server', counters: 'counters' }, async ({ server, counters }) => {
    const port = await server.call<number>('start', { stored: await create() });
    const given = { port, clients: CLIENTS, transactions: TRANSACTIONS };
    const hot = await counters.call<Counted>('count', { ...given, places: 1 });
    const apart = await counters.call<Counted>('count', { ...given, places: CLIENTS });
    const asked = CLIENTS * TRANSACTIONS;
    const what = `transactions of ${CLIENTS} SDK clients on one counter, ${name}`;
    return [
      {
        what: `${what}, committed`,
        ours: hot.committed,
        peer: asked,
        against: 'all (the rest would be maxretry)',
        goal: { atLeast: 1 },
        unit: 'times',
      },
      {
        what: `${what}, the counter`,
        ours: hot.value,
        peer: hot.committed,
        against: 'what was committed (the rest would be lost)',
        goal: { atLeast: 1 },
        unit: 'times',
      },
      {
        what,
        ours: (asked / hot.milliseconds) * 1000,
        peer: (asked / apart.milliseconds) * 1000,
        against: 'the same, with one counter per client',
        unit: '/s',
      },
    ];
  });
}
