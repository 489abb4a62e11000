import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { command, HARDWARE, OPERATOR } from '../halyard.ts';
import { offer } from '../part.ts';
import { ask, authFrame, mergeFrame, openSocket } from '../rawClient.ts';
import { quantile } from '../result.ts';

/** The time when each command was sent, by command ID. */
const sent = new Map<string, number>();
const latencies: number[] = [];
let flags: string[] = [];
let operator: WebSocket;

function arrived(id: string): void {
  const sentAt = sent.get(id);
  if (sentAt === undefined) return;
  sent.delete(id);
  latencies.push(performance.now() - sentAt);
}

/** Opens an event stream as a pole does, but reads only the commands. */
async function openStream(port: number, flag: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/${HARDWARE}/${flag}.json?auth=${flag}`;
  const request = get(url, { agent: false, headers: { Accept: 'text/event-stream' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.setEncoding('utf8').on('data', (text: string) => {
    for (const [, id] of text.matchAll(/"id":"(command-\d+)"/g)) arrived(id ?? '');
  });
}

/** Simulates one user, and the poles that this user controls, to measure how long commands take. */
offer({
  async connect({ port, probes }: { port: number; probes: number }) {
    flags = Array.from({ length: probes }, (_, i) => `p${i}`);
    for (const flag of flags) await openStream(port, flag);
    operator = await openSocket(port, true);
    await ask(operator, 0, authFrame(0, OPERATOR));
  },

  /**
   * Sends commands through the console's connection. Returns the time in ms that each command took
   * to arrive at its pole.
   */
  async run({ perSecond, seconds }: { perSecond: number; seconds: number }) {
    const count = perSecond * seconds;
    for (let n = 1; n <= count; n++) {
      const id = `command-${n}`;
      const flag = flags[n % flags.length] ?? '';
      const frame = mergeFrame(n, `/${HARDWARE}/${flag}`, command(id, n % 2 === 0));
      sent.set(id, performance.now());
      operator.send(frame);
      await sleep(1000 / perSecond);
    }
    await sleep(1000);
    if (latencies.length < count)
      throw new Error(`${sent.size} of ${count} commands did not arrive`);
    return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
  },
});
