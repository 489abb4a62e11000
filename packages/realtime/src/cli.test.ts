import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deleteApp, initializeApp } from '@firebase/app';
import {
  connectDatabaseEmulator,
  type Database,
  type DataSnapshot,
  get,
  getDatabase,
  goOffline,
  ref,
  set,
} from '@firebase/database';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
} from '@firebase/rules-unit-testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { whenReady } from '../../../scripts/lib/started.mjs';
import { http } from './testing/raw.ts';
import { unsignedToken } from './testing/unsignedToken.ts';
import { until } from './testing/until.ts';

let directory: string;
const children: ChildProcess[] = [];
const closing: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'halyard-cli-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(directory, { recursive: true });
});

interface Run {
  child: ChildProcess;
  /** Resolves when the command has printed this text. */
  ready(text: string): Promise<true>;
  out(): string;
  err(): string;
  port(): number;
  exit: Promise<number | null>;
}

const run = (...args: string[]): Run => runWith([], ...args);

function runWith(v8Options: readonly string[], ...args: string[]): Run {
  const script = fileURLToPath(new URL('./cli.ts', import.meta.url));
  const child = spawn(process.execPath, [...v8Options, script, ...args]);
  children.push(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return {
    child,
    ready: (text) => whenReady(child, (printed) => printed.includes(text) || undefined),
    out: () => out,
    err: () => err,
    port: () => Number(/:(\d+) /.exec(out)?.[1]),
    exit: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** Matches an error message of exactly one sentence, without a stack trace. */
const SENTENCE = /^[^\n]+\.\n$/;

describe("the realtime server's command line", () => {
  test("never lets V8 create objects directly in the heap's old generation", async () => {
    const { ready, port, out } = runWith(
      ['--trace-gc', '--trace-pretenuring-statistics'],
      ...['--port', '0', '--dev'],
    );
    await ready('Open to all');
    const start = out().length;
    const traced = () => out().slice(start);
    while (traced().split('Scavenge').length < 5)
      expect((await http(port(), 'PUT', '/a.json', { body: '{"b":1}' })).status).toBe(200);
    // V8 writes one such line per pass if it counts which objects survive.
    expect(traced()).not.toContain('pretenuring:');
  });

  test('serves data and keeps it across a restart, rejects a second process, and stops on SIGTERM', async () => {
    const data = path.join(directory, 'data');
    const first = run('--port', '0', '--data', data, '--dev');
    await first.ready('Open to all');
    expect((await http(first.port(), 'PUT', '/a.json', { body: '{"b":1}' })).status).toBe(200);
    const second = run('--port', '0', '--data', data, '--dev');
    const taken = run('--port', String(first.port()));
    expect(await second.exit).toBe(1);
    expect(second.err()).toMatch(SENTENCE);
    expect(await taken.exit).toBe(1);
    expect(taken.err()).toMatch(/^Port \d+ on 127\.0\.0\.1 is already in use\.\n$/);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    const again = run('--port', '0', '--data', data, '--dev');
    await again.ready('Open to all');
    expect((await http(again.port(), 'GET', '/a.json')).body).toBe('{"b":1}');
  });

  test('denies everything without rules, and accepts the credential `owner` only with --dev', async () => {
    const rules = path.join(directory, 'rules.json');
    writeFileSync(rules, '{"rules":{"open":{".read":true}}}');
    const closed = run('--port', '0');
    const ruled = run('--port', '0', '--rules', rules);
    await Promise.all([closed.ready('Closed'), ruled.ready('memory')]);
    expect((await http(closed.port(), 'GET', '/open.json')).status).toBe(401);
    expect((await http(closed.port(), 'GET', '/open.json?auth=owner')).status).toBe(401);
    expect((await http(ruled.port(), 'GET', '/open.json')).status).toBe(200);
  });

  test('reports each invalid argument in one sentence', async () => {
    const broken = path.join(directory, 'broken.mjs');
    const noFunction = path.join(directory, 'no-function.mjs');
    writeFileSync(broken, 'export default (credential) => {');
    writeFileSync(noFunction, 'export default {};');
    const wrong = [
      run('--auth', path.join(directory, 'none.mjs')),
      run('--auth', broken),
      run('--auth', noFunction),
      run('--auth', noFunction, '--dev'),
      run('--port', 'x'),
      run('--dev', '--host', '0.0.0.0'),
      run('--rules', path.join(directory, 'none.json')),
    ];
    for (const failed of wrong) {
      expect(await failed.exit).toBe(1);
      expect(failed.err()).toMatch(SENTENCE);
    }
  });

  const RULES = {
    rules: {
      open: { '.read': true },
      users: { $uid: { '.read': 'auth.uid == $uid', '.write': 'auth.uid == $uid' } },
      edited: { '.write': "auth.token.role == 'editor' && auth.provider == 'custom'" },
    },
  };

  /** A client with a credential that the SDK created for an emulator. */
  function emulated(port: number, mockUserToken: { sub: string } | string): Database {
    const app = initializeApp({ projectId: 'demo-x' }, randomUUID());
    const db = getDatabase(app);
    connectDatabaseEmulator(db, '127.0.0.1', port, { mockUserToken });
    closing.push(async () => {
      goOffline(db);
      await deleteApp(app);
    });
    return db;
  }

  test('supports the unmodified @firebase/rules-unit-testing with --dev', async () => {
    const server = run('--port', '0', '--dev');
    await server.ready('Open to all');
    const environment = await initializeTestEnvironment({
      projectId: 'demo-rules',
      database: { host: '127.0.0.1', port: server.port(), rules: JSON.stringify(RULES) },
    });
    closing.push(() => environment.cleanup());
    const ann = environment.authenticatedContext('ann', { role: 'editor' }).database();
    const bob = environment.authenticatedContext('bob').database();
    const stranger = environment.unauthenticatedContext().database();
    await assertSucceeds(ann.ref('users/ann').set(1));
    await assertFails(bob.ref('users/ann').set(2));
    await assertFails(stranger.ref('users/ann').get());
    await assertSucceeds(ann.ref('edited').set(true));
    await assertFails(bob.ref('edited').set(true));
    await environment.withSecurityRulesDisabled(async (context) => {
      await assertSucceeds(context.database().ref('open').set('anything'));
    });
    const open: DataSnapshot = await assertSucceeds(stranger.ref('open').get());
    expect(open.val()).toBe('anything');
    await environment.clearDatabase();
    expect((await stranger.ref('open').get()).val()).toBe(null);
    await expect(
      initializeTestEnvironment({
        projectId: 'demo-rules',
        database: { host: '127.0.0.1', port: server.port(), rules: '{"rules":{".read":"?"}}' },
      }),
    ).rejects.toThrow(/line 1, column/);
  });

  test('accepts mockUserToken as a user if --dev and --rules are set, even over REST', async () => {
    const rules = path.join(directory, 'rules.json');
    writeFileSync(rules, JSON.stringify(RULES));
    const server = run('--port', '0', '--dev', '--rules', rules);
    await server.ready('memory');
    const db = emulated(server.port(), { sub: 'ann' });
    await set(ref(db, 'users/ann'), 'mine');
    await expect(set(ref(db, 'users/bob'), 1)).rejects.toThrow(/PERMISSION_DENIED/);
    await set(ref(emulated(server.port(), 'owner'), 'users/bob'), 2);
    const read = async (token: string, at: string) =>
      (await http(server.port(), 'GET', `/users/${at}.json?auth=${token}`)).status;
    const token = unsignedToken({ sub: 'ann' });
    expect([await read(token, 'ann'), await read(token, 'bob')]).toEqual([200, 401]);
  });

  test('without --dev or --auth, rejects every credential and gives a reason that the SDK prints', async () => {
    const rules = path.join(directory, 'rules.json');
    writeFileSync(rules, JSON.stringify(RULES));
    const server = run('--port', '0', '--rules', rules);
    await server.ready('memory');
    const reason = 'This server has no users: start it with --auth FILE or --dev (see --help)';
    for (const credential of ['owner', unsignedToken({ sub: 'ann' }), 'x']) {
      const answer = await http(server.port(), 'GET', `/open.json?auth=${credential}`);
      expect([answer.status, JSON.parse(answer.body)]).toEqual([401, { error: reason }]);
    }
    const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      for (const credential of ['owner', { sub: 'ann' }]) {
        printed.mockClear();
        void get(ref(emulated(server.port(), credential), 'open')).catch(() => {});
        await until(() => printed.mock.calls.length > 0);
        expect(printed.mock.calls[0]).toEqual([
          `FIREBASE: The credential of this client is refused: ${reason}`,
        ]);
      }
    } finally {
      printed.mockRestore();
    }
    expect(server.err()).toBe(`A credential was refused. ${reason}.\n`);
  });

  test('identifies users with the --auth module from the README', async () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const example = /```js\n(\/\/ users\.mjs\n.*?)```/s.exec(readme)?.[1] ?? '';
    expect(example).toContain('export default');
    const [rules, auth] = [path.join(directory, 'rules.json'), path.join(directory, 'users.mjs')];
    writeFileSync(rules, JSON.stringify(RULES));
    writeFileSync(auth, example);
    const server = run('--port', '0', '--rules', rules, '--auth', auth);
    await server.ready('memory');
    const put = async (at: string, credential: string) => {
      const path = `/${at}.json?auth=${credential}`;
      return (await http(server.port(), 'PUT', path, { body: '1' })).status;
    };
    expect([
      await put('users/ann', 'key-of-ann'),
      await put('users/bob', 'key-of-ann'),
      await put('edited', 'key-of-ann'),
      await put('edited', 'key-of-the-back-end'),
      await put('users/ann', unsignedToken({ sub: 'ann' })),
      await put('users/ann', 'owner'),
    ]).toEqual([200, 401, 200, 200, 401, 401]);
    const db = emulated(server.port(), 'key-of-ann');
    expect((await get(ref(db, 'users/ann'))).val()).toBe(1);
  });

  test('rejects everyone if the --auth module returns an invalid result', async () => {
    const auth = path.join(directory, 'users.mjs');
    writeFileSync(
      auth,
      `const answers = {
        number: 1, noUid: {}, emptyUid: { uid: '' }, admin: { uid: 'x', admin: 'yes' },
        token: { uid: 'x', token: 'x' }, expiry: { uid: 'x', expiresAt: 'soon' },
        over: { uid: 'x', expiresAt: 1 }, undefined, null: null,
        good: { uid: 'x', token: {}, admin: false, expiresAt: 9e12 }, admins: { admin: true },
      };
      export default async (credential, source) => {
        if (credential === 'throws' || source !== 'rest') throw new Error('the user store is gone');
        return answers[credential];
      };`,
    );
    const server = run('--port', '0', '--auth', auth);
    await server.ready('memory');
    const status = async (credential: string) => {
      const { status, body } = await http(server.port(), 'GET', `/a.json?auth=${credential}`);
      return `${status} ${/"error" : "(.*)"/.exec(body)?.[1] ?? body}`;
    };
    const unchecked = '503 The credential cannot be checked at the moment';
    for (const wrong of ['number', 'noUid', 'emptyUid', 'admin', 'token', 'expiry', 'throws']) {
      expect([wrong, await status(wrong)]).toEqual([wrong, unchecked]);
    }
    expect(await status('undefined')).toBe('401 Invalid token');
    expect(await status('null')).toBe('401 Invalid token');
    expect(await status('over')).toBe('401 Auth token is expired');
    expect(await status('good')).toBe('401 Permission denied');
    expect(await status('admins')).toBe('200 null');
    expect(server.err()).toContain(
      'The module of --auth answered with a "uid" that is not a string',
    );
    expect(server.err()).toContain('the user store is gone');
  });
});
