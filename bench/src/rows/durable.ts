import { withParts } from '../part.ts';
import { type Benchmark, inTurn } from '../result.ts';

const RUNS = 3;
const MILLISECONDS = 2000;
const CONNECTIONS = 64;
const WINDOW = 16;

/** Acknowledged durable writes per second, beside what the same worker does without a server. */
export const durable: Benchmark = {
  name: 'durable',
  async run() {
    const load = { connections: CONNECTIONS, window: WINDOW, milliseconds: MILLISECONDS };
    const ours = () =>
      withParts(['server', 'load'], async ({ server, load: writers }) => {
        const port = await server.call<number>('start', { durable: true });
        return writers.call<number>('run', { ...load, port, greeted: true });
      });
    const bare = () =>
      withParts(['bare-commit'], (parts) =>
        parts['bare-commit'].call<number>('run', {
          writers: CONNECTIONS * WINDOW,
          milliseconds: MILLISECONDS,
        }),
      );
    const nothing = () =>
      withParts(['null-durable', 'load'], async (parts) => {
        const port = await parts['null-durable'].call<number>('start');
        return parts.load.call<number>('run', { ...load, port, greeted: false });
      });
    const figures = await inTurn(RUNS, { ours, bare, nothing });
    const what = `durable acknowledged writes, ${CONNECTIONS} connections, window ${WINDOW}`;
    const line = { what, ours: figures.ours, unit: '/s' } as const;
    return [
      { ...line, peer: figures.bare, against: 'bare group commit, same worker' },
      { ...line, peer: figures.nothing, against: 'null durable server', goal: { atLeast: 0.6 } },
    ];
  },
};
