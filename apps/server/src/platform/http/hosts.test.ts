import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, start } from '../../app/start.ts';

const running: Running[] = [];
afterAll(async () => {
  for (const one of running) await one.stop();
});

async function serverWith(env: Record<string, string>): Promise<Asker> {
  const started = await start({
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-hosts-')),
      ...env,
    },
    demo: false,
    reset: false,
    print: () => {},
  });
  running.push(started);
  const port = Number(new URL(started.url).port);
  /** Sends these lines unchanged, because an HTTP client would refuse to send some of them. */
  const raw = async (lines: readonly string[]) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    let text = '';
    for (;;) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      text += chunk.toString();
      if (text.includes('\r\n\r\n')) break;
    }
    socket.destroy();
    return { status: Number(text.split(' ')[1]), text };
  };
  return {
    raw,
    ask: async (host, target = '/api/config', ...more) =>
      (await raw([`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more])).status,
  };
}

interface Asker {
  raw(lines: readonly string[]): Promise<{ status: number; text: string }>;
  /** Sends a GET request and returns the status code. */
  ask(host: string, target?: string, ...headers: string[]): Promise<number>;
}

const UPGRADE = [
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const socketOf = (server: Asker, host: string, ...more: string[]) =>
  server.raw([
    'GET /.ws?v=5&ns=halyard HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    ...UPGRADE,
    ...more,
  ]);

describe('the Host header check', () => {
  let server: Asker;
  beforeAll(async () => {
    server = await serverWith({
      PUBLIC_URL: 'https://flags.example.com',
      ALLOWED_HOSTS: 'Poles.example.org, [2001:db8::1]:8443,münchen.example',
      METRICS_TOKEN: 'm'.repeat(32),
    });
  });

  test.each([
    'flags.example.com',
    'FLAGS.Example.COM',
    'flags.example.com.',
    'flags.example.com:443',
    'flags.example.com.:3000',
    'poles.example.org',
    'xn--mnchen-3ya.example',
    'localhost',
    'localhost:3000',
    'Poles.Localhost',
    'flagpole.local',
    'flagpole.local.:80',
    '127.0.0.1',
    '192.0.2.7:3000',
    '[::1]',
    '[::1]:3000',
    '[2001:db8::1]',
  ])('accepts the host %s', async (host) => {
    expect(await server.ask(host)).toBe(200);
  });

  test.each([
    'evil.example',
    'evil.example:443',
    'flags.example.com.evil.example',
    'xflags.example.com',
    'www.flags.example.com',
    'local',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.evil.example',
    '2130706433',
    '0x7f.1',
    '[::1].evil.example',
    'flags.example.com@evil.example',
    'evil.example,flags.example.com',
    '',
  ])('rejects the host %j with 421 on every path', async (host) => {
    for (const target of [
      '/',
      '/theme.js',
      '/api/config',
      '/api/openapi.json',
      '/nowhere',
      '/api/user?auth=x',
      '/api/x.json?auth=x',
      '/.lp?start=t&cb=1',
      '/users/a/hardware.json',
      '/nowhere.json?auth=x',
      '/%61pi/openapi.json?auth=x',
    ])
      expect([target, await server.ask(host, target)]).toEqual([target, 421]);
  });

  test('says in the 421 response which setting to change', async () => {
    const { text } = await server.raw(['GET / HTTP/1.1', 'Host: evil.example']);
    expect(text).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(text.split('\r\n\r\n')[1]).toBe(
      'This server is not set up for the host name evil.example. Use https://flags.example.com. To allow another host name, add it to ALLOWED_HOSTS and restart Halyard.',
    );
  });

  test('does not repeat an invalid host name in the response', async () => {
    const { text } = await server.raw(['GET / HTTP/1.1', 'Host: <b>x</b>']);
    expect(text).toContain('not set up for this host name.');
    expect(text).not.toContain('<b>');
  });

  test('also applies to the host in an absolute request URL', async () => {
    expect(await server.ask('localhost', 'http://evil.example/api/config')).toBe(421);
    expect(await server.ask('localhost', 'http://evil.example/healthz')).toBe(421);
    expect(await server.ask('evil.example', 'http://localhost/api/config')).toBe(421);
    expect(await server.ask('localhost', 'nonsense')).not.toBe(200);
  });

  test('rejects a request without a Host header', async () => {
    expect((await server.raw(['GET /api/config HTTP/1.0'])).status).toBe(421);
    expect((await server.raw(['GET /api/config HTTP/1.1'])).status).toBe(400);
  });

  test('allows health checks and metrics under any host name', async () => {
    expect(await server.ask('evil.example', '/healthz')).toBe(200);
    expect(await server.ask('evil.example', '/readyz?x')).toBe(200);
    expect(await server.ask('10-0-0-1.pods.example', '/metrics')).toBe(401);
    expect(await server.ask('halyard', '/metrics', `Authorization: Bearer ${'m'.repeat(32)}`)).toBe(
      200,
    );
    expect(await server.ask('evil.example', '/healthz/../api/config')).toBe(421);
    expect(await server.ask('evil.example', '//healthz')).toBe(421);
  });

  test('lets a pole connect with its key under any host name, but not call the API', async () => {
    const target = '/users/a/hardware/F.json';
    // The key is invalid, so the response is 401 because of the key, and not 421 because of the
    // host.
    expect(await server.ask('poles.evil.example', `${target}?auth=made-up`)).toBe(401);
    expect(await server.ask('poles.evil.example', `${target}?access_token=made-up`)).toBe(401);
    expect(await server.ask('poles.evil.example', target, 'Authorization: Bearer made-up')).toBe(
      401,
    );
    expect(await server.ask('poles.evil.example', `${target}?auth=`)).toBe(421);
    expect(await server.ask('evil.example', '/api/config', 'Authorization: Bearer x')).toBe(421);
  });

  test('applies to WebSockets from browsers, but not to those from poles or other processes', async () => {
    expect((await socketOf(server, 'poles.evil.example')).status).toBe(101);
    for (const header of [
      'Origin: http://evil.example',
      'Cookie: a=b',
      'Sec-Fetch-Site: same-origin',
    ]) {
      const { status, text } = await socketOf(server, 'evil.example', header);
      expect([header, status]).toEqual([header, 421]);
      expect(text).toContain('ALLOWED_HOSTS');
    }
    const own = await socketOf(server, 'poles.example.org', 'Origin: https://poles.example.org');
    expect(own.status).toBe(101);
    const absolute = await server.raw([
      'GET http://evil.example/.ws?v=5 HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade',
      ...UPGRADE,
    ]);
    expect(absolute.status).toBe(421);
  });

  test('ignores the header X-Forwarded-Host unless TRUST_PROXY is set', async () => {
    const forwarded = (host: string) => `X-Forwarded-Host: ${host}`;
    expect(await server.ask('evil.example', '/', forwarded('flags.example.com'))).toBe(421);
    expect(await server.ask('flags.example.com', '/', forwarded('evil.example'))).not.toBe(421);
  });
});

test("behind a proxy, the host check accepts a request only if the forwarded host and the proxy's own Host header are both allowed", async () => {
  const server = await serverWith({
    PUBLIC_URL: 'https://flags.example.com',
    TRUST_PROXY: '1',
  });
  const forwarded = (host: string) => `X-Forwarded-Host: ${host}`;
  const ask = (host: string, by: string) => server.ask(host, '/api/config', forwarded(by));
  expect(await ask('127.0.0.1:3000', 'flags.example.com')).toBe(200);
  expect(await ask('127.0.0.1:3000', 'evil.example')).toBe(421);
  expect(await ask('evil.example', 'flags.example.com')).toBe(421);
  expect(await ask('127.0.0.1:3000', 'evil.example, flags.example.com')).toBe(421);
  expect(await ask('127.0.0.1:3000', 'flags.example.com, evil.example')).toBe(421);
  expect(await server.ask('flags.example.com')).toBe(200);
});

test('without PUBLIC_URL, the 421 response shows the setting that would allow the requested host', async () => {
  const server = await serverWith({});
  expect(await server.ask('localhost:3000')).toBe(200);
  expect(await server.ask('192.0.2.7:3000')).toBe(200);
  expect(await server.ask('pi.local')).toBe(200);
  const { status, text } = await server.raw(['GET / HTTP/1.1', 'Host: flags.example.com:3000']);
  expect(status).toBe(421);
  expect(text.split('\r\n\r\n')[1]).toBe(
    'This server is not set up for the host name flags.example.com. Set PUBLIC_URL to Halyard’s public URL, such as PUBLIC_URL=http://flags.example.com:3000, or add the host name to ALLOWED_HOSTS. Then restart Halyard.',
  );
});

test.each(['flags.example.com/x', 'a b', 'user@host', 'http://x'])(
  'starting the server with ALLOWED_HOSTS=%s fails with a one-sentence error',
  async (value) => {
    await expect(serverWith({ ALLOWED_HOSTS: value })).rejects.toThrow(
      'ALLOWED_HOSTS must be host names, separated by commas.',
    );
  },
);
