import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whenReady } from '../../../../../../scripts/lib/started.mjs';
import { type Running, start } from '../../../app/start.ts';
import { freshCommand } from '../../../testing/freshCommand.ts';
import { Live } from '../../../testing/live.ts';
import { LOCALHOST_CERT, startTls } from '../../../testing/localhost.ts';
import { type Person, signIn } from '../../../testing/people.ts';

/**
 * These tests use the whole server as an external system would: with a service account and the
 * unmodified SDKs.
 */

const DOCS = readFileSync(
  path.resolve(import.meta.dirname, '../../../../../../docs/service-accounts.md'),
  'utf8',
);
const folder = mkdtempSync(path.join(tmpdir(), 'halyard-services-'));

let server: Running;
let master: Person;
let companyId: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  server = await start({
    env: { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: path.join(folder, 'data') },
    demo: true,
    reset: false,
    print: () => {},
  });
  master = await signIn(server.url, 'master');
  companyId = (await signIn(server.url, 'company')).user.companyId!;
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.stop();
});

interface Made {
  id: string;
  secret: string;
  lastUsedAt: number | null;
}

async function make(rights: object): Promise<Made> {
  const answer = await master.post('/api/service-accounts', { name: 'Weather', ...rights });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Made;
}

const revoke = ({ id }: Made) => master.delete(`/api/service-accounts/${id}`);

/**
 * Reads flags over REST, with the query that the rules require of callers who may not see every
 * company.
 */
const flagsOf = (company: string, headers: Record<string, string>, more = '') =>
  fetch(
    `${server.url}/users/company-${company}/hardware.json?orderBy="companyId"&equalTo="${company}"${more}`,
    { headers },
  );

describe('a service account', () => {
  test("can read only its own company's data over REST, with its token in a header or a parameter", async () => {
    const made = await make({ role: 'company_user', companyId });
    const bearer = { authorization: `Bearer ${made.secret}` };
    const read = await flagsOf(companyId, bearer);
    expect(read.status).toBe(200);
    expect(Object.keys((await read.json()) as object).length).toBeGreaterThan(0);
    expect((await flagsOf(companyId, {}, `&auth=${made.secret}`)).status).toBe(200);
    expect((await flagsOf('another', bearer)).status).toBe(401);
    expect((await fetch(`${server.url}/users.json`, { headers: bearer })).status).toBe(401);
    const api = await fetch(`${server.url}/api/flags`, { headers: bearer });
    const flags = (await api.json()) as { companyId: string }[];
    expect(new Set(flags.map((flag) => flag.companyId))).toEqual(new Set([companyId]));
    // Logs contain the query string of API calls, so the API does not accept a token there.
    for (const name of ['auth', 'access_token', 'token'])
      expect((await fetch(`${server.url}/api/flags?${name}=${made.secret}`)).status).toBe(401);
  });

  test('loses its connection and its stream when it is revoked, and can no longer sign in', async () => {
    const made = await make({ role: 'company_user', companyId });
    const live = new Live(server.url, {});
    await live.opened;
    expect(await live.ask('gauth', { cred: made.secret })).toBe('ok');
    expect(await live.ask('g', { p: `/companies/${companyId}`, q: {} })).toBe('ok');
    const headers = { authorization: `Bearer ${made.secret}` };
    const stream = await flagsOf(companyId, { ...headers, accept: 'text/event-stream' });
    const text = stream.text();
    expect((await revoke(made)).status).toBe(204);
    await live.closed;
    expect(await text).toContain('auth_revoked');
    expect((await flagsOf(companyId, headers)).status).toBe(401);
    const again = new Live(server.url, {});
    await again.opened;
    expect(await again.ask('gauth', { cred: made.secret })).toBe('invalid_token');
    again.close();
  });

  test("sends commands only in its own name, and only to its own company's flags", async () => {
    const made = await make({ role: 'employee', companyId });
    const live = new Live(server.url, {});
    await live.opened;
    await live.ask('gauth', { cred: made.secret });
    const flags = (await (await master.get('/api/flags')).json()) as {
      flagId: string;
      companyId: string;
      firebaseUserId: string;
    }[];
    const order = (company: boolean, by: string) => {
      const flag = flags.find((one) => (one.companyId === companyId) === company)!;
      const switches = { flagUp: false, flagDown: true, flagHalf: false, lamp: false };
      const command = freshCommand(by, `c-${by}`);
      return live.ask('m', {
        p: `/users/${flag.firebaseUserId}/hardware/${flag.flagId}`,
        d: { ...switches, command },
      });
    };
    expect(await order(true, `service:${made.id}`)).toBe('ok');
    expect(await order(true, master.user.id)).toBe('permission_denied');
    expect(await order(false, `service:${made.id}`)).toBe('permission_denied');
    live.close();
  });
});

