import { withParts } from '../part.ts';
import { type Benchmark, inTurn } from '../result.ts';

const RUNS = 5;
const MILLISECONDS = 1500;
const CONNECTIONS = 64;
const WINDOW = 16;

/**
 * Measures acknowledged durable writes per second, compared with the same storage worker without a
 * server.
 */
export const durable: Benchmark = {
  name: 'durable',
  run() {
    const programs = {
      server: 'server',
      load: 'load',
      bare: 'bareCommit',
      nothing: 'nullDurable',
    };
    return withParts(programs, async ({ server, load, bare, nothing }) => {
      const port = await server.call<number>('start', { durable: true });
      const nothingPort = await nothing.call<number>('start');
      const given = { connections: CONNECTIONS, window: WINDOW, milliseconds: MILLISECONDS };
      const figures = await inTurn(RUNS, {
        ours: () => load.call<number>('sets', { ...given, port, greeted: true }),
        nothing: () => load.call<number>('sets', { ...given, port: nothingPort, greeted: false }),
        bare: () =>
          bare.call<number>('throughput', {
            writers: CONNECTIONS * WINDOW,
            milliseconds: MILLISECONDS,
          }),
      });
      const what = `durable acknowledged writes, ${CONNECTIONS} connections, window ${WINDOW}`;
      const line = { what, ours: figures.ours, unit: '/s' } as const;
      return [
        { ...line, peer: figures.bare, against: 'bare group commit, same worker' },
        {
          ...line,
          peer: figures.nothing,
          against: 'server that only parses and commits',
          goal: { atLeast: 0.6 },
        },
      ];
    });
  },
};
