import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AppOptions, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Database, getDatabase, type Reference, ServerValue } from 'firebase-admin/database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closedRules, openRules, parseRules } from './rules/index.ts';
import { sqliteStore } from './store/sqlite.ts';
import { type Running, start } from './testing/start.ts';
import { until } from './testing/until.ts';

let server: Running;
let directory: string;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'halyard-admin-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

/**
 * Connects the unmodified firebase-admin. Over plain HTTP, its credential is `owner` (protocol
 * §12).
 */
function admin(options: AppOptions = {}): Database {
  const credential = {
    getAccessToken: async () => ({ access_token: 'owner', expires_in: 3600 }),
  };
  const app = initializeApp(
    { databaseURL: `${server.url}?ns=x`, credential, ...options },
    `app-${Math.random()}`,
  );
  const database = getDatabase(app);
  closing.push(async () => {
    database.goOffline();
    await deleteApp(app);
  });
  return database;
}

const read = async (ref: Reference): Promise<unknown> => (await ref.once('value')).val();

describe('the firebase-admin SDK', () => {
  beforeEach(async () => {
    server = await start({ rules: closedRules(), replaceableRules: true });
  });

  test('reads and writes regardless of the rules', async () => {
    const db = admin();
    await db.ref('a').set({ b: 1, c: [true, 'x'] });
    await db.ref().update({ 'a/b': 2, 'd/e': { f: 1.5 } });
    expect(await read(db.ref('a'))).toEqual({ b: 2, c: [true, 'x'] });
    expect((await db.ref('d/e/f').get()).val()).toBe(1.5);
    await db.ref('a/c').remove();
    expect(await server.realtime.admin.get('/')).toEqual({ a: { b: 2 }, d: { e: { f: 1.5 } } });
  });

  test("connects to the server specified in the emulator's environment variable", async () => {
    process.env.FIREBASE_DATABASE_EMULATOR_HOST = `127.0.0.1:${server.port}`;
    try {
      const db = admin({ databaseURL: 'https://any-project.firebaseio.com' });
      await db.ref('emulated').set(true);
      await db.setRules({ rules: { '.read': true } });
    } finally {
      delete process.env.FIREBASE_DATABASE_EMULATOR_HOST;
    }
    expect(await server.realtime.admin.get('/')).toEqual({ emulated: true });
  });

  test('pushes children, and gets resolved server values', async () => {
    const db = admin();
    const pushed = await db.ref('list').push({ at: ServerValue.TIMESTAMP });
    await db.ref('n').set(40);
    await db.ref('n').set(ServerValue.increment(2));
    expect(await read(db.ref('n'))).toBe(42);
    expect(await read(pushed.child('at'))).toBeTypeOf('number');
  });

  test('runs transactions, even from two clients at the same time', async () => {
    const [one, other] = [admin(), admin()];
    await Promise.all(
      [one, other, one, other].map((db) =>
        db.ref('counter').transaction((n: number | null) => (n ?? 0) + 1),
      ),
    );
    expect(await read(one.ref('counter'))).toBe(4);
  });

  test('sorts and filters, and keeps a filtered listener up to date', async () => {
    const db = admin();
    await db.ref('scores').set({ a: { n: 3 }, b: { n: 1 }, c: { n: 2 } });
    const seen: (string | null)[][] = [];
    const query = db.ref('scores').orderByChild('n').limitToLast(2);
    query.on('value', (snapshot) => {
      const keys: (string | null)[] = [];
      snapshot.forEach((child) => void keys.push(child.key));
      seen.push(keys);
    });
    await until(() => seen.length === 1);
    await db.ref('scores/b/n').set(9);
    await until(() => seen.length > 1);
    query.off();
    expect([seen[0], seen.at(-1)]).toEqual([
      ['c', 'a'],
      ['a', 'b'],
    ]);
  });

  test('stores the priorities of data, and sorts by them', async () => {
    const db = admin();
    await db.ref('p/late').setWithPriority('second', 2);
    await db.ref('p/early').setWithPriority('first', 1);
    const keys: (string | null)[] = [];
    (await db.ref('p').orderByPriority().once('value')).forEach((c) => void keys.push(c.key));
    expect(keys).toEqual(['early', 'late']);
  });

  test('registers onDisconnect writes', async () => {
    const db = admin();
    await db.ref('here').set(true);
    await db.ref('here').onDisconnect().set(false);
    db.goOffline();
    await expect.poll(() => server.realtime.admin.get('here')).toBe(false);
  });

  test("can act as a user, with that user's permissions", async () => {
    server.realtime.setRules(
      parseRules({
        rules: { $uid: { '.read': 'auth.uid == $uid', '.write': 'auth.uid == $uid' } },
      }),
    );
    const asAnn = admin({ databaseAuthVariableOverride: { uid: 'ann' } });
    await asAnn.ref('ann').set(1);
    await expect(asAnn.ref('bob').set(1)).rejects.toThrow(/PERMISSION_DENIED/);
    const asNobody = admin({ databaseAuthVariableOverride: null });
    await expect(asNobody.ref('ann').set(2)).rejects.toThrow(/PERMISSION_DENIED/);
    expect(await server.realtime.admin.get('/')).toEqual({ ann: 1 });
  });

  test('passes every field of its auth override to the rules, even when its onDisconnect writes run', async () => {
    const rules = { $team: { '.write': "auth.role == 'editor' && auth.teams[$team] == true" } };
    server.realtime.setRules(parseRules({ rules }));
    const editor = admin({ databaseAuthVariableOverride: { role: 'editor', teams: { a: true } } });
    await editor.ref('a').set(1);
    await expect(editor.ref('b').set(1)).rejects.toThrow(/PERMISSION_DENIED/);
    await editor.ref('a').onDisconnect().set('left');
    editor.goOffline();
    await expect.poll(() => server.realtime.admin.get('/')).toEqual({ a: 'left' });
  });

  test('gets the rules both as written and as plain JSON', async () => {
    const source = '{ // for all\n  "rules": { ".read": true, "a": { ".indexOn": ["n"] } }\n}';
    server.realtime.setRules(parseRules(source));
    const db = admin();
    expect(await db.getRules()).toBe(source);
    expect(await db.getRulesJSON()).toEqual({
      rules: { '.read': true, a: { '.indexOn': ['n'] } },
    });
  });

  test('can set new rules that take effect immediately: listeners without permission under the new rules end, and the others continue', async () => {
    const db = admin();
    const stranger = admin({ databaseAuthVariableOverride: null });
    await db.ref('open').set(1);
    await db.setRules('{ "rules": { ".read": true } /* for a while */ }');
    const events: unknown[] = [];
    stranger.ref('open').on(
      'value',
      (snapshot) => void events.push(snapshot.val()),
      () => void events.push('ended'),
    );
    await until(() => events.length === 1);
    await db.setRules({ rules: { other: { '.read': true } } });
    await until(() => events.length === 2);
    expect(events).toEqual([1, 'ended']);
    expect(await read(stranger.ref('other'))).toBe(null);
  });

  test('gets an error with the line and column if new rules are invalid, and the old rules stay in effect', async () => {
    const db = admin();
    await db.setRules({ rules: { '.read': true } });
    const wrong = db.setRules('{\n  "rules": { ".read": "auth.uid ==" }\n}');
    await expect(wrong).rejects.toThrow(/Error while accessing security rules: .*line 2, column/s);
    await expect(db.setRules('{')).rejects.toThrow(/line 1/);
    expect(await db.getRulesJSON()).toEqual({ rules: { '.read': true } });
  });
});

