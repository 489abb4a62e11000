import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CredentialRefused, type RefusedRequest } from './options.ts';
import { closedRules } from './rules/index.ts';
import { http, RawClient } from './testing/raw.ts';
import { type Running, start } from './testing/start.ts';

/** Tests which rejected requests are reported to the host. */

let server: Running;
const heard: RefusedRequest[] = [];
const told = () =>
  heard.map(({ identity, error, ...rest }) => ({
    ...rest,
    who: identity === null ? null : (identity.auth?.uid ?? 'nobody'),
    reason: error instanceof CredentialRefused ? error.name : error.status,
  }));

beforeAll(async () => {
  server = await start({
    rules: closedRules(),
    addressOf: (req) => String(req.headers['x-from'] ?? 'home'),
    onRefused: (refused) => void heard.push(refused),
  });
});
afterAll(() => server.stop());
beforeEach(() => void heard.splice(0));

test('each rejected read, write and credential over a WebSocket is reported, along with the user and the IP address', async () => {
  const client = await new RawClient(server.port, { headers: { 'x-from': 'office' } }).open();
  const requests: [string, Record<string, unknown>][] = [
    ['q', { p: '/a/b', h: '' }],
    ['g', { p: '/a' }],
    ['auth', { cred: 'bad' }],
    ['auth', { cred: 'ann' }],
    ['p', { p: '/c', d: 1 }],
    ['p', { p: '/c', d: 1, h: 'a hash' }],
    ['om', { p: '/c', d: { d: 1 } }],
  ];
  for (const [action, body] of requests) await client.ask(action, body);
  client.close();
  const common = { transport: 'wire', remoteAddress: 'office' };
  const denied = { ...common, reason: 'permission_denied' };
  const write = { ...denied, who: 'ann', asked: 'write', path: ['c'] };
  expect(told()).toEqual([
    { ...denied, who: 'nobody', asked: 'read', path: ['a', 'b'] },
    { ...denied, who: 'nobody', asked: 'read', path: ['a'] },
    { ...common, who: 'nobody', asked: 'credential', path: [], reason: 'CredentialRefused' },
    write,
    write,
    write,
  ]);
});

test('each rejected REST request is reported, including requests for event streams', async () => {
  const headers = { 'x-from': 'office' };
  const stream = { ...headers, accept: 'text/event-stream' };
  await http(server.port, 'GET', '/a.json', { headers });
  await http(server.port, 'GET', '/a.json', { headers: stream });
  await http(server.port, 'PUT', '/a.json?auth=ann', { headers, body: '1' });
  await http(server.port, 'PATCH', '/a.json?auth=bad', { headers, body: '{}' });
  const common = { transport: 'rest', remoteAddress: 'office', path: ['a'] };
  const denied = { ...common, reason: 'permission_denied' };
  expect(told()).toEqual([
    { ...denied, who: 'nobody', asked: 'read' },
    { ...denied, who: 'nobody', asked: 'read' },
    { ...denied, who: 'ann', asked: 'write' },
    { ...common, who: null, asked: 'write', reason: 'CredentialRefused' },
  ]);
});
