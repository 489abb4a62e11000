import { withParts } from '../part.ts';
import { runProgram } from '../program.ts';
import { type Benchmark, inTurn, median, quantile, type Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const PROGRAM = 'features/monitoring/history/testing/measure.ts';
const YEAR_LIMIT_MS = 100;
const SPARKS_LIMIT_MS = 200;
/** Maximum time in ms that one history transaction may block the rest of the process. */
const WRITE_LIMIT_MS = 10;
/** Maximum size on disk of the history of 10,000 poles, in gigabytes. */
const SIZE_LIMIT_GB = 2;

const RUNS = 5;
const MILLISECONDS = 2000;
const CONNECTIONS = 64;
const WINDOW = 16;
const POLES = 10_000;

/** Measurements of the history: sizes in bytes, and times in ms. */
interface Figures {
  total: number;
  writes: number[];
  folds: number[];
  year: number[];
  sparks: number[];
}

/** Measures the cost of recording the history of reporting poles, and of showing it to users. */
export const history: Benchmark = {
  name: 'history',
  async run() {
    return [...(await onEachStore(reports)), ...storage(await runProgram<Figures>(PROGRAM, []))];
  },
};

/**
 * Measures how many pole reports per second the server handles, with and without recording the
 * history of all 10,000 poles.
 */
function reports({ name, create }: StoreKind): Promise<Result[]> {
  return withParts({ on: 'server', off: 'server', load: 'load' }, async ({ on, off, load }) => {
    const own = Array.from({ length: CONNECTIONS }, (_, i) => `p${i}`);
    const flags = [...own, ...Array.from({ length: POLES }, (_, i) => `other${i}`)];
    const begin = async (server: typeof on, recorded: boolean) => {
      const port = await server.call<number>('start', {
        stored: await create(),
        rules: 'halyard',
      });
      await server.call('addFlags', { flags });
      await server.call('follow', { flags, history: recorded });
      return () =>
        load.call<number>('reports', {
          port,
          greeted: true,
          connections: CONNECTIONS,
          window: WINDOW,
          milliseconds: MILLISECONDS,
        });
    };
    const figures = await inTurn(RUNS, { on: await begin(on, true), off: await begin(off, false) });
    return [
      {
        what: `poles’ reports, ${name}, history of ${POLES.toLocaleString('en')} poles on`,
        ours: figures.on,
        peer: figures.off,
        against: 'the same without history',
        goal: { atLeast: 0.9 },
        unit: '/s',
      },
    ];
  });
}

function storage({ total, writes, folds, year, sparks }: Figures): Result[] {
  const limit = { against: 'the limit', goal: { atMost: 1 } } as const;
  const poles = `${POLES.toLocaleString('en')} poles`;
  return [
    {
      what: `400 days of ${poles} with a report every 30 s, from a day’s rows`,
      ours: total / 1e9,
      peer: SIZE_LIMIT_GB,
      unit: 'GB',
      ...limit,
    },
    {
      what: 'the same: one transaction that writes them, p99',
      ours: quantile(writes, 0.99),
      peer: WRITE_LIMIT_MS,
      unit: 'ms',
      ...limit,
    },
    {
      what: 'the same: one transaction that folds a day, p99',
      ours: quantile(folds, 0.99),
      peer: WRITE_LIMIT_MS,
      unit: 'ms',
      ...limit,
    },
    {
      what: 'a year of one pole, charted',
      ours: median(year),
      peer: YEAR_LIMIT_MS,
      unit: 'ms',
      ...limit,
    },
    {
      what: `the sparklines of ${poles}`,
      ours: median(sparks),
      peer: SPARKS_LIMIT_MS,
      unit: 'ms',
      ...limit,
    },
  ];
}
