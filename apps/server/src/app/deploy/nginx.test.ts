import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reservePort } from '../../../../../scripts/lib/ports.mjs';
import { findNginx, startNginx } from '../../../../../scripts/nginx.mjs';
import { newCertificate } from '../../testing/certificates.ts';
import { isFull } from '../../testing/full.ts';
import { ROOT } from './testing/asOperator.ts';

/**
 * Tests the limits of the nginx examples with a real nginx in front of a server that accepts
 * everything.
 */

const EXAMPLES = ['nginx-one-process.conf', 'nginx-several-processes.conf'];
const CLIENTS = 600;

describe.skipIf(findNginx() === null).each(EXAMPLES)('the nginx example %s', (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-nginx-test-'));
  const open = new Set<Socket>();
  const backend = http.createServer((_request, response) => response.end('ok'));
  backend.on('upgrade', (_request, socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
  });
  let port: number;
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
  const clients = new Set<Socket>();

  beforeAll(async () => {
    await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
    const { cert, key } = await newCertificate();
    writeFileSync(path.join(folder, 'cert.pem'), cert);
    writeFileSync(path.join(folder, 'key.pem'), key);
  });
  afterEach(async () => {
    for (const socket of clients) socket.destroy();
    clients.clear();
    await nginx?.stop();
    nginx = undefined;
  });
  afterAll(() => {
    for (const socket of open) socket.destroy();
    backend.close();
    rmSync(folder, { recursive: true });
  });

  /**
   * Starts nginx with a copy of the example configuration. In the copy, the ports and paths are
   * replaced with this test's own.
   * @param changes further replacements
   */
  async function run(changes: Record<string, string> = {}) {
    port = await reservePort();
    const upstream = `127.0.0.1:${(backend.address() as AddressInfo).port}`;
    let text = readFileSync(path.join(ROOT, 'deploy', name), 'utf8')
      .replace(/127\.0\.0\.1:300[012]/g, upstream)
      .replace(/^(\s+listen) (443|8080)\b/m, `$1 ${port}`)
      .replace('listen 80;', `listen ${await reservePort()};`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert.pem;`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`)
      .replace('/run/nginx.pid', '{folder}/nginx.pid')
      .replaceAll('/var/log/nginx/', '{folder}/');
    for (const [words, others] of Object.entries(changes)) {
      expect(text).toContain(words);
      text = text.replace(words, others);
    }
    // nginx starts only if the command `nginx -t` would succeed.
    nginx = await startNginx(text);
  }

  const transport = name.includes('one-process') ? https : http;
  const optionsOf = (where: string, from: string) => ({
    ...{ host: '127.0.0.1', port, path: where, localAddress: from, agent: false as const },
    rejectUnauthorized: false,
  });

  /** Sends a request. @returns the status code */
  const ask = (where: string, from = '127.0.0.1') =>
    new Promise<number>((resolve, reject) => {
      transport
        .get(optionsOf(where, from), (response) => {
          response.resume().on('end', () => resolve(response.statusCode!));
        })
        .on('error', reject);
    });

  /**
   * Opens a WebSocket, and leaves it open.
   * @returns the status code
   */
  const upgrade = (from = '127.0.0.1') =>
    new Promise<number>((resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: 'websocket' };
      transport
        .get({ ...optionsOf('/.ws', from), headers })
        .on('upgrade', (response, socket: Socket) => {
          clients.add(socket);
          socket.on('error', () => undefined);
          resolve(response.statusCode!);
        })
        .on('response', (response) => {
          response.resume();
          resolve(response.statusCode!);
        })
        .on('error', reject);
    });

  // The examples have the same limits.
  test.runIf(isFull || name === EXAMPLES[0])(
    'lets 600 clients behind one address reconnect at the same time',
    {
      timeout: 300_000,
    },
    async () => {
      await run();
      const before = open.size;
      const statuses = await Promise.all(
        Array.from({ length: CLIENTS }, async () => [
          await upgrade(),
          await ask('/'),
          await ask('/api/flags'),
        ]),
      );
      expect(new Set(statuses.map(String))).toEqual(new Set(['101,200,200']));
      expect(open.size - before).toBe(CLIENTS);
    },
  );

  test('limits only the IP address that sends too many requests', async () => {
    await run({ 'rate=500r/s': 'rate=1r/m', 'burst=20000': 'burst=5' });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push(await ask('/api/flags'));
    expect(statuses).toEqual([...Array<number>(6).fill(200), 429, 429]);
    expect(await upgrade()).toBe(429);
    expect(await ask('/api/flags', '127.0.0.2')).toBe(200);
  });

  test('limits only the IP address that opens too many connections', async () => {
    await run({ 'limit_conn connections 20000': 'limit_conn connections 3' });
    expect([await upgrade(), await upgrade(), await upgrade()]).toEqual([101, 101, 101]);
    expect([await upgrade(), await ask('/')]).toEqual([429, 429]);
    expect(await upgrade('127.0.0.2')).toBe(101);
  });

  test('treats an IPv6 /64 network as one address', async () => {
    const realAddress = 'set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address;';
    await run({
      'rate=500r/s': 'rate=1r/m',
      'burst=20000': 'burst=1',
      'http {': `http { ${realAddress}`,
    });
    const from = (address: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { 'x-test-address': address };
        transport
          .get({ ...optionsOf('/', '127.0.0.1'), headers }, (response) => {
            response.resume().on('end', () => resolve(response.statusCode!));
          })
          .on('error', reject);
      });
    expect(await from('2001:db8:1:2::1')).toBe(200);
    expect(await from('2001:db8:1:2:ffff::2')).toBe(200);
    expect(await from('2001:db8:1:2:a:b:c:d')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(200);
    expect(await from('192.0.2.1')).toBe(200);
  });
});
