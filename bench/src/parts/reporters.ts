import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { offer } from '../part.ts';
import { type FleetFlag, nodeOf, poleAddress } from '../productFleet.ts';
import { quantile } from '../result.ts';

/**
 * The number of connections from each IP address. Many poles send their reports over each
 * connection.
 */
const SOCKETS = 4;
/** How many IP addresses the poles report from. */
const ADDRESSES = 64;
/** Interval in ms between groups of reports. */
const TICK_MS = 20;
/**
 * The step from one reporting flag to the next in the list. It is prime, so that every flag gets
 * its turn. It is large, so that flags on the same page of a console report at different times.
 */
const STRIDE = 7919;
/** How long to wait for the last command to arrive at its pole, in ms. */
const LAST_MS = 2000;

const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
let server: URL;
let stopped = false;
let running: Promise<void> | undefined;
let reports = 0;
let accepted = 0;
let refused = 0;

/** Sends a pole's report. The pole is at half-staff, as required by the order in effect. */
function report(flag: FleetFlag): void {
  reports++;
  const body = JSON.stringify({
    voltage: 42 + (reports % 20) / 10,
    'reported/flagUp': false,
    'reported/flagDown': false,
    'reported/flagHalf': true,
    'reported/lamp': false,
    'reported/lastSeen': Math.floor(Date.now() / 1000),
  });
  const localAddress = poleAddress(reports % ADDRESSES);
  const { hostname: host, port } = server;
  const sent = request(
    { host, port, localAddress, agent, method: 'PATCH', path: nodeOf(flag) },
    (answer) => {
      if (answer.statusCode === 200) accepted++;
      else refused++;
      answer.resume();
    },
  );
  sent.on('error', () => refused++);
  sent.end(body);
}

/** Poles that report over shared connections, and poles that receive commands on event streams. */
offer({
  /**
   * Starts sending reports for all flags in turn, at the given rate.
   * @param flags the flags; their count must not be a multiple of 7919 (`STRIDE`), or most of them
   * would never report
   */
  async report({ url, flags, perSecond }: { url: string; flags: FleetFlag[]; perSecond: number }) {
    server = new URL(url);
    stopped = false;
    reports = 0;
    accepted = 0;
    refused = 0;
    running = (async () => {
      for (let due = 0, begun = performance.now(), next = 0; !stopped; ) {
        due = ((performance.now() - begun) / 1000) * perSecond;
        for (; next < due; next++) report(flags[(next * STRIDE) % flags.length]!);
        await sleep(TICK_MS);
      }
    })();
  },

  /** Returns how many reports the server has accepted so far. */
  async accepted() {
    return { accepted };
  },

  /** Stops reporting. Returns how many reports were sent, and how many of them were refused. */
  async stop() {
    stopped = true;
    await running;
    return { reports, refused };
  },

  /**
   * Returns the time in ms from sending a lamp command through the API until it arrives at the
   * pole.
   */
  async command(given: {
    url: string;
    token: string;
    flags: (FleetFlag & { id: string })[];
    commands: number;
  }) {
    const { url, token, flags, commands } = given;
    const waiting = new Map<string, (at: number) => void>();
    for (const flag of flags) {
      const headers = { Accept: 'text/event-stream' };
      const stream = get(new URL(nodeOf(flag), url), { agent: false, headers });
      const [response] = (await once(stream, 'response')) as [IncomingMessage];
      response.setEncoding('utf8').on('data', (text: string) => {
        if (/"lamp":/.test(text)) waiting.get(flag.flagId)?.(performance.now());
      });
    }
    const times: number[] = [];
    for (let n = 0; n < commands; n++) {
      const flag = flags[n % flags.length]!;
      const begun = performance.now();
      const arrived = new Promise<number>((resolve) => waiting.set(flag.flagId, resolve));
      const answer = await fetch(new URL(`/api/flags/${flag.id}`, url), {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          switches: [{ id: 'sw4', state: Math.floor(n / flags.length) % 2 === 0 }],
        }),
      });
      if (!answer.ok) throw new Error(`A command was answered with ${answer.status}`);
      const at = await Promise.race([arrived, sleep(LAST_MS, Number.NaN)]);
      if (Number.isNaN(at)) throw new Error('A command did not arrive at its pole');
      times.push(at - begun);
    }
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  },
});
