import { type Part, withParts } from '../part.ts';
import { type Benchmark, inTurn } from '../result.ts';

const RUNS = 3;
const CONNECTIONS = 4000;
const LIMIT_KB = 15;

/** Measures the memory of a connection that has one listener and is otherwise idle. */
export const idle: Benchmark = {
  name: 'idle',
  async run() {
    const { ours, bare } = await inTurn(RUNS, {
      ours: () => kilobytes('server', true),
      bare: () => kilobytes('silent', false),
    });
    return [
      {
        what: 'idle connection with one listener, memory beyond a bare ws socket',
        ours: ours - bare,
        peer: LIMIT_KB,
        against: `the limit (a bare ws socket: ${bare.toFixed(1)} kB)`,
        goal: { atMost: 1 },
        unit: 'kB',
      },
    ];
  },
};

/**
 * Opens many connections to a new server process. Returns how much memory each connection takes, in
 * kilobytes.
 */
function kilobytes(program: string, greeted: boolean): Promise<number> {
  return withParts({ server: program, holder: 'listeners' }, async ({ server, holder }) => {
    const port = await server.call<number>('start', {});
    const listen = (listeners: number): Promise<void> =>
      holder.call('raw', { port, listeners, greeted });
    // Memory that the process allocates only once, for its first connections, does not count.
    await listen(CONNECTIONS / 10);
    const before = await resident(server);
    await listen(CONNECTIONS);
    return ((await resident(server)) - before) / CONNECTIONS / 1024;
  });
}

const resident = (server: Part): Promise<number> => server.call<number>('memory');
