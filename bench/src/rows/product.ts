import { setTimeout as sleep } from 'node:timers/promises';
import { type Part, withParts } from '../part.ts';
import {
  createPlace,
  type Fleet,
  fillFleet,
  MEASURED_SECONDS,
  measuredFleet,
  Product,
  REPORT_SECONDS,
} from '../product.ts';
import { fleetFlag } from '../productFleet.ts';
import type { Benchmark, Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

/** How many flags get commands. They are the last flags of the fleet. */
const COMMANDED = 20;
const COMMANDS = 200;
const CONSOLES = 50;
/** How many flags the page on a console shows. */
const ROWS = 50;
/**
 * How many seconds to wait, once all poles are online, for the server to finish its initial work.
 */
const SETTLE_SECONDS = 30;

const LIMITS = {
  start: 8,
  cores: 1.5,
  memory: 2500,
  command: 100,
  back: 20,
  list: 1000,
  pushes: 100,
};

/**
 * Measures the whole product with a large fleet. Some poles have event streams, and the
 * others report over shared connections. Autopilot, alerts and history are on.
 */
export const product: Benchmark = {
  name: 'product',
  run: () =>
    onEachStore((store) =>
      withParts(
        {
          ...{ reporters: 'reporters', commands: 'reporters', poles: 'streams' },
          ...{ consoles: 'consoles', visitors: 'visitors' },
        },
        (parts) => measure(store, measuredFleet(), parts),
      ),
    ),
};

async function measure(
  store: StoreKind,
  fleet: Fleet,
  {
    reporters,
    commands,
    poles,
    consoles,
    visitors,
  }: Record<'reporters' | 'commands' | 'poles' | 'consoles' | 'visitors', Part>,
): Promise<Result[]> {
  const place = await createPlace(store);
  const { tokens } = fillFleet(place, fleet.flags);
  const name = `product with ${fleet.flags.toLocaleString('en')} poles, ${store.name}`;
  const results: Result[] = [];
  const add = (what: string, ours: number, peer: number, unit: Result['unit']) =>
    results.push({
      what: `${name}: ${what}`,
      ...{ ours, peer, unit, against: 'the limit', goal: { atMost: 1 } },
    });
  // The first start writes all flags into the realtime database, so the second one is measured.
  let server = await Product.start(place);
  await server.stop();
  server = await Product.start(place);
  try {
    add('start until the first answer', server.startSeconds, LIMITS.start, 's');
    const reporting = Array.from({ length: fleet.flags - COMMANDED }, (_, n) => fleetFlag(n));
    const perSecond = fleet.flags / REPORT_SECONDS;
    await reporters.call('report', { url: server.url, flags: reporting, perSecond });
    await poles.call('open', { url: server.url, flags: reporting.slice(0, fleet.streams) });
    await server.connected(fleet.streams);
    await server.online(reporting.length);
    await sleep(SETTLE_SECONDS * 1000);

    const acceptedBefore = await accepted(reporters);
    const alone = await server.cores();
    results.push({
      what: `${name}: reports accepted`,
      ours: ((await accepted(reporters)) - acceptedBefore) / MEASURED_SECONDS,
      peer: perSecond,
      ...{ unit: '/s', against: 'all reports', goal: { atLeast: 0.98 } },
    });
    add(
      `CPU, ${fleet.streams.toLocaleString('en')} of them on event streams`,
      alone,
      LIMITS.cores,
      'cores',
    );
    add('memory', server.memoryMegabytes(), LIMITS.memory, 'MB');
    await consoles.call('watch', { port: server.port, consoles: consolesFor(fleet, tokens) });
    results.push({
      what: `${name}: CPU with ${CONSOLES} consoles, ${ROWS} flags each`,
      ...{ ours: await server.cores(), peer: alone, unit: 'cores', against: 'without consoles' },
      goal: { atMost: 1.3 },
    });
    const { perSecond: pushes } = await consoles.call<{ perSecond: number }>('received');
    add('pushes to one console', pushes / CONSOLES, LIMITS.pushes, '/s');
    const last = Array.from({ length: COMMANDED }, (_, n) => fleetFlag(fleet.flags - 1 - n));
    const commanded = await server.find(last, tokens[0]!);
    const { p99 } = await commands.call<{ p99: number }>('command', {
      ...{ url: server.url, token: tokens[0], flags: commanded, commands: COMMANDS },
    });
    add('command to pole, p99', p99, LIMITS.command, 'ms');
    await consoles.stop();

    const begun = performance.now();
    await server.kill();
    server = await Product.start(place, server.port);
    add('kill -9 until the first answer', (performance.now() - begun) / 1000, LIMITS.back, 's');
    await visitors.call('begin', { url: server.url, token: tokens[0] });
    await server.connected(fleet.streams);
    add('kill -9 until all streams are back', (performance.now() - begun) / 1000, LIMITS.back, 's');
    const served = await visitors.call<{ p99: number }>('end');
    add('a list on a new connection in the meantime, p99', served.p99, LIMITS.list, 'ms');
    const { reports, refused } = await reporters.call<{ reports: number; refused: number }>('stop');
    results.push({
      what: 'the same: reports that were accepted, including those during the outage',
      ...{ ours: reports - refused, peer: reports, against: 'all', unit: 'times' },
    });
    return results;
  } finally {
    await server.stop();
  }
}

const accepted = async (reporters: Part) =>
  (await reporters.call<{ accepted: number }>('accepted')).accepted;

/**
 * Returns the paths that each console listens to: the flags on one page, and the counts of all
 * flags.
 */
const consolesFor = (fleet: Fleet, tokens: readonly string[]) =>
  Array.from({ length: CONSOLES }, (_, console) => ({
    credential: tokens[console % tokens.length]!,
    paths: [
      '/summaries/all',
      ...Array.from({ length: ROWS }, (_row, row) => {
        const { ownerId, flagId } = fleetFlag((console * ROWS + row) % fleet.flags);
        return `/users/${ownerId}/hardware/${flagId}`;
      }),
    ],
  }));
