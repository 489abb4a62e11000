import { type Part, withParts } from '../part.ts';
import { type Benchmark, inTurn, type Result } from '../result.ts';

const RUNS = 5;
/** Number of messages delivered to listeners in one run. */
const DELIVERIES = 75_000;
const WINDOW = 20;

/**
 * Measures how fast the updates of one writer are delivered to many listeners, compared with a
 * plain broadcast of the same bytes.
 */
export const fanout: Benchmark = {
  name: 'fanout',
  async run() {
    const [few, many, sdk] = [
      await compare(50, 'raw'),
      await compare(500, 'raw'),
      await compare(50, 'sdk'),
    ];
    return [...results(50, few), ...results(500, many), sdkResult(50, sdk)];
  },
};

/** The measured deliveries per second, and the server's CPU time per delivery in microseconds. */
interface Figures {
  ours: number;
  bare: number;
  oursCpu: number;
  bareCpu: number;
}

function compare(listeners: number, kind: 'raw' | 'sdk'): Promise<Figures> {
  const programs = {
    server: 'server',
    broadcast: 'broadcast',
    ours: 'listeners',
    bare: 'listeners',
    writer: 'rawWriter',
  };
  return withParts(programs, async ({ server, broadcast, ours, bare, writer }) => {
    const port = await server.call<number>('start', {});
    const barePort = await broadcast.call<number>('start');
    await ours.call(kind, { port, listeners, greeted: true });
    await bare.call('raw', { port: barePort, listeners, greeted: false });
    const [start, bareStart] = [
      await server.call<number>('cpu'),
      await broadcast.call<number>('cpu'),
    ];
    const figures = await inTurn(RUNS, {
      ours: () => deliveries({ port, greeted: true, listeners }, ours, writer),
      bare: () => deliveries({ port: barePort, greeted: false, listeners }, bare, writer),
    });
    return {
      ...figures,
      oursCpu: ((await server.call<number>('cpu')) - start) / (RUNS * DELIVERIES),
      bareCpu: ((await broadcast.call<number>('cpu')) - bareStart) / (RUNS * DELIVERIES),
    };
  });
}

async function deliveries(
  { port, greeted, listeners }: { port: number; greeted: boolean; listeners: number },
  at: Part,
  writer: Part,
): Promise<number> {
  await at.call('expect', { deliveries: DELIVERIES });
  const writes = DELIVERIES / listeners;
  const start = await writer.call<number>('run', { port, greeted, writes, window: WINDOW });
  const end = await at.call<number>('finish');
  return (DELIVERIES / (end - start)) * 1000;
}

function results(listeners: number, { ours, bare, oursCpu, bareCpu }: Figures): Result[] {
  const what = `fan-out, one writer to ${listeners} raw clients`;
  const against = 'raw ws broadcast, one write a turn';
  return [
    {
      what: `${what}, deliveries`,
      ours,
      peer: bare,
      against,
      goal: { atLeast: 0.75 },
      unit: '/s',
    },
    {
      what: `${what}, server CPU per delivery`,
      ours: oursCpu,
      peer: bareCpu,
      against,
      unit: 'µs',
    },
  ];
}

function sdkResult(listeners: number, { ours, bare }: Figures): Result {
  return {
    what: `fan-out, one writer to ${listeners} SDK listeners, deliveries`,
    ours,
    peer: bare,
    against: 'raw ws broadcast to raw clients',
    unit: '/s',
  };
}
