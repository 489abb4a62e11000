import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../platform/database/engines/sqlite.ts';
import { Live } from '../../testing/live.ts';
import { callerAt, signIn } from '../../testing/people.ts';
import {
  kill,
  programArgs,
  type ServerProcess,
  startServerProcess,
} from '../../testing/serverProcess.ts';
import { readArguments, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { type Finished, runHere } from './testing/runHere.ts';

const CLI = programArgs('app/admin/cli');
const folder = mkdtempSync(path.join(tmpdir(), 'halyard-admin-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs an admin command in its own process, without a terminal, as a script does. */
function admin(
  args: string[],
  { env, input = '' }: { env: Record<string, string>; input?: string },
): Promise<Finished> {
  const child = spawn(process.execPath, [...CLI, ...args], {
    env: { ...process.env, DATABASE_URL: '', ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

const PERSON = ['--first-name', 'Pat', '--last-name', 'Lee', '--email', 'p@example.test'];

describe('an admin command while Halyard is running', () => {
  const dataDir = path.join(folder, 'running');
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess({ DATA_DIR: dataDir });
  });
  afterAll(() => kill(server.child));
  const env = { DATA_DIR: dataDir };

  test('creates a master, who can sign in immediately', async () => {
    const args = ['create-master', '--username', 'pat', ...PERSON, '--phone', '555'];
    const made = await admin(args, { env, input: 'long enough\n' });
    expect(made).toEqual({ code: 0, out: 'The master pat can now sign in.\n', err: '' });
    const credentials = { username: 'pat', password: 'long enough' };
    expect((await callerAt(server.url, '').post('/api/login', credentials)).status).toBe(200);
  });

  test('queues an email about a changed password for the running server to send', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'flags@example.test' };
    const reset = ['reset-password', 'location', '--password-stdin'];
    const done = await admin(reset, { env: { ...env, ...mail }, input: 'chosen by hand\n' });
    expect([done.code, done.err]).toEqual([0, '']);
    const page = async () => (await fetch(`${server.url}/dev/mail`)).text();
    await expect.poll(page).toContain('your password was changed');
    expect(await page(), 'the time in US format with its zone').toMatch(
      /<p>To \S+, \w{3} \d+, \d{4}, \d+:\d\d:\d\d [AP]M [\w+-]+<\/p>/,
    );
  });

  test('signs a suspended account out immediately and closes its live connection', async () => {
    const person = await signIn(server.url, 'company');
    const live = new Live(server.url, { cookie: person.cookie, origin: server.url });
    expect(await live.opened).toBe(101);
    const done = await admin(['suspend', 'company'], { env });
    expect([done.code, done.err]).toEqual([0, '']);
    expect((await person.get('/api/user')).status).toBe(401);
    await live.closed;
  });

  test('records a backup and a restore in the activity log, with the server as the actor', async () => {
    const file = path.join(folder, 'backup');
    expect((await runHere(['backup', file], env)).code).toBe(0);
    expect(await backupEntries(dataDir)).toEqual([['backup.made', 'server', file]]);
    const restored = path.join(folder, 'restored');
    expect((await runHere(['restore', file], { DATA_DIR: restored })).code).toBe(0);
    expect(await backupEntries(restored)).toEqual([['backup.restored', 'server', file]]);
  });

  test('verifies both databases, and detects a value that was changed by hand', async () => {
    const well = await admin(['verify'], { env });
    expect([well.code, well.out.match(/^ok/gm)?.length]).toEqual([0, 4]);
    expect(well.out).toMatch(
      /The activity log was not checked: unlike the entries of the half-staff ledger/,
    );
    const tables = await openSqlite(path.join(dataDir, 'halyard.db'));
    tables.exec("update stored_companies set name = 'By hand' where name like 'Copper%'");
    tables.close();
    const ill = await runHere(['verify'], env);
    expect([ill.code, ill.out]).toEqual([
      1,
      expect.stringMatching(
        /name in the realtime database does not match the relational database, which contains "By hand"\.\n +Restart Halyard/,
      ),
    ]);
  });
});

async function backupEntries(dataDir: string) {
  const tables = await openSqlite(path.join(dataDir, 'halyard.db'));
  const rows = tables
    .prepare(
      "select kind, actor_kind, subject from activity where category = 'backups' order by id",
    )
    .all() as object[];
  tables.close();
  return rows.map((row) => Object.values(row));
}

describe('an admin command without a running Halyard', () => {
  test('creates the first master in an empty folder, but cannot list users without a database', async () => {
    const env = { DATA_DIR: path.join(folder, 'new') };
    const args = ['create-master', '--username', 'first', ...PERSON];
    expect((await runHere(['list'], env)).err).toMatch(/^list: there is no database in /);
    const asked = await admin(args, { env, input: 'long enough\n' });
    expect([asked.code, asked.err]).toEqual([
      2,
      expect.stringMatching(/^create-master: --phone is/),
    ]);
    const made = await admin([...args, '--phone', '555'], { env, input: 'long enough\n' });
    expect(made.code).toBe(0);
    const listed = await runHere(['list'], env);
    expect(listed.out).toMatch(/^USERNAME .*\nfirst +Pat Lee +Master/);
    // This server hashes passwords at the cost that OWASP recommends. Most tests lower it
    // (testing/cheapPasswords.ts).
    const tables = await openSqlite(path.join(env.DATA_DIR, 'halyard.db'));
    const user = tables.prepare('select password_hash from users').get() as object;
    tables.close();
    expect(Object.values(user)).toEqual([
      expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    ]);
  });

  test('prints a one-line error if a file or folder cannot be used', async () => {
    const env = { DATA_DIR: path.join(folder, 'unused') };
    const below = path.join(folder, 'a file');
    writeFileSync(below, '');
    const file = path.join(below, 'backup');
    for (const command of ['backup', 'restore']) {
      const { code, err } = await runHere([command, file], env);
      expect([code, err.trimEnd().split('\n')]).toEqual([
        1,
        [expect.stringMatching(`^${command}: ${file} cannot be used: ENOTDIR`)],
      ]);
    }
  });

  test('exits with code 2 if it is used incorrectly', async () => {
    const env = { DATA_DIR: path.join(folder, 'none') };
    for (const args of [['frobnicate'], ['list', 'all'], ['backup']])
      expect((await runHere(args, env)).code).toBe(2);
    expect(() => readArguments('suspend', COMMANDS.suspend!, ['--why', 'x'])).toThrow(UsageError);
    expect((await runHere(['--help'], env)).out).toMatch(/create-master/);
  });

  // util-linux's `script` gives the command a terminal. On other systems, `script` takes different
  // arguments.
  test.runIf(process.platform === 'linux')(
    'repeats a question until the answer is valid, and asks for the password twice without showing it',
    async () => {
      const env = { ...process.env, DATABASE_URL: '', DATA_DIR: path.join(folder, 'asked') };
      const command = [process.execPath, ...CLI, 'create-master'].join(' ');
      const child = spawn('script', ['-qec', command, '/dev/null'], { env });
      let shown = '';
      child.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
      });
      const ended = new Promise((resolve) => child.once('close', resolve));
      let read = 0;
      const answer = async (label: string, text: string) => {
        await expect.poll(() => shown.indexOf(`${label}: `, read)).not.toBe(-1);
        read = shown.length;
        child.stdin.write(`${text}\r`);
      };
      await answer('Username', '');
      await answer('Username', 'ann');
      await answer('First name', 'Ann');
      await answer('Last name', 'Lee');
      await answer('Email', 'no address');
      await answer('Email', 'ann@example.test');
      await answer('Phone', '555');
      await answer('Password', 'secret word');
      await answer('Password again', 'other word');
      await answer('Password', 'secret word');
      await answer('Password again', 'secret word');
      expect(await ended).toBe(0);
      expect(shown).toMatch(
        /Username is required.*Enter a valid email.*The passwords do not match/s,
      );
      expect(shown).toContain('The master ann can now sign in.');
      expect(shown).not.toMatch(/secret|other/);
    },
  );
});
