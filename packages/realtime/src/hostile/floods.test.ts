import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { parseRules } from '../rules/index.ts';
import { http, RawClient } from '../testing/raw.ts';
import { type Running, start } from '../testing/start.ts';
import { until } from '../testing/until.ts';

const MB = 1_000_000;

let server: Running;
const clients: RawClient[] = [];
async function client(): Promise<RawClient> {
  const made = await new RawClient(server.port).open();
  clients.push(made);
  return made;
}
afterEach(async () => {
  for (const made of clients.splice(0)) made.close();
  await server.stop();
});

/** Sends a message the way the SDK does: a count, then the parts (protocol §2). */
function sendWhole(raw: RawClient, message: object): void {
  const parts = JSON.stringify(message).match(/[\s\S]{1,16384}/g)!;
  raw.ws.send(String(parts.length));
  for (const part of parts) raw.ws.send(part);
}

const put = (r: number, p: string, d: unknown) => ({ t: 'd', d: { r, a: 'p', b: { p, d } } });

test('a connection that adds 100,000 listeners gets only as many as allowed, and other clients are still served', async () => {
  server = await start({ limits: { listensPerConnection: 1000 } });
  const greedy = await client();
  const other = await client();
  let last = 0;
  for (let i = 0; i < 100_000; i++) last = greedy.send('q', { p: `/a/b/c/k${i}`, h: '' });
  await until(() => server.realtime.stats().listens === 1000);
  expect((await other.ask('p', { p: '/x', d: 1 })).s).toBe('ok');
  // Some requests must still be unanswered at this point; otherwise, the test would prove nothing.
  expect(greedy.messages.some(({ r }) => r === last)).toBe(false);
  expect(await greedy.answer(last)).toEqual({
    s: 'too_big',
    d: 'Too many listens on one connection',
  });
  expect(server.realtime.stats().listens).toBe(1000);
  greedy.close();
  await until(() => server.realtime.stats().listens === 0);
});

describe('large values in messages', () => {
  test('can be strings of up to 10 MB in both directions, while longer strings are rejected', async () => {
    server = await start();
    const owner = await client();
    const other = await client();
    await owner.ask('auth', { cred: 'owner' });
    sendWhole(owner, put(91, '/s', 'x'.repeat(10 * MB)));
    expect((await other.ask('p', { p: '/x', d: 1 })).s).toBe('ok');
    expect((await owner.answer(91)).s).toBe('ok');
    expect((await other.ask('g', { p: '/s', q: {} })).d).toHaveLength(10 * MB);
    sendWhole(owner, put(92, '/s', 'x'.repeat(11 * MB)));
    expect((await owner.answer(92)).s).toBe('invalid_data');
    const tooLong = { body: JSON.stringify('x'.repeat(11 * MB)) };
    expect((await http(server.port, 'PUT', '/s.json', tooLong)).status).toBe(400);
    expect(await server.realtime.admin.get('s')).toHaveLength(10 * MB);
  });

  test('are rejected if their message has too many frames; if it also has no request number, the connection is closed', async () => {
    server = await start({ limits: { messageUnits: MB, strangerBytes: MB } });
    const other = await client();
    // None of the message is kept: it is read to its end and rejected.
    const announced = await client();
    announced.ws.send('10000');
    announced.ws.send('{"t":"d","d":{"r":1,"a":"p","b":{"p":"/x","d":"');
    for (let i = 2; i < 10_000; i++) announced.ws.send('');
    announced.ws.send('"}}}');
    expect((await announced.answer(1)).s).toBe('write_too_big');
    // A message without a request number cannot be answered.
    const nameless = await client();
    const closed = once(nameless.ws, 'close');
    nameless.ws.send('10000');
    for (let i = 0; i < 10_000; i++) nameless.ws.send('');
    expect((await closed)[0]).toBe(1009);
    // The maximum number of frames is accepted, even if nearly all of them are empty.
    const empty = await client();
    empty.ws.send('4096');
    for (let i = 0; i < 4095; i++) empty.ws.send('');
    empty.ws.send(JSON.stringify(put(1, '/x', 1)));
    expect((await empty.answer(1)).s).toBe('ok');
    expect((await other.ask('g', { p: '/x', q: {} })).d).toBe(1);
  });

  test('can have up to 32 levels and keys of up to 768 bytes, even both in one value', async () => {
    server = await start();
    const raw = await client();
    const key = '€'.repeat(256);
    const path = Array.from({ length: 32 }, () => key).join('/');
    expect((await raw.ask('p', { p: path, d: 1 })).s).toBe('ok');
    expect((await raw.ask('g', { p: path, q: {} })).d).toBe(1);
    expect((await raw.ask('p', { p: `${path}/a`, d: 1 })).s).toBe('invalid_data');
    expect((await raw.ask('p', { p: `${key}x`, d: 1 })).s).toBe('invalid_data');
    expect((await raw.ask('p', { p: '/', d: null })).s).toBe('ok');
  });
});

test('a regular expression that makes backtracking engines hang costs little to evaluate on any text', async () => {
  const evil = '/^(a+)+(a|aa)*([a-z]+)*b$/';
  server = await start({
    rules: parseRules({
      rules: {
        '.read': true,
        a: { '.write': true, '.validate': `newData.val().matches(${evil})` },
        b: { '.write': true },
      },
    }),
  });
  const raw = await client();
  const other = await client();
  const texts = Array.from({ length: 50 }, (_, i) => 'a'.repeat(10_000 + i));
  const tried = texts.map((text) => raw.send('p', { p: '/a', d: text }));
  expect((await other.ask('p', { p: '/b', d: 1 })).s).toBe('ok');
  for (const r of tried) expect((await raw.answer(r)).s).toBe('permission_denied');
  expect((await raw.ask('p', { p: '/a', d: `${texts[0]}b` })).s).toBe('ok');
});
