import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { whenReady } from '../../../../scripts/lib/started.mjs';
import { newCertificate } from '../testing/certificates.ts';
import { isFull } from '../testing/full.ts';
import { programArgs } from '../testing/serverProcess.ts';
import { filling, isUnfinished } from './demo/fleet.ts';
import { type Running, start } from './start.ts';

const running: Running[] = [];
const folder = () => mkdtempSync(path.join(tmpdir(), 'halyard-start-'));

async function startWith(
  env: Record<string, string>,
  options: { demo?: boolean; reset?: boolean } = {},
): Promise<{ running: Running; printed: string[] }> {
  const printed: string[] = [];
  const started = await start({
    env: { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
    demo: options.demo ?? false,
    reset: options.reset ?? false,
    print: (text) => printed.push(text),
  });
  running.push(started);
  return { running: started, printed };
}

afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  });

describe('starting the server', () => {
  const refusal = (env: Record<string, string>) =>
    expect(startWith({ DATA_DIR: folder(), ...env })).rejects;

  test('fails with a one-sentence error if the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await refusal({ PORT: String(port) }).toThrow(
      `port ${port} is already in use; set PORT to another port.`,
    );
    other.close();
  });

  test('fails with a one-sentence error if the data folder cannot be written', async () => {
    const file = path.join(folder(), 'a-file');
    writeFileSync(file, '');
    await refusal({ DATA_DIR: file }).toThrow(`the data folder ${file} cannot be written.`);
  });

  test.each([
    ['PORT', 'eighty', 'PORT must be a port number.'],
    ['REALTIME', 'firebird', 'REALTIME must be embedded, remote, firebase or off.'],
    ['REALTIME', 'firebase', 'FIREBASE_API_KEY is required with REALTIME=firebase.'],
    ['REALTIME_SECRET', 'short', 'REALTIME_SECRET must have at least 32 characters.'],
    ['REALTIME_URL', '10.0.0.5:3000', 'REALTIME_URL must be an http or https address.'],
    ['PUBLIC_URL', 'flags.example.com', 'PUBLIC_URL must be an http or https address.'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must begin with postgres:// or postgresql://.'],
    ['TRUST_PROXY', 'maybe', 'TRUST_PROXY must be 1 or 0.'],
    ['TLS_CERT', 'cert.pem', 'TLS_KEY must be set with TLS_CERT.'],
    ['TLS_KEY', 'key.pem', 'TLS_CERT must be set with TLS_KEY.'],
  ])('fails with a one-sentence error for the setting %s=%s', async (name, value, sentence) => {
    await refusal({ [name]: value }).toThrow(sentence);
  });

  test('fails with a one-sentence error if settings that several processes must share are missing', async () => {
    const all = {
      REALTIME_URL: 'http://127.0.0.1:1',
      REALTIME_SECRET: 'x'.repeat(32),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      PUBLIC_URL: 'http://flags.example.com',
    };
    for (const missing of ['REALTIME_URL', 'REALTIME_SECRET', 'DATABASE_URL', 'PUBLIC_URL'])
      await refusal({ REALTIME: 'remote', ...all, [missing]: '' }).toThrow(
        `REALTIME=remote needs ${missing}, which is not set.`,
      );
    for (const missing of ['DATABASE_URL', 'PUBLIC_URL'])
      await refusal({ ...all, [missing]: '' }).toThrow(
        `REALTIME_SECRET needs ${missing}, which is not set.`,
      );
  });

  test('fails with a one-sentence error if a certificate cannot be used', async () => {
    const DATA_DIR = path.join(folder(), 'data');
    const at = (name: string, text: string) => {
      const file = path.join(folder(), name);
      writeFileSync(file, text);
      return file;
    };
    const [one, other] = [await newCertificate(), await newCertificate()];
    const cert = at('cert.pem', one.cert);
    const key = at('key.pem', one.key);
    const folderAsFile = folder();
    for (const [TLS_CERT, TLS_KEY, sentence] of [
      ['/nowhere/cert.pem', key, 'TLS_CERT: /nowhere/cert.pem does not exist.'],
      [cert, folderAsFile, `TLS_KEY: ${folderAsFile} cannot be read (EISDIR).`],
      [key, key, 'TLS_CERT has no certificate in PEM format.'],
      [cert, cert, 'TLS_KEY has no private key in PEM format without a passphrase.'],
      [cert, at('key.pem', other.key), 'TLS_KEY does not match the certificate in TLS_CERT.'],
    ] as const)
      await refusal({ DATA_DIR, TLS_CERT, TLS_KEY }).toThrow(sentence);
    await refusal({ TLS_CERT: cert, TLS_KEY: key, PUBLIC_URL: 'http://flags.example' }).toThrow(
      'PUBLIC_URL must begin with https:// when TLS_CERT is set.',
    );
    // The server checks all of this before it creates anything.
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test('fails with a one-sentence error if the database cannot be reached', async () => {
    await refusal({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }).toThrow(
      /^cannot connect to the database: |PostgreSQL/,
    );
  });

  test('fails with a one-sentence error if another process uses the same data', async () => {
    const DATA_DIR = folder();
    await startWith({ DATA_DIR });
    await expect(startWith({ DATA_DIR })).rejects.toThrow(/another process|already/i);
    await expect(startWith({ DATA_DIR }, { demo: true, reset: true })).rejects.toThrow();
  });
});

test('a server without accounts prints a link that creates the first master and works only once', async () => {
  const { running: server, printed } = await startWith({ DATA_DIR: folder() });
  const code = /\/setup#(\S+)$/.exec(printed.join('\n'))?.[1];
  expect(code).toBeTruthy();
  const account = {
    code,
    username: 'first',
    password: 'long-enough',
    firstName: 'F',
    lastName: 'M',
    email: 'f@example.com',
    phone: '5550100000',
  };
  const answers = await Promise.all([
    post(`${server.url}/api/register`, account),
    post(`${server.url}/api/register`, { ...account, username: 'second' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
});

test('the demo keeps its data when it starts again, and starts over with --reset', async () => {
  const DATA_DIR = folder();
  const signIn = (server: Running) =>
    post(`${server.url}/api/login`, { username: 'master', password: 'halyard-demo' });
  const flagIds = async (server: Running) => {
    const cookie = (await signIn(server)).headers.get('set-cookie')!.split(';')[0]!;
    const flags = await fetch(`${server.url}/api/flags`, { headers: { cookie } });
    return ((await flags.json()) as { id: string }[]).map(({ id }) => id).sort();
  };
  const first = await startWith({ DATA_DIR }, { demo: true });
  const ids = await flagIds(first.running);
  expect(ids).toHaveLength(60);
  await running.pop()!.stop();
  const second = await startWith({ DATA_DIR }, { demo: true });
  expect(await flagIds(second.running)).toEqual(ids);
  await running.pop()!.stop();
  const third = await startWith({ DATA_DIR }, { demo: true, reset: true });
  expect((await flagIds(third.running)).some((id) => ids.includes(id))).toBe(false);
});

test.runIf(isFull)('the demo starts over if the creation of its data was interrupted', async () => {
  const DATA_DIR = folder();
  const signIn = (server: Running) =>
    post(`${server.url}/api/login`, { username: 'master', password: 'halyard-demo' });
  const first = await startWith({ DATA_DIR }, { demo: true });
  const cookie = (await signIn(first.running)).headers.get('set-cookie')!.split(';')[0]!;
  await running.pop()!.stop();
  await filling(DATA_DIR, () => Promise.reject(new Error('killed'))).catch(() => {});
  const second = await startWith({ DATA_DIR }, { demo: true });
  const headers = { cookie };
  const status = async (server: Running) =>
    (await fetch(`${server.url}/api/flags`, { headers })).status;
  expect(await status(second.running)).toBe(401);
  expect((await signIn(second.running)).status).toBe(200);
  expect(await isUnfinished(DATA_DIR)).toBe(false);
});

test('the server responds with 200 to /healthz while it is working', async () => {
  const { running: server } = await startWith({ DATA_DIR: folder() });
  const health = await fetch(`${server.url}/healthz`);
  expect([health.status, await health.text()]).toEqual([200, 'ok']);
});

test('the server exits if the process that started it is killed with kill -9', async () => {
  // This parent process starts the server over IPC, as the npm scripts do, and prints the process
  // ID of the server.
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `const { spawn } = require('node:child_process');
       const child = spawn(process.execPath, ${JSON.stringify(programArgs('main'))}, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
       child.on('exit', () => process.exit(1));
       child.on('message', () => console.log(child.pid));`,
    ],
    {
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder(), NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const pid = Number(await whenReady(parent, (printed) => /.*\n/.exec(printed)?.[0]));
  const isAlive = () => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(isAlive).toBe(false);
});
