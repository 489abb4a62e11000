import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { Identity } from './options.ts';
import { http, RawClient } from './testing/raw.ts';
import { start } from './testing/start.ts';
import { until } from './testing/until.ts';

test('stopServing ends all connections and accepts no new ones, but does not end the process', async () => {
  const server = await start();
  const client = await new RawClient(server.port).open();
  const closed = once(client.ws, 'close');
  const stream = fetch(`${server.url}/a.json`, { headers: { accept: 'text/event-stream' } });
  const events = (await stream).text();
  await server.realtime.stopServing();
  expect((await closed)[0]).toBe(1001);
  expect(await events).toBe('event: put\ndata: {"path":"/","data":null}\n\n');
  expect((await http(server.port, 'GET', '/a.json')).status).toBe(503);
  const late = new RawClient(server.port);
  const [, answer] = await once(late.ws, 'unexpected-response');
  expect(answer.statusCode).toBe(503);
  await server.realtime.admin.set('a', 1);
  expect(await server.realtime.admin.get('a')).toBe(1);
  await server.stop();
});

test('stopServing also ends an event stream whose client has not been identified yet', async () => {
  let identify: ((identity: Identity) => void) | undefined;
  const server = await start({
    authenticate: { credential: () => new Promise((resolve) => (identify = resolve)) },
  });
  const asked = http(server.port, 'GET', '/a.json?auth=x', {
    headers: { Accept: 'text/event-stream' },
  });
  await until(() => identify !== undefined);
  await server.realtime.stopServing();
  identify?.({ auth: { uid: 'pole', token: {} } });
  const { status, body } = await asked;
  expect([status, body]).toEqual([200, 'event: put\ndata: {"path":"/","data":null}\n\n']);
  await server.stop();
});
