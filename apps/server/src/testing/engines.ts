import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Database, openDatabase, SQLITE_FILE } from '../platform/database/database.ts';
import type { Engine } from '../platform/database/engines/engine.ts';
import { isFull } from './full.ts';

/** A separate database for one test file. */
export interface TestDatabase {
  db: Database;
  /** The URL of PostgreSQL. Null for SQLite. */
  url: string | null;
  /** Opens the same data again, as a second process or a restarted process would. */
  reopen(): Promise<Database>;
  remove(): Promise<void>;
}

const postgres: readonly Engine[] = process.env.TEST_DATABASE_URL ? ['postgres'] : [];

/**
 * SQLite, and also PostgreSQL if `TEST_DATABASE_URL` is set. For tests of code that has its own
 * SQL, or whose result depends on how an engine handles simultaneous transactions.
 */
export const bothEngines: readonly Engine[] = ['sqlite', ...postgres];

/**
 * The engines for tests that do not depend on the engine: SQLite, and with HALYARD_FULL=1
 * everything in `bothEngines`.
 */
export const engines: readonly Engine[] = isFull ? bothEngines : ['sqlite'];

/**
 * Opens an empty database with the latest schema. It is a copy of a template, because migrating a
 * new database for each test would be slow.
 */
export function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? openSqliteFolder() : openPostgresDatabase();
}

let sqliteTemplate: Promise<string> | undefined;

/**
 * Returns the file of the SQLite template, a migrated database. Each test worker creates it once.
 */
async function makeSqliteTemplate(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-template-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const db = await openDatabase({ dataDir });
  await db.close();
  return path.join(dataDir, SQLITE_FILE);
}

async function openSqliteFolder(): Promise<TestDatabase> {
  sqliteTemplate ??= makeSqliteTemplate();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-server-'));
  await copyFile(await sqliteTemplate, path.join(dataDir, SQLITE_FILE));
  return removable(
    () => openDatabase({ dataDir }),
    () => rm(dataDir, { recursive: true, force: true }),
  );
}

let postgresTemplate: Promise<string> | undefined;

/**
 * Returns the name of the PostgreSQL template, a migrated database with no open connections. Each
 * test worker creates it once.
 */
async function makePostgresTemplate(server: string): Promise<string> {
  const name = `halyard_template_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, `create database ${name}`);
  const db = await openDatabase({ databaseUrl: urlOf(server, name) });
  await db.close();
  return name;
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function openPostgresDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set');
  postgresTemplate ??= makePostgresTemplate(server);
  const name = `halyard_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, `create database ${name} template ${await postgresTemplate}`);
  const url = urlOf(server, name);
  return removable(
    () => openDatabase({ databaseUrl: url }),
    () => asAdmin(server, `drop database ${name} with (force)`),
    url,
  );
}

async function removable(
  open: () => Promise<Database>,
  destroy: () => Promise<void>,
  url: string | null = null,
): Promise<TestDatabase> {
  const opened: Database[] = [];
  const reopen = async () => {
    const db = await open();
    opened.push(db);
    return db;
  };
  return {
    db: await reopen(),
    url,
    reopen,
    async remove() {
      for (const db of opened) await db.close();
      await destroy();
    },
  };
}

async function asAdmin(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
