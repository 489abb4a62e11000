import { withParts } from '../part.ts';
import { type Benchmark, inTurn, type Result } from '../result.ts';

/**
 * Number of runs. There are many short ones, because the machine's speed changes within seconds.
 */
const RUNS = 25;
const MILLISECONDS = 500;
const CONNECTIONS = 64;
const WINDOW = 16;

/** Measures the poles' reports per second, checked by Halyard's own rules or by no rules. */
export const rules: Benchmark = {
  name: 'rules',
  async run() {
    return [await measure('memory', false), await measure('durable', true)];
  },
};

function measure(store: string, durable: boolean): Promise<Result> {
  return withParts({ on: 'server', off: 'server', load: 'load' }, async ({ on, off, load }) => {
    const onPort = await on.call<number>('start', { durable, rules: 'halyard' });
    const offPort = await off.call<number>('start', { durable });
    const flags = Array.from({ length: CONNECTIONS }, (_, i) => `p${i}`);
    await on.call('addFlags', { flags });
    await off.call('addFlags', { flags });
    const reports = (port: number) => () =>
      load.call<number>('reports', {
        port,
        greeted: true,
        connections: CONNECTIONS,
        window: WINDOW,
        milliseconds: MILLISECONDS,
      });
    const figures = await inTurn(RUNS, { on: reports(onPort), off: reports(offPort) });
    return {
      what: `poles’ reports, Halyard’s rules, ${store}`,
      ours: figures.on,
      peer: figures.off,
      against: 'the same without rules',
      goal: { atLeast: 0.8 },
      unit: '/s',
    };
  });
}
