import { withParts } from '../part.ts';
import { type Benchmark, inTurn, type Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const RUNS = 5;
const MILLISECONDS = 1500;
const CONNECTIONS = 64;
const WINDOW = 16;

/**
 * Measures how many durable writes per second are acknowledged. For comparison, also measures a
 * minimal server that only stores the writes, and the same store without a server.
 */
export const durable: Benchmark = {
  name: 'durable',
  run: () => onEachStore(measure),
};

function measure({ name, create }: StoreKind): Promise<Result[]> {
  const programs = { server: 'server', load: 'load', bare: 'bareCommit', nothing: 'nullDurable' };
  return withParts(programs, async ({ server, load, bare, nothing }) => {
    const port = await server.call<number>('start', { stored: await create() });
    const nothingPort = await nothing.call<number>('start', { stored: await create() });
    await bare.call('start', { stored: await create() });
    const given = { connections: CONNECTIONS, window: WINDOW, milliseconds: MILLISECONDS };
    const figures = await inTurn(RUNS, {
      ours: () => load.call<number>('sets', { ...given, port, greeted: true }),
      nothing: () => load.call<number>('sets', { ...given, port: nothingPort, greeted: false }),
      bare: () => bare.call<number>('sets', given),
    });
    const what = `acknowledged writes, ${name}, ${CONNECTIONS} connections, window ${WINDOW}`;
    const line = { what, ours: figures.ours, unit: '/s' } as const;
    return [
      { ...line, peer: figures.bare, against: 'bare group commit, same store' },
      {
        ...line,
        peer: figures.nothing,
        against: 'server that only parses, commits and responds',
        goal: { atLeast: 0.6 },
      },
    ];
  });
}
