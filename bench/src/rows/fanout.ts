import { type Part, withParts } from '../part.ts';
import { type Benchmark, inTurn } from '../result.ts';

const RUNS = 3;
const LISTENERS = 50;
const WRITES = 3000;
const WINDOW = 20;

/** Deliveries per second from one writer to many listeners, beside a bare broadcast of the same bytes. */
export const fanout: Benchmark = {
  name: 'fanout',
  async run() {
    const { sdk, raw, peer } = await inTurn(RUNS, {
      sdk: () => ours('sdk'),
      raw: () => ours('raw'),
      peer: broadcast,
    });
    const what = (clients: string) => `fan-out, one writer to ${LISTENERS} ${clients}, deliveries`;
    const line = { peer, against: 'raw ws broadcast to raw clients', unit: '/s' } as const;
    return [
      { ...line, what: what('SDK listeners'), ours: sdk },
      { ...line, what: what('raw clients'), ours: raw, goal: { atLeast: 0.75 } },
    ];
  },
};

function ours(kind: 'sdk' | 'raw'): Promise<number> {
  return withParts(
    ['server', 'listeners', 'raw-writer'],
    async ({ server, listeners, ...parts }) => {
      const port = await server.call<number>('start', { durable: false });
      return deliveries(kind, port, true, listeners, parts['raw-writer']);
    },
  );
}

function broadcast(): Promise<number> {
  return withParts(['broadcast', 'listeners', 'raw-writer'], async ({ listeners, ...parts }) => {
    const port = await parts.broadcast.call<number>('start');
    return deliveries('raw', port, false, listeners, parts['raw-writer']);
  });
}

async function deliveries(
  kind: 'sdk' | 'raw',
  port: number,
  greeted: boolean,
  listeners: Part,
  writer: Part,
): Promise<number> {
  const expected = WRITES * LISTENERS;
  await listeners.call(kind, { port, listeners: LISTENERS, greeted });
  await listeners.call('expect', { deliveries: expected });
  const start = await writer.call<number>('run', { port, greeted, writes: WRITES, window: WINDOW });
  const end = await listeners.call<number>('finish');
  return (expected / (end - start)) * 1000;
}
