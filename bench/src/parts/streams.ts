import { type ClientRequest, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { offer } from '../part.ts';
import { type FleetFlag, nodeOf, poleAddress } from '../productFleet.ts';

/** How many poles share one IP address, like the poles of one site. */
const POLES_PER_ADDRESS = 20;
/**
 * The number of IP addresses reserved for the benchmark's other programs. This program's poles must
 * not use them.
 */
const OTHER_ADDRESSES = 16;
/**
 * The longest time in ms that a pole waits before it reconnects. Each pole waits for a random time
 * up to this limit.
 */
const RECONNECT_MS = 3000;
/** Delay in ms between one group of poles and the next when the poles first connect. */
const GROUP_MS = 100;
/** The number of poles in a group. All poles of a group connect at the same time. */
const GROUP = 50;

const streams = new Set<ClientRequest>();
let stopped = false;

/** Opens a pole's event stream, and reopens it whenever it ends. */
function open(url: URL, flag: FleetFlag, localAddress: string): void {
  if (stopped) return;
  const { hostname: host, port } = url;
  const headers = { Accept: 'text/event-stream' };
  const stream = get({ host, port, localAddress, agent: false, path: nodeOf(flag), headers });
  streams.add(stream);
  stream.on('response', (response) => response.on('error', () => undefined).resume());
  stream.on('error', () => undefined);
  stream.on('close', () => {
    streams.delete(stream);
    setTimeout(() => open(url, flag, localAddress), Math.random() * RECONNECT_MS);
  });
}

/** Poles that listen for commands on event streams. */
offer({
  /** Connects all poles, group by group. */
  async open({ url, flags }: { url: string; flags: FleetFlag[] }) {
    for (const [index, flag] of flags.entries()) {
      const address = poleAddress(OTHER_ADDRESSES + Math.floor(index / POLES_PER_ADDRESS));
      open(new URL(url), flag, address);
      if (index % GROUP === GROUP - 1) await sleep(GROUP_MS);
    }
  },

  async stop() {
    stopped = true;
    for (const stream of streams) stream.destroy();
  },
});
