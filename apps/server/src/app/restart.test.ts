import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fleet, startFleet } from '@halyard/poles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reservePort } from '../../../../scripts/lib/ports.mjs';
import { isFull } from '../testing/full.ts';
import { PageConnection } from '../testing/pageConnection.ts';
import { callerAt } from '../testing/people.ts';
import { fillSchool, SCHOOL_PASSWORD, type School } from '../testing/school.ts';
import { kill, type ServerProcess, startServerProcess } from '../testing/serverProcess.ts';

/**
 * This test simulates a school behind one IP address, with 300 browsers and 300 poles that each
 * have their own connection. The server runs in a separate process.
 */

const SIZE = 300;
/**
 * How often, in ms, the simulated poles report. They report more often than real poles, so that
 * each one reports soon after the restart.
 */
const REPORT_MS = 10_000;
const LOOK_MS = 20;
/**
 * The time limit in ms for all clients to reconnect on a busy machine. On an idle machine, it takes
 * 3 s.
 */
const MOST_MS = 60_000;

let dataDir: string;
let env: Record<string, string>;
let school: School;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-school-'));
  const port = await reservePort();
  env = { DATA_DIR: dataDir, PORT: String(port) };
  school = await fillSchool(dataDir, port, SIZE);
  server = await startServerProcess(env);
}, 60_000);
afterAll(async () => {
  if (server) await kill(server.child);
  await rm(dataDir, { recursive: true, force: true });
});

/** Number of flags on the first page of a browser's list. */
const ROWS = 10;

const EVERYONE = { browsers: SIZE, streams: SIZE, reports: SIZE };

/** Tracks which clients are connected. */
class Presence {
  /** The browsers whose subscriptions the server has confirmed. */
  readonly listening = new Set<number>();
  /** The poles whose report the server has stored. */
  readonly reported = new Set<string>();
  fleet: Fleet | undefined;

  /** The number of connected clients of each kind. */
  get counts() {
    const { connected } = this.fleet!.stats();
    return { browsers: this.listening.size, streams: connected, reports: this.reported.size };
  }

  /**
   * Waits until all clients are connected.
   * @returns a message that says how many seconds each kind of client needed
   */
  async everyone(): Promise<string> {
    const began = performance.now();
    const took = new Map<string, string>();
    while (took.size < Object.keys(EVERYONE).length) {
      await sleep(LOOK_MS);
      const ms = performance.now() - began;
      const seconds = (ms / 1000).toFixed(1);
      if (ms > MOST_MS) expect({ after: `${seconds} s`, ...this.counts }).toMatchObject(EVERYONE);
      for (const [kind, count] of Object.entries(this.counts))
        if (count === SIZE && !took.has(kind)) took.set(kind, seconds);
    }
    return Array.from(took, ([kind, seconds]) => `${kind} ${seconds} s`).join(', ');
  }
}

test.runIf(isFull)(
  '300 browsers and 300 poles behind one IP address reconnect after a restart',
  {
    timeout: 150_000,
  },
  async () => {
    const { url, fleet: poles } = server;
    const { companyId, people } = school;
    const listens = [
      ...poles.slice(0, ROWS).map(({ ownerId, flagId }) => ({
        p: `/users/${ownerId}/hardware/${flagId}`,
        h: '',
      })),
      { p: `/companies/${companyId}/rev`, h: '' },
    ];
    const here = new Presence();
    const pages = people.map(
      ({ cookie }, i) =>
        new PageConnection(url, { cookie, listens }, (isBack) => {
          if (isBack) here.listening.add(i);
          else here.listening.delete(i);
        }),
    );
    here.fleet = startFleet({
      server: url,
      poles,
      timing: { reportEvery: REPORT_MS },
      onReport: ({ flagId }) => here.reported.add(flagId),
    });
    try {
      console.info(`There at first after: ${await here.everyone()}`);
      const before = pages.map(({ refusals }) => refusals.length);
      const ended = once(server.child, 'exit');
      const stoppedAt = performance.now();
      server.child.kill('SIGTERM');
      await ended;
      await expect.poll(() => here.counts).toMatchObject({ browsers: 0, streams: 0 });
      here.reported.clear();
      server = await startServerProcess(env);
      const away = ((performance.now() - stoppedAt) / 1000).toFixed(1);
      console.info(`Away for ${away} s, then back after: ${await here.everyone()}`);
      expect(here.counts).toEqual(EVERYONE);
      const refusals = pages.flatMap((page, i) => page.refusals.slice(before[i]));
      // The server refuses connections only while it is down or starting (503), never because there
      // are too many clients.
      expect(refusals.filter((status) => status !== 0 && status !== 503)).toEqual([]);
    } finally {
      for (const page of pages) page.stop();
      await here.fleet.stop();
    }
  },
);

// This test takes as long as computing about 600 password hashes.
test.runIf(isFull)(
  '300 users behind one IP address can all sign in at the same time, if their browsers retry',
  { timeout: 300_000 },
  async () => {
    const began = performance.now();
    const took = await Promise.all(
      school.people.map(async ({ username }) => {
        for (;;) {
          const body = { username, password: SCHOOL_PASSWORD };
          const answer = await callerAt(server.url, '').post('/api/login', body);
          await answer.arrayBuffer();
          if (answer.status === 200) return performance.now() - began;
          // Wait before each retry, as the sign-in form of the console does (`useBusyRetry`).
          expect(answer.status).toBe(503);
          const wait = Number(answer.headers.get('retry-after')) * 1000;
          await sleep(wait + Math.random() * 1000);
        }
      }),
    );
    const sorted = took.sort((a, b) => a - b).map((ms) => (ms / 1000).toFixed(1));
    console.info(`half are in after ${sorted[SIZE / 2]} s, all after ${sorted.at(-1)} s`);
  },
);
