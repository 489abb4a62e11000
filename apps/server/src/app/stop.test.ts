import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { Live } from '../testing/live.ts';
import { PASSWORD_OF_DEMO, type Person, signIn } from '../testing/people.ts';
import { startServerProcess } from '../testing/serverProcess.ts';
import type { FleetEntry } from './demo/fleet.ts';

/**
 * These tests check what happens to connected clients on SIGTERM. The server runs in a separate
 * process.
 */

const WRITERS = 20;

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function startChild(dataDir: string) {
  const server = await startServerProcess({ DATA_DIR: dataDir });
  children.push(server.child);
  return server;
}

const node = (url: string, pole: FleetEntry, below = '') =>
  `${url}/users/${pole.ownerId}/hardware/${pole.flagId}${below}.json?auth=${pole.key}`;

/**
 * Sends the first half of a request. The returned `finish` sends the rest and returns the response.
 */
function halfASignIn(url: string) {
  const body = JSON.stringify({ username: 'master', password: PASSWORD_OF_DEMO });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const answer = text(socket);
  const half = body.length / 2;
  const head = [
    'POST /api/login HTTP/1.1',
    `Host: ${new URL(url).host}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, half)}`);
  return (): Promise<string> => {
    socket.write(body.slice(half));
    return answer;
  };
}

/**
 * Writes values until the server closes its port.
 * @returns the last value that the server confirmed as stored, and the status codes of all
 * responses
 */
async function writeOn(url: string, pole: FleetEntry) {
  const statuses = new Set<number>();
  let stored = 0;
  for (let voltage = 1; ; voltage++) {
    try {
      const answer = await fetch(node(url, pole), {
        method: 'PATCH',
        // Open a new connection for each request, because the server may close an idle one at any
        // time.
        headers: { connection: 'close' },
        body: JSON.stringify({ voltage }),
      });
      statuses.add(answer.status);
      // If the response were incomplete, this would throw a different error.
      await answer.text();
      if (answer.ok) stored = voltage;
    } catch (error) {
      const { code } = (error as { cause: NodeJS.ErrnoException }).cause;
      return { pole, stored, statuses, code };
    }
  }
}

/** Reads lists until the server closes its port. */
async function readOn(person: Person) {
  const statuses = new Set<number>();
  for (;;) {
    try {
      const answer = await person.get('/api/flags');
      await answer.text();
      statuses.add(answer.status);
    } catch {
      return statuses;
    }
  }
}

test('on SIGTERM under load, the server answers every request, ends streams and sockets cleanly, and keeps stored data', {
  // This test starts two servers, and sends the first one as many requests as it can handle.
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-stop-'));
  const { child, url, fleet: poles } = await startChild(dataDir);
  const master = await signIn(url, 'master');
  const live = new Live(url, { cookie: master.cookie, origin: url });
  expect(await live.opened).toBe(101);
  const stream = await fetch(node(url, poles[0]!), { headers: { accept: 'text/event-stream' } });
  const events = stream.text();
  const finish = halfASignIn(url);
  const polled = await fetch(`${url}/.lp?start=t&ser=0&cb=7&v=5&ns=halyard`);
  const [, id, password] = /"start","([\w-]+)","([\w-]+)"/.exec(await polled.text())!;
  const poll = fetch(`${url}/.lp?id=${id}&pw=${password}&ser=1`).then((answer) => answer.text());
  const writers = poles.slice(0, WRITERS).map((pole) => writeOn(url, pole));
  const readers = [readOn(master), readOn(master)];
  const voltage = async () => (await fetch(node(url, poles[0]!, '/voltage'))).text();
  await expect.poll(async () => Number(await voltage())).toBeGreaterThan(10);

  const exit = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGTERM');
  expect(await live.closed).toBe(1001);
  // The server ended the stream correctly. If the stream had been cut off, this would throw.
  expect(await events).toMatch(/^event: put\ndata: .*\n\n$/s);
  expect(await poll).toContain('pLPCommand("close"');
  // Use a new connection, because `fetch` may reuse one that is still open, and the response would
  // be 503.
  await expect(once(connect(Number(new URL(url).port), '127.0.0.1'), 'connect')).rejects.toThrow(
    'ECONNREFUSED',
  );
  const answer = await finish();
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain('"username":"master"');
  // If the server had given up after 10 s, the exit code would be 1.
  expect((await exit)[0]).toBe(0);
  const files = [...readdirSync(dataDir), ...readdirSync(path.join(dataDir, 'realtime'))];
  expect(files.filter((file) => file.startsWith('halyard.db'))).toEqual(['halyard.db']);
  expect(files.filter((file) => file.startsWith('tree.db'))).toEqual(['tree.db']);

  const written = await Promise.all(writers);
  for (const { statuses, code } of written) {
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // The server refused this request before reading any of it. The check of the stored values
    // below proves this.
    expect(code).toMatch(/^(ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/);
  }
  for (const statuses of await Promise.all(readers))
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);

  const again = await startChild(dataDir);
  for (const { pole, stored } of written) {
    const kept = await (await fetch(node(again.url, pole, '/voltage'))).json();
    expect(kept).toBe(stored);
  }
  again.child.kill('SIGTERM');
});
