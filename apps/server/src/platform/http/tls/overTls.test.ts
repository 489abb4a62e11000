import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SessionUser } from '@halyard/domain';
import { type FleetPole, startFleet } from '@halyard/poles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reservePort } from '../../../../../../scripts/lib/ports.mjs';
import { findNginx, startNginx } from '../../../../../../scripts/nginx.mjs';
import { start } from '../../../app/start.ts';
import { newCertificate } from '../../../testing/certificates.ts';
import { freshCommand } from '../../../testing/freshCommand.ts';
import { Live } from '../../../testing/live.ts';
import { PASSWORD_OF_DEMO } from '../../../testing/people.ts';
import { askByPolling } from '../../../testing/polling.ts';
import { type Ask, trusting } from '../../../testing/trusting.ts';

/**
 * These tests run the whole product over TLS, either with its own certificate or behind an nginx
 * that has one.
 */

const NGINX = path.resolve(import.meta.dirname, '../../../../../../deploy/nginx-one-process.conf');

interface Files {
  folder: string;
  cert: string;
  key: string;
}

interface Place {
  /** The URL that users open. */
  url: string;
  fleetFile: string;
  /** The line that the server prints when it has started. */
  greeting: string;
  /** The same URL without TLS. Null if nothing listens there. */
  plainUrl: string | null;
  stop(): Promise<void>;
}

async function startDemo(folder: string, env: Record<string, string>) {
  const printed: string[] = [];
  const server = await start({
    env: { HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: path.join(folder, 'data'), ...env },
    demo: true,
    reset: false,
    print: (line) => printed.push(line),
  });
  return { server, fleetFile: server.fleetFile!, greeting: printed[0]! };
}

async function byItself({ folder, cert, key }: Files): Promise<Place> {
  const demo = await startDemo(folder, { PORT: '0', TLS_CERT: cert, TLS_KEY: key });
  const url = demo.server.url.replace('127.0.0.1', 'localhost');
  return { ...demo, url, plainUrl: null, stop: () => demo.server.stop() };
}

