import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoServer, move, nodeOf, startDemoServer } from '../../testing/demoServer.ts';
import { addressBehindProxy } from './clientAddress.ts';

const PROXY = '10.0.0.1';

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['10.9.9.9, 198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:49152', '198.51.100.7'],
  ['[2001:db8::7]:49152', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['fe80::1%anything-at-all', 'fe80::1'],
  ['', PROXY],
  ['unknown', PROXY],
  ['_hidden', PROXY],
  ['198.51.100.7, ', PROXY],
  ['198.51.100.7 or so', PROXY],
  ['198.51.100.777', PROXY],
  ['127.1', PROXY],
  ['0x7f000001', PROXY],
  ['<b>198.51.100.7</b>', PROXY],
  ['[]', PROXY],
  ['x'.repeat(4000), PROXY],
])(
  'behind a proxy, the header X-Forwarded-For %s gives the client address %s',
  (header, address) => {
    const request = { headers: { 'x-forwarded-for': header }, socket: { remoteAddress: PROXY } };
    expect(addressBehindProxy(request)).toBe(address);
  },
);

describe('a malformed X-Forwarded-For header', () => {
  let server: DemoServer;
  beforeAll(async () => {
    server = await startDemoServer();
  });
  afterAll(() => server.stop());
  const signIn = (forwarded: string) =>
    fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.url,
        'x-forwarded-for': forwarded,
      },
      body: JSON.stringify({ username: 'master', password: 'wrong password' }),
    });
  const failed = async () =>
    (await server.entries('category=signIns&outcome=refused')).map(({ address }) => address);

  test('is not stored when a client makes an API call', async () => {
    await signIn('<b>somewhere</b>');
    await signIn('192.0.2.9');
    expect(await failed()).toEqual(['192.0.2.9', '127.0.0.1']);
  });

  test('is not stored when a client sends a command through the realtime database', async () => {
    const flag = server.nextFlag();
    const live = await server.connect(server.eve, 'somewhere, 192.0.2.9.9');
    for (const to of ['flagDown', 'flagUp'] as const)
      expect(await live.ask('m', { p: nodeOf(flag), d: move(server.eve, to) })).toBe('ok');
    const addresses = async () => (await server.commandsOf(flag)).map(({ address }) => address);
    await expect.poll(addresses).toEqual(['127.0.0.1']);
  });
});
