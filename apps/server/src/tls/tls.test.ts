import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { SessionUser } from '@halyard/domain';
import { type Fleet, type FleetPole, startFleet } from '@halyard/poles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, start } from '../start.ts';
import { newCertificate } from '../testing/certificates.ts';
import { Live } from '../testing/live.ts';
import { PASSWORD_OF_DEMO } from '../testing/people.ts';
import { askByPolling } from '../testing/polling.ts';

/** The whole product with a certificate of its own and nothing in front. */

const WAIT = { timeout: 20_000 };
const folder = mkdtempSync(path.join(tmpdir(), 'halyard-tls-'));
const certFile = path.join(folder, 'cert.pem');
const printed: string[] = [];
let cert: string;
let server: Running;
let url: string;
let fleet: Fleet;

beforeAll(async () => {
  const texts = await newCertificate();
  cert = texts.cert;
  writeFileSync(certFile, cert);
  writeFileSync(path.join(folder, 'key.pem'), texts.key);
  server = await start({
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: path.join(folder, 'data'),
      TLS_CERT: certFile,
      TLS_KEY: path.join(folder, 'key.pem'),
    },
    demo: true,
    reset: false,
    print: (line) => printed.push(line),
  });
  url = server.url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await fleet?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request that takes the certificate for what it is: the only one that it trusts. */
function ask(where: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${where}`, {
      ca: cert,
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json', origin: url }) },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode: status, headers: got } = response;
      text(response).then((all) => resolve({ status, headers: got, body: all }), reject);
    });
    sent.end(body && JSON.stringify(body));
  });
}

async function signIn(): Promise<{ cookie: string; user: SessionUser }> {
  const answer = await ask('/api/login', {}, { username: 'master', password: PASSWORD_OF_DEMO });
  const cookie = answer.headers['set-cookie']![0]!;
  expect(cookie).toMatch(/^halyard_\d+=.*; Secure$/);
  return { cookie: cookie.split(';')[0]!, user: JSON.parse(answer.body) as SessionUser };
}

test('it tells the address that the certificate is for', () => {
  expect(printed[0]).toBe(`Halyard is ready: ${url}`);
});

test('the console comes with HSTS, and whoever asks without TLS gets nothing', async () => {
  const page = await ask('/');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['strict-transport-security']).toBeTruthy();
  await expect(fetch(url.replace('https', 'http'))).rejects.toThrow();
});

test('a command over a WebSocket moves a pole on an event stream', async () => {
  const poles = JSON.parse(readFileSync(server.fleetFile!, 'utf8')) as FleetPole[];
  const pole = poles.find(({ behaviour }) => behaviour === 'normal')!;
  fleet = startFleet({
    server: url,
    poles: [pole],
    insecure: true,
    timing: { travelMin: 10, travelMax: 30, lamp: 5 },
  });
  const { cookie, user } = await signIn();
  const live = new Live(url, { cookie, origin: url }, cert);
  expect(await live.opened).toBe(101);
  const command = { id: 'over-tls', issuedAt: Date.now(), by: user.id };
  const switches = { flagUp: false, flagDown: false, flagHalf: true, lamp: false };
  const node = `/users/${pole.ownerId}/hardware/${pole.flagId}`;
  expect(await live.ask('m', { p: node, d: { ...switches, command } })).toBe('ok');
  const reported = async () => {
    const answer = await ask(`${node}/reported/flagHalf.json?auth=${pole.key}`);
    return answer.body;
  };
  await expect.poll(reported, WAIT).toBe('true');
  live.close();
});

test('a page of another site opens no WebSocket', async () => {
  const { cookie } = await signIn();
  const live = new Live(url, { cookie, origin: 'https://evil.example' }, cert);
  expect(await live.opened).toBe(403);
});

test('long polling answers what it is asked', async () => {
  const answer = await askByPolling(async (where) => (await ask(where)).body);
  expect(answer).toContain('"s":"ok"');
});

test('the official SDK connects, by WebSocket', async () => {
  const script = `
    import { initializeApp } from 'firebase/app';
    import { getDatabase, onValue, ref } from 'firebase/database';
    const app = initializeApp({ databaseURL: '${url}?ns=halyard' });
    onValue(ref(getDatabase(app), '.info/connected'), (state) => {
      if (state.val()) process.stdout.write('connected', () => process.exit(0));
    });`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    {
      env: { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: certFile },
      cwd: import.meta.dirname,
    },
  );
  expect(stdout).toBe('connected');
});
