import { type Part, withParts } from '../part.ts';
import { type Benchmark, inTurn } from '../result.ts';

const RUNS = 5;
const CHILDREN = 100_000;
const SHOWN = 100;
const WRITES = 10_000;
const IN_FLIGHT = 20;

/**
 * Measures how fast a filtered listener on a large node is updated. Each update adds one child and
 * removes one.
 */
export const window: Benchmark = {
  name: 'window',
  run() {
    const programs = {
      filtered: 'server',
      plain: 'server',
      filteredAt: 'listeners',
      plainAt: 'listeners',
      writer: 'rawWriter',
    };
    return withParts(programs, async ({ filtered, plain, filteredAt, plainAt, writer }) => {
      const [port, plainPort] = [await fill(filtered), await fill(plain)];
      const query = { i: 'n', l: SHOWN, vf: 'r' };
      await filteredAt.call('raw', { ...one(port), path: '/bench/list', query });
      await plainAt.call('raw', { ...one(plainPort), path: '/bench/list/row0' });
      const figures = await inTurn(RUNS, {
        filtered: () => updates(port, CHILDREN, filteredAt, writer),
        plain: () => updates(plainPort, 1, plainAt, writer),
      });
      return [
        {
          what: `filtered window of ${SHOWN} over ${CHILDREN.toLocaleString('en')} children, updates`,
          ours: figures.filtered,
          peer: figures.plain,
          against: 'an unfiltered listener at one of them',
          goal: { atLeast: 0.5 },
          unit: '/s',
        },
      ];
    });
  },
};

const one = (port: number) => ({ port, listeners: 1, greeted: true });

async function fill(server: Part): Promise<number> {
  const port = await server.call<number>('start', { rules: 'indexed' });
  await server.call('addRows', { rows: CHILDREN });
  return port;
}

/**
 * Returns how many updates per second a filtered listener on a node with this many children
 * receives.
 */
async function updates(port: number, children: number, at: Part, writer: Part): Promise<number> {
  await at.call('expect', { deliveries: WRITES });
  const writes = { port, greeted: true, writes: WRITES, window: IN_FLIGHT, children };
  const start = await writer.call<number>('moves', writes);
  const end = await at.call<number>('finish');
  return (WRITES / (end - start)) * 1000;
}
