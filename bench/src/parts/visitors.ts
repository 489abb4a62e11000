import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { offer } from '../part.ts';
import { quantile } from '../result.ts';

/** How often to start a page request, in ms. */
const INTERVAL_MS = 100;

let stopped = false;
const requests: Promise<number>[] = [];

/**
 * Requests the first page of flags on a new connection. Returns the time in ms until the response
 * is complete.
 */
async function visit(url: string, token: string): Promise<number> {
  const begun = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const sent = get(new URL('/api/flags?page=1', url), { agent: false, headers });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`A list was answered with ${answer.statusCode}`);
  await once(answer.resume(), 'end');
  return performance.now() - begun;
}

/** Simulates users who open the console while the server is busy. */
offer({
  async begin({ url, token }: { url: string; token: string }) {
    void (async () => {
      for (; !stopped; await sleep(INTERVAL_MS)) requests.push(visit(url, token));
    })();
  },

  /**
   * Stops sending requests, and waits for the remaining responses. Returns the median and the 99th
   * percentile of all response times, in ms.
   */
  async end() {
    stopped = true;
    const times = await Promise.all(requests);
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  },
});