describe('rules set through the API', () => {
  const rulesUrl = () => `${server.url}/.settings/rules.json`;
  const asOwner = { Authorization: 'Bearer owner' };
  const put = (body: string, headers: Record<string, string> = asOwner) =>
    fetch(rulesUrl(), { method: 'PUT', body, headers });
  const OPEN = '{"rules":{".read":true,".write":true}}';

  test('survive a restart or a crash, because they are stored before they are acknowledged', async () => {
    const options = () => ({
      store: sqliteStore({ directory }),
      rules: closedRules(),
      replaceableRules: true,
    });
    server = await start(options());
    expect((await put(OPEN)).status).toBe(200);
    await server.realtime.admin.set('/', { a: 1 });
    await server.realtime.admin.set('/', { b: 2 });
    await server.stop();
    server = await start(options());
    expect(await (await fetch(`${server.url}/b.json`)).json()).toBe(2);
    await server.stop();
    server = await start({ ...options(), replaceableRules: false });
    expect((await fetch(`${server.url}/b.json`)).status, "the host's own rules").toBe(401);
  });

  test('are shown only to administrators', async () => {
    server = await start({ rules: openRules(), replaceableRules: true });
    for (const headers of [{}, { Authorization: 'Bearer ann' }] as Record<string, string>[]) {
      expect((await put(OPEN, headers)).status).toBe(401);
      expect((await fetch(rulesUrl(), { headers })).status).toBe(401);
    }
  });

  test("cannot be replaced by clients unless the server's options allow it", async () => {
    server = await start({ rules: openRules() });
    const refused = await put('{"rules":{}}');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({
      error: 'The rules of this server cannot be replaced over the wire',
    });
    expect((await fetch(rulesUrl(), { headers: asOwner })).status).toBe(200);
  });

  test('are checked but not applied with dryRun=true, which firebase-tools sends before a deployment', async () => {
    server = await start({ rules: openRules(), replaceableRules: true });
    const check = (body: string, query = '?dryRun=true') =>
      fetch(`${rulesUrl()}${query}`, { method: 'PUT', body, headers: asOwner });
    const good = await check('{"rules":{}}');
    expect([good.status, await good.json()]).toEqual([200, { status: 'ok' }]);
    const wrong = await check('{"rules":{".read":"auth.uid =="}}');
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringMatching(/line 1/)]);
    expect((await fetch(`${server.url}/a.json`)).status, 'the rules before').toBe(200);
    expect((await check('{"rules":{}}', '?dryRun=maybe')).status).toBe(400);
    expect((await fetch(`${server.url}/a.json`)).status, 'the rules before').toBe(200);
    expect((await check('{"rules":{}}', '?dryRun=false')).status).toBe(200);
    expect((await fetch(`${server.url}/a.json`)).status).toBe(401);
  });

  test('can be checked with dryRun=true even if the server does not allow clients to replace its rules', async () => {
    server = await start({ rules: openRules() });
    const url = `${rulesUrl()}?dryRun=true`;
    const checked = await fetch(url, { method: 'PUT', body: '{"rules":{}}', headers: asOwner });
    expect(checked.status).toBe(200);
    expect((await fetch(`${server.url}/a.json`)).status).toBe(200);
  });

  test.each([
    '/.settings/defaultWriteSizeLimit.json',
    '/.settings/functionTriggers.json',
    '/.settings/profile.json',
    '/.settings/rules',
    '/.settings.json',
    '/.settings',
    '/.inspect/coverage',
    '/.inspect/coverage.json',
  ])('are not served at %s, where every method gets 404', async (at) => {
    server = await start({ rules: openRules(), replaceableRules: true });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await fetch(`${server.url}${at}?ns=x`, {
        method,
        headers: asOwner,
        ...(method === 'PUT' && { body: '"x"' }),
      });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        {
          error:
            'This server has no such page; of /.settings and /.inspect it has /.settings/rules.json only',
        },
      ]);
    }
  });

  test('are rejected if the body is not text or is too long', async () => {
    server = await start({ rules: openRules(), replaceableRules: true });
    expect((await put('')).status).toBe(400);
    expect((await put(`{"rules":{}}${' '.repeat(4 * 1024 * 1024)}`)).status).toBe(400);
    expect((await fetch(rulesUrl(), { method: 'POST', headers: asOwner })).status).toBe(405);
  });
});
