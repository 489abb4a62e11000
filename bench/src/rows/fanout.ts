import { type Part, withParts } from '../part.ts';
import { type Benchmark, inTurn } from '../result.ts';

const RUNS = 5;
const LISTENERS = 50;
const WRITES = 1500;
const WINDOW = 20;

/** Deliveries per second from one writer to many listeners, beside a bare broadcast of the same bytes. */
export const fanout: Benchmark = {
  name: 'fanout',
  run() {
    const programs = {
      forSdk: 'server',
      forRaw: 'server',
      broadcast: 'broadcast',
      sdk: 'listeners',
      raw: 'listeners',
      bare: 'listeners',
      writer: 'raw-writer',
    };
    return withParts(programs, async ({ forSdk, forRaw, broadcast, sdk, raw, bare, writer }) => {
      const sdkPort = await forSdk.call<number>('start', { durable: false });
      const rawPort = await forRaw.call<number>('start', { durable: false });
      const barePort = await broadcast.call<number>('start');
      await sdk.call('sdk', { port: sdkPort, listeners: LISTENERS });
      await raw.call('raw', { port: rawPort, listeners: LISTENERS, greeted: true });
      await bare.call('raw', { port: barePort, listeners: LISTENERS, greeted: false });
      const figures = await inTurn(RUNS, {
        sdk: () => deliveries(sdkPort, true, sdk, writer),
        raw: () => deliveries(rawPort, true, raw, writer),
        bare: () => deliveries(barePort, false, bare, writer),
      });
      const what = (clients: string) =>
        `fan-out, one writer to ${LISTENERS} ${clients}, deliveries`;
      const line = {
        peer: figures.bare,
        against: 'raw ws broadcast to raw clients',
        unit: '/s',
      } as const;
      return [
        { ...line, what: what('SDK listeners'), ours: figures.sdk },
        { ...line, what: what('raw clients'), ours: figures.raw, goal: { atLeast: 0.75 } },
      ];
    });
  },
};

async function deliveries(
  port: number,
  greeted: boolean,
  listeners: Part,
  writer: Part,
): Promise<number> {
  const expected = WRITES * LISTENERS;
  await listeners.call('expect', { deliveries: expected });
  const start = await writer.call<number>('run', { port, greeted, writes: WRITES, window: WINDOW });
  const end = await listeners.call<number>('finish');
  return (expected / (end - start)) * 1000;
}
