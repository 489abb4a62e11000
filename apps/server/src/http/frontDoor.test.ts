import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openFrontDoor } from './frontDoor.ts';

async function openDoor() {
  const door = await openFrontDoor({ port: 0, host: '127.0.0.1' }, null);
  onTestFinished(() => door.close());
  door.serverFactory((_request, response) => response.end('the console'), {});
  return { door, url: `http://127.0.0.1:${door.port}/flags` };
}

test('while it starts, it answers 503 and has the browser load the page again', async () => {
  const { url } = await openDoor();
  const answer = await fetch(url);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toBe('Starting');
  expect(Number(answer.headers.get('refresh'))).toBeGreaterThan(0);
});

test('once it is open, the page is there, and stays', async () => {
  const { door, url } = await openDoor();
  await door.open(null, () => null);
  const answer = await fetch(url);
  expect(await answer.text()).toBe('the console');
  expect(answer.headers.get('refresh')).toBeNull();
});

/** Connects as many times as it is told, and prints how often it got through within five seconds. */
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

/** Connections that the system lets wait at most; where it does not say, too few for this test. */
const SOMAXCONN = '/proc/sys/net/core/somaxconn';
const most = existsSync(SOMAXCONN) ? Number(readFileSync(SOMAXCONN, 'utf8')) : 0;

test.skipIf(most < 2000)('a fleet that comes back at a busy moment waits in line', async () => {
  const { door } = await openDoor();
  // The server takes nobody in meanwhile: this thread waits for the other process.
  const fleet = spawnSync(process.execPath, ['-e', FLEET, String(door.port), '2000']);
  expect(fleet.stdout.toString()).toBe('2000');
});