async function behindNginx({ folder, cert, key }: Files): Promise<Place> {
  const [outside, plain] = [await reservePort(), await reservePort()];
  const url = `https://localhost:${outside}`;
  const demo = await startDemo(folder, { PORT: '0', PUBLIC_URL: url, TRUST_PROXY: '1' });
  const example = readFileSync(NGINX, 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${new URL(demo.server.url).port}`)
    .replace('listen 443 ssl', `listen ${outside} ssl`)
    .replace('listen 80', `listen ${plain}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('/run/nginx.pid', '{folder}/nginx.pid')
    .replaceAll('/var/log/nginx/', '{folder}/');
  const nginx = await startNginx(example).catch(async (error: unknown) => {
    await demo.server.stop();
    throw error;
  });
  const stop = async () => {
    await nginx.stop();
    await demo.server.stop();
  };
  return { ...demo, url, plainUrl: `http://127.0.0.1:${plain}`, stop };
}

const WAYS = [
  { name: 'by itself', open: byItself },
  ...(findNginx() === null ? [] : [{ name: 'behind nginx', open: behindNginx }]),
];

describe.each(WAYS)('one server process over TLS, $name', ({ open }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-tls-'));
  const files = { folder, cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  let ca: string;
  let place: Place;
  let ask: Ask;

  beforeAll(async () => {
    const texts = await newCertificate();
    ca = texts.cert;
    writeFileSync(files.cert, texts.cert);
    writeFileSync(files.key, texts.key);
    place = await open(files);
    ask = trusting(place.url, ca);
  });
  afterAll(async () => {
    await place?.stop();
    rmSync(folder, { recursive: true });
  });

  async function signIn(): Promise<{ cookie: string; user: SessionUser }> {
    const who = { username: 'master', password: PASSWORD_OF_DEMO };
    const answer = await ask('/api/login', {}, who);
    const cookie = answer.headers['set-cookie']![0]!;
    expect(cookie).toMatch(/^__Host-halyard_\d+=.*; Path=\/; .*; Secure(;|$)/);
    return { cookie: cookie.split(';')[0]!, user: JSON.parse(answer.body) as SessionUser };
  }

  const aPole = () =>
    (JSON.parse(readFileSync(place.fleetFile, 'utf8')) as FleetPole[]).find(
      ({ behaviour }) => behaviour === 'normal',
    )!;

  test('serves the console with HSTS at the URL that it prints', async () => {
    expect(place.greeting).toBe(`Halyard is ready: ${place.url}`);
    const page = await ask('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['strict-transport-security']).toBeTruthy();
  });

  test('does not serve any client without TLS, not even devices', async () => {
    const { url, plainUrl } = place;
    if (plainUrl === null) {
      await expect(fetch(url.replace('https', 'http'))).rejects.toThrow();
      return;
    }
    const page = await fetch(`${plainUrl}/flags`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([301, 'https://127.0.0.1/flags']);
    expect((await fetch(`${plainUrl}/users/a.json`, { redirect: 'manual' })).status).toBe(403);
  });

  test("delivers a command from a WebSocket to a pole's event stream", async () => {
    const pole = aPole();
    const fleet = startFleet({
      server: place.url,
      poles: [pole],
      insecure: true,
      timing: { travelMin: 10, travelMax: 30, lamp: 5 },
    });
    const { cookie, user } = await signIn();
    const live = new Live(place.url, { cookie, origin: place.url }, ca);
    expect(await live.opened).toBe(101);
    const command = freshCommand(user.id, 'over-tls');
    const switches = { flagUp: false, flagDown: false, flagHalf: true, lamp: false };
    const node = `/users/${pole.ownerId}/hardware/${pole.flagId}`;
    expect(await live.ask('m', { p: node, d: { ...switches, command } })).toBe('ok');
    const reported = async () =>
      (await ask(`${node}/reported/flagHalf.json?auth=${pole.key}`)).body;
    await expect.poll(reported).toBe('true');
    live.close();
    await fleet.stop();
  });

  test('sends an event stream without chunked encoding and without delay, as the Arduino library requires', async () => {
    const pole = aPole();
    const stream = request(
      `${place.url}/users/${pole.ownerId}/hardware/${pole.flagId}.json?auth=${pole.key}`,
      { ca, headers: { accept: 'text/event-stream' } },
    );
    let heard = '';
    const headers = await new Promise((resolve, reject) => {
      stream.on('error', reject).on('response', (response) => {
        response.setEncoding('utf8').on('data', (text: string) => {
          heard += text;
        });
        resolve(response.headers);
      });
      stream.end();
    });
    expect(headers).not.toHaveProperty('transfer-encoding');
    // The stream is still open. If something delayed it, nothing would arrive before it ends.
    await expect.poll(() => heard).toMatch(/^event: put\ndata: \{"path":"\/",/);
    stream.on('error', () => {}).destroy();
  });

  test("rejects a WebSocket from another site's page", async () => {
    const { cookie } = await signIn();
    const live = new Live(place.url, { cookie, origin: 'https://evil.example' }, ca);
    expect(await live.opened).toBe(403);
  });

  test('responds to requests over long polling', async () => {
    const answer = await askByPolling(async (where) => (await ask(where)).body);
    expect(answer).toContain('"s":"ok"');
  });

  test('accepts a connection from the official SDK', async () => {
    const script = `
      import { initializeApp } from '@firebase/app';
      import { getDatabase, onValue, ref } from '@firebase/database';
      const app = initializeApp({ databaseURL: '${place.url}?ns=halyard' });
      onValue(ref(getDatabase(app), '.info/connected'), (state) => {
        if (state.val()) process.stdout.write('connected', () => process.exit(0));
      });`;
    const args = ['--input-type=module', '--eval', script];
    const env = { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: files.cert };
    const options = { env, cwd: import.meta.dirname };
    expect((await promisify(execFile)(process.execPath, args, options)).stdout).toBe('connected');
  });
});
