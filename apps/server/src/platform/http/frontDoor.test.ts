import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { RealtimeServer } from '@halyard/realtime';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionRate } from './connections/connectionRate.ts';
import { openFrontDoor } from './frontDoor.ts';

async function openDoor() {
  const door = await openFrontDoor({ port: 0, host: '127.0.0.1' }, null);
  onTestFinished(() => door.close());
  const server = door.serverFactory((_request, response) => response.end('the console'), {});
  return { door, server, url: `http://127.0.0.1:${door.port}/flags` };
}

test('the server responds with 503 while it is starting, and makes the browser reload the page', async () => {
  const { url } = await openDoor();
  const answer = await fetch(url);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toBe('Starting');
  expect(Number(answer.headers.get('refresh'))).toBeGreaterThan(0);
});

test('a client that connects while the server is starting stays connected, and can use the connection afterwards', async () => {
  const { door } = await openDoor();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async () => {
    const request = get({ port: door.port, agent });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return { status: answer.statusCode, reused: request.reusedSocket };
  };
  expect(await ask()).toEqual({ status: 503, reused: false });
  expect(await ask()).toEqual({ status: 503, reused: true });
  await door.open(null, () => null);
  expect(await ask()).toEqual({ status: 200, reused: true });
});

test('while the server is starting, it responds to long polling with a script, so that browsers show no error', async () => {
  const { door } = await openDoor();
  const answer = await fetch(`http://127.0.0.1:${door.port}/.lp?start=t`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toBe('text/javascript');
  expect(await answer.text()).toBe('');
});

test('a report that arrives while the server is starting is handled once the server is ready', async () => {
  const { door, server } = await openDoor();
  const arrived = once(server, 'request');
  const report = fetch(`http://127.0.0.1:${door.port}/users/o/hardware/f.json?auth=key`, {
    method: 'PATCH',
    body: '{"voltage":42}',
  });
  await arrived;
  const realtime: Pick<RealtimeServer, 'handles' | 'handleRequest'> = {
    handles: ({ url }) => url?.startsWith('/users/') ?? false,
    handleRequest(request, response) {
      request.pipe(response);
    },
  };
  await door.open(realtime as RealtimeServer, () => null);
  const answer = await report;
  expect({ status: answer.status, body: await answer.text() }).toEqual({
    status: 200,
    body: '{"voltage":42}',
  });
});

test('once the server has started, it serves the console and no longer makes the browser reload the page', async () => {
  const { door, url } = await openDoor();
  await door.open(null, () => null);
  const answer = await fetch(url);
  expect(await answer.text()).toBe('the console');
  expect(answer.headers.get('refresh')).toBeNull();
});

test('the server resets further connections from an IP address that opens too many at once', async () => {
  const rate = new ConnectionRate(() => 0, 2);
  const door = await openFrontDoor({ port: 0, host: '127.0.0.1' }, null, rate);
  onTestFinished(() => door.close());
  const ends = Array.from({ length: 5 }, async () => {
    const socket = connect(door.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
    const answered = new Promise((resolve) => socket.on('data', () => resolve('answered')));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return (await Promise.race([answered, ended])) === 'answered' ? 'answered' : 'reset';
  });
  expect((await Promise.all(ends)).sort()).toEqual([
    'answered',
    'answered',
    'reset',
    'reset',
    'reset',
  ]);
  expect(door.refused).toBe(3);
});

/** Opens the given number of connections and prints how many succeed within five seconds. */
const FLEET = `
  const [port, count] = process.argv.slice(1).map(Number);
  let connected = 0;
  const end = () => { process.stdout.write(String(connected)); process.exit(); };
  for (let i = 0; i < count; i++) {
    require('node:net').connect(port, '127.0.0.1', () => { if (++connected === count) end(); })
      .on('error', () => {});
  }
  setTimeout(end, 5000);
`;

/**
 * The file with the operating system's limit on connections that wait to be accepted. If the file
 * does not exist, the limit is assumed to be too low for this test.
 */
const SOMAXCONN = '/proc/sys/net/core/somaxconn';
const most = existsSync(SOMAXCONN) ? Number(readFileSync(SOMAXCONN, 'utf8')) : 0;

test.skipIf(most < 2000)(
  'while the server is busy, the connections of many reconnecting poles wait, but none is lost',
  async () => {
    const { door } = await openDoor();
    // The server accepts no connections in the meantime, because this thread waits for the other
    // process.
    const fleet = spawnSync(process.execPath, ['-e', FLEET, String(door.port), '2000']);
    expect(fleet.stdout.toString()).toBe('2000');
  },
);
