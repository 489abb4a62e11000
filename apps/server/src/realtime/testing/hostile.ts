import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Person, signIn } from '../../testing/people.ts';
import { startServerProcess } from '../../testing/serverProcess.ts';
import { startAttack } from './attack.ts';

/**
 * A benchmark program that measures how an attack affects a user of another company. The attackers
 * are a hostile user and, at another IP address, a hostile client without an account. Uses the
 * demo's server, poles and users, on the PostgreSQL of `TEST_DATABASE_URL` or on SQLite. Sends its
 * measurements to the process that started it.
 */

/** The measurements of the program. */
export interface HostileFigures {
  /**
   * The durations of `GET /api/flags` requests by the other company's user before the attack, in
   * ms.
   */
  quiet: number[];
  /** The durations of the same requests during the attack, in ms. */
  hostile: number[];
  /** The maximum memory of the server during the attack, in bytes. */
  memory: number;
}

/** The time between two requests of the other company's user, in ms. */
const EVERY_MS = 50;

const seconds = Number(process.argv[2] ?? 300);
const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-hostile-'));
const databaseUrl = process.env.TEST_DATABASE_URL;
const { child, url } = await startServerProcess({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});
const victim = await signIn(url, 'rlindqvist');
const mallory = await signIn(url, 'employee');
await measure(victim, 2); // The first requests compile the code and fill its caches.

const quiet = await measure(victim, Math.min(seconds, 60));
const stop = await startAttack({
  url,
  cookie: mallory.cookie,
  userId: mallory.user.id,
  nice: 19,
});
let memory = 0;
const watching = setInterval(async () => {
  memory = Math.max(memory, await memoryOf(child.pid!));
}, 500);
const hostile = await measure(victim, seconds);
clearInterval(watching);
process.send?.({ quiet, hostile, memory } satisfies HostileFigures);
stop();
const ended = once(child, 'exit');
child.disconnect();
await ended;
await rm(dataDir, { recursive: true, force: true });
process.disconnect?.();

async function measure(person: Person, forSeconds: number): Promise<number[]> {
  const taken: number[] = [];
  const end = performance.now() + forSeconds * 1000;
  while (performance.now() < end) {
    const at = performance.now();
    const answer = await person.get('/api/flags');
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The other tenant was answered ${answer.status}`);
    taken.push(performance.now() - at);
    await sleep(EVERY_MS);
  }
  return taken;
}

/** Returns the memory of a process in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