describe('a personal API token', () => {
  const makeOwn = async (person: Person, scope: string): Promise<Made> => {
    const terms = { name: 'Script', scope, expiresInDays: 1 };
    return (await (await person.post('/api/tokens', terms)).json()) as Made;
  };
  const connect = async ({ secret }: Made) => {
    const live = new Live(server.url, {});
    await live.opened;
    return { live, status: await live.ask('gauth', { cred: secret }) };
  };
  const move = async (live: Live, by: string) => {
    const flags = (await (await master.get('/api/flags')).json()) as {
      flagId: string;
      companyId: string;
      firebaseUserId: string;
    }[];
    const flag = flags.find((one) => one.companyId === companyId)!;
    const switches = { flagUp: false, flagDown: true, flagHalf: false, lamp: false };
    return live.ask('m', {
      p: `/users/${flag.firebaseUserId}/hardware/${flag.flagId}`,
      d: { ...switches, command: freshCommand(by, `own-${Math.random()}`) },
    });
  };

  test('can read what its user can read and, if its scope allows, can move flags as that user', async () => {
    const person = await signIn(server.url, 'company');
    const [reader, mover] = [await makeOwn(person, 'read'), await makeOwn(person, 'switch')];
    expect((await flagsOf(companyId, { authorization: `Bearer ${reader.secret}` })).status).toBe(
      200,
    );
    const [reads, moves] = [await connect(reader), await connect(mover)];
    expect([reads.status, moves.status]).toEqual(['ok', 'ok']);
    expect(await move(reads.live, person.user.id)).toBe('permission_denied');
    expect(await move(moves.live, master.user.id)).toBe('permission_denied');
    expect(await move(moves.live, person.user.id)).toBe('ok');
    reads.live.close();
    moves.live.close();
  });

  test('loses its connections when it is revoked, or when the user is suspended or signed out', async () => {
    const person = await signIn(server.url, 'company');
    const [one, other] = [await makeOwn(person, 'read'), await makeOwn(person, 'read')];
    const [first, second] = [await connect(one), await connect(other)];
    expect((await person.delete(`/api/tokens/${one.id}`)).status).toBe(204);
    await first.live.closed;
    expect((await connect(one)).status).toBe('invalid_token');
    expect(await second.live.ask('g', { p: `/companies/${companyId}`, q: {} })).toBe('ok');
    const suspension = `/api/users/${person.user.id}/suspension`;
    expect((await master.put(suspension, {})).status).toBe(200);
    await second.live.closed;
    expect((await connect(other)).status).toBe('invalid_token');
    await master.delete(suspension);
    const again = await connect(other);
    expect(again.status).toBe('ok');
    await master.delete(`/api/users/${person.user.id}/sessions`);
    await again.live.closed;
    expect((await connect(other)).status).toBe('invalid_token');
  });
});

describe('the examples in the documentation', () => {
  const examples = [...DOCS.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code ?? '');

  /** Runs an example from the documentation until it has moved a flag. */
  async function run(example: string, url: string): Promise<void> {
    const made = await make({ role: 'company_user', companyId });
    const certificate = path.join(folder, 'localhost.pem');
    writeFileSync(certificate, LOCALHOST_CERT);
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', example.replace('https://flags.example.com', url)],
      {
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          NODE_EXTRA_CA_CERTS: certificate,
          HALYARD_ID: made.id,
          HALYARD_SECRET: made.secret,
          COMPANY_ID: companyId,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    children.push(child);
    const flagId = await whenReady(child, (said) => /(\S+) goes down/.exec(said)?.[1]);
    const read = await flagsOf(companyId, { authorization: `Bearer ${made.secret}` });
    const flags = (await read.json()) as Record<string, { flagDown: boolean; command: object }>;
    expect(flags[flagId ?? '']).toMatchObject({
      flagDown: true,
      command: { by: `service:${made.id}` },
    });
    child.kill('SIGKILL');
  }

  test('run with firebase-admin over TLS', async () => {
    const tls = await startTls(Number(new URL(server.url).port));
    const [example = ''] = examples.filter((code) => code.includes("'firebase-admin/database'"));
    await run(example, `https://localhost:${tls.port}`);
    tls.close();
  });

  test('run with the firebase package', async () => {
    const [example = ''] = examples.filter((code) => code.includes("'firebase/database'"));
    // The package `firebase/database` only re-exports `@firebase/database`.
    await run(example.replaceAll("'firebase/", "'@firebase/"), server.url);
  });
});
