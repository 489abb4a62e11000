import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import pg from 'pg';
import { extract } from 'tar';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../../../../scripts/postgres.mjs';
import { verifyInstallation } from '../../app/admin/verify.ts';
import { start } from '../../app/start.ts';
import { bothEngines } from '../../testing/engines.ts';
import { isFull } from '../../testing/full.ts';
import { callerAt } from '../../testing/people.ts';
import { readConfig } from '../config/config.ts';
import type { Engine } from './engines/engine.ts';
import { openSqlite } from './engines/sqlite.ts';
import { type FixtureFacts, PASSWORD, POSTGRES_FILE, SQLITE_ARCHIVE } from './fixtures/fixture.ts';
import { MIGRATIONS } from './migrations/index.ts';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');
const fixtures = readdirSync(FIXTURES).filter((name) => /^v\d\d-/.test(name));
const folder = mkdtempSync(path.join(tmpdir(), 'halyard-fixtures-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Row = Record<string, unknown>;
type Tables = Map<string, Row[]>;

/** The new names of tables that a later migration has renamed. */
const RENAMED: Record<string, string> = {
  service_accounts: 'tokens',
  companies: 'stored_companies',
  locations: 'stored_locations',
  flags: 'stored_flags',
  users: 'stored_users',
};

/** The columns of existing rows that may change when the server starts and a user signs in. */
const MAY_CHANGE: Record<string, readonly string[]> = {
  schema_version: ['version'],
  sessions: ['last_used_at'],
  device_keys: ['last_used_at'],
  service_accounts: ['last_used_at'],
  engine_poles: ['memory', 'alarm', 'alarm_at'],
  // The pole reports again, which changes the row for the hour when the fixture was created.
  history_hours: ['volts'],
  history_sparks: ['until_at', 'volts'],
  // Secrets are encrypted as soon as there is a key.
  webhooks: ['secret'],
  settings: ['value'],
  realtime_meta: ['epoch', 'owner', 'sequence'],
  leases: ['epoch'],
  meta: ['value'],
  // Rate limits are reset, emails and messages are sent, and alerts change.
  ...{
    rate_limits: ['hits', 'expires_at', 'blocked_until'],
    alerts: ['over_since', 'news', 'told_at', 'ended_at', 'recorded_at'],
  },
};
/**
 * The tables whose rows may disappear: outbox entries that are done, expired rate limits, and
 * logged changes that every process has read. `list_changes` is the old name of `record_changes`.
 */
const MAY_EMPTY = ['outbox', 'rate_limits', 'list_changes', 'record_changes'];

interface Opened {
  env: Record<string, string>;
  read(): Promise<Tables>;
  remove(): Promise<unknown>;
}

const tablesOf = (database: DatabaseSyncInstance) =>
  (
    database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all() as { name: string }[]
  ).map(({ name }) => name);

async function openSqliteFixture(name: string): Promise<Opened> {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  await extract({ file: path.join(FIXTURES, name, SQLITE_ARCHIVE), cwd: dataDir });
  return {
    env: { DATA_DIR: dataDir },
    async read() {
      const tables: Tables = new Map();
      // The fixture of the first version has no realtime tree yet.
      for (const file of ['halyard.db', 'realtime/tree.db'].map((one) => path.join(dataDir, one))) {
        if (!existsSync(file)) continue;
        const database = await openSqlite(file);
        for (const table of tablesOf(database))
          tables.set(table, database.prepare(`select * from "${table}"`).all() as Row[]);
        database.close();
      }
      return tables;
    },
    remove: async () => rmSync(dataDir, { recursive: true }),
  };
}

async function openPostgresFixture(name: string): Promise<Opened> {
  const { url, drop } = await createDatabase();
  const run = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const dump = gunzipSync(readFileSync(path.join(FIXTURES, name, POSTGRES_FILE))).toString();
  // Lines that begin with a backslash are for psql, and some settings require a newer server.
  const statements = dump.replaceAll(/^(\\.*|SET transaction_timeout.*)$/gm, '');
  await run((client) => client.query(statements));
  return {
    env: { DATA_DIR: path.join(folder, `${name}-postgres`), DATABASE_URL: url },
    read: () =>
      run(async (client) => {
        const { rows } = await client.query<{ name: string }>(
          "select table_name as name from information_schema.tables where table_schema = 'public'",
        );
        const tables: Tables = new Map();
        for (const table of rows) {
          const found = await client.query<Row>(`select * from public."${table.name}"`);
          tables.set(table.name, found.rows);
        }
        return tables;
      }),
    remove: drop,
  };
}

const OPEN: Record<Engine, (name: string) => Promise<Opened>> = {
  sqlite: openSqliteFixture,
  postgres: openPostgresFixture,
};

/** Whether a row contains a value that the pole reports at the end of the test. */
const isReported = (row: Row) => /\/(voltage|seenAt)\/$/.test(String(row.key ?? row.path));

/** Returns a row as text: the columns that it had in the fixture, except those that may change. */
const textOf = (table: string, row: Row, columns: readonly string[]) =>
  JSON.stringify(
    columns
      .filter((column) => !MAY_CHANGE[table]?.includes(column))
      .map((column) => [column, row[column]]),
  );

/** Returns the reminders as rows of `half_staff_mails`, into which version 29 converts them. */
const convertedReminders = (reminders: readonly Row[]): Row[] =>
  reminders.map(({ user_id, source_key, date, sent_at }) => ({
    user_id,
    key: `begins:${source_key}:${date}`,
    at: sent_at,
  }));

/** Returns the rows of the fixture that have disappeared or changed. */
function lost(before: Tables, after: Tables): string[] {
  return [...before].flatMap(([name, stored]): string[] => {
    if (MAY_EMPTY.includes(name)) return [];
    const isOld = name === 'half_staff_reminders';
    const table = isOld ? 'half_staff_mails' : name;
    const rows = isOld ? convertedReminders(stored) : stored;
    const columns = Object.keys(rows[0] ?? {});
    const rowsNow = after.get(RENAMED[table] ?? table) ?? [];
    const present = new Set(rowsNow.map((row) => textOf(table, row, columns)));
    return rows
      .filter((row) => !isReported(row))
      .map((row) => textOf(table, row, columns))
      .filter((text) => !present.has(text))
      .map((text) => `${table}: ${text}`);
  });
}

test("every schema version except the newest has a fixture that was created by that version's code", () => {
  const versions = new Set(fixtures.map((name) => Number(name.slice(1, 3))));
  const missing = MIGRATIONS.map((_, i) => i + 1).filter((version) => !versions.has(version));
  expect(missing.filter((version) => version < MIGRATIONS.length)).toEqual([]);
});

/** Every sixth fixture and the newest one, or all of them with `npm run test:full`. */
const testedFixtures = fixtures.filter(
  (_, index) => isFull || index % 6 === 0 || index === fixtures.length - 1,
);

/**
 * Returns the fixtures to test. On PostgreSQL, these are only the oldest and the newest, except
 * with `npm run test:full`.
 */
const fixturesOf = (engine: Engine) =>
  isFull || engine === 'sqlite' ? testedFixtures : [testedFixtures[0]!, testedFixtures.at(-1)!];

describe.each(bothEngines)('the database on %s', (engine) => {
  test.each(fixturesOf(engine))(
    'opens the fixture %s without losing rows, and the server works with its data',
    async (name) => {
      const facts = JSON.parse(
        readFileSync(path.join(FIXTURES, name, `${engine}.json`), 'utf8'),
      ) as FixtureFacts;
      const opened = await OPEN[engine](name);
      try {
        const before = await opened.read();
        // SQLite lists no views, and from version 38 on `flags` is one.
        expect(before.get('flags') ?? before.get('stored_flags')).toHaveLength(3);
        const env = { ...opened.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
        const clock = () => facts.madeAt + 60_000;
        const server = await start({ env, demo: false, reset: false, print: () => {}, clock });
        try {
          await workWith(server.url, facts);
        } finally {
          await server.stop();
        }
        const after = await opened.read();
        expect(lost(before, after)).toEqual([]);
        expect(after.get('schema_version')).toMatchObject([{ version: MIGRATIONS.length }]);
        const config = readConfig(env, { demo: false });
        const faults = (await verifyInstallation(config)).flatMap((one) => one.faults);
        expect(faults).toEqual([]);
      } finally {
        await opened.remove();
      }
    },
  );
});

/**
 * Signs in as the master, reads the data, and reports as the pole with the key from the fixture.
 */
async function workWith(url: string, { pole }: FixtureFacts): Promise<void> {
  const login = { username: 'master', password: PASSWORD };
  const answer = await callerAt(url, '').post('/api/login', login);
  expect(answer.status).toBe(200);
  const master = callerAt(url, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
  const list = async (call: string) =>
    ((await (await master.get(`/api/${call}`)).json()) as Record<string, unknown>[]).map(
      (row) => row.flagId ?? row.username ?? row.name,
    );
  expect((await list('flags')).sort()).toEqual(['POLE-1', 'POLE-2', 'POLE-3']);
  expect((await list('users')).sort()).toEqual(['company', 'master']);
  expect(await list('companies')).toEqual(['Acme “North”']);
  expect(await list('locations')).toEqual(['Yard']);
  const node = `${url}/users/${pole.ownerId}/hardware/${pole.flagId}.json?auth=${pole.key}`;
  const report = await fetch(node, { method: 'PATCH', body: JSON.stringify({ voltage: 43 }) });
  expect(report.status).toBe(200);
}
