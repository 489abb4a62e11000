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
  door.open(null);
  const answer = await fetch(url);
  expect(await answer.text()).toBe('the console');
  expect(answer.headers.get('refresh')).toBeNull();
});
