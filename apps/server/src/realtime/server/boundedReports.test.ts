import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createRealtimeServer,
  memoryStore,
  openRules,
  type RealtimeServer,
} from '@halyard/realtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundReports, MAX_REPORTED } from './boundedReports.ts';

let realtime: RealtimeServer;
let http: Server;

beforeEach(async () => {
  realtime = await createRealtimeServer({
    store: memoryStore(),
    rules: boundReports(openRules()),
    authenticate: { credential: async (uid) => ({ auth: { uid, token: {} } }) },
  });
  http = createServer();
  realtime.attach(http);
  await once(http.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  await realtime.close();
  http.closeAllConnections();
  http.close();
});

async function write(method: string, path: string, value: unknown): Promise<number> {
  const { port } = http.address() as AddressInfo;
  const body = JSON.stringify(value);
  return (await fetch(`http://127.0.0.1:${port}/${path}.json`, { method, body })).status;
}
const NODE = 'users/o/hardware/P1';
const names = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${from + i}`, i]));

test("a pole's reports can have only a limited number of fields, whether it writes them at once or one by one", async () => {
  expect(await write('PUT', `${NODE}/reported`, names(MAX_REPORTED + 1))).toBe(401);
  expect(await write('PATCH', NODE, { reported: names(MAX_REPORTED), voltage: 42 })).toBe(200);
  expect(await write('PUT', `${NODE}/reported/one`, 1)).toBe(401);
  expect(await write('POST', `${NODE}/reported`, 1)).toBe(401);
  expect(await write('PATCH', NODE, { 'reported/one': 1 })).toBe(401);
  expect(await write('PATCH', `${NODE}/reported`, { one: 1, n0: null })).toBe(200);
  expect(await write('PATCH', `${NODE}/reported`, { n1: 5 })).toBe(200);
  expect(await write('PATCH', 'users/o/hardware/P2/reported', names(2))).toBe(200);
  expect(await write('PATCH', 'companies', names(MAX_REPORTED + 1))).toBe(200);
});
