import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../platform/database/database.ts';
import type { Engine } from '../platform/database/engines/engine.ts';

/** A database of one test file's own. */
export interface TestDatabase {
  db: Database;
  /** Of PostgreSQL; null for SQLite. */
  url: string | null;
  /** Opens the same data a second time, as a restart or a second process does. */
  reopen(): Promise<Database>;
  remove(): Promise<void>;
}

/** SQLite always; PostgreSQL where `TEST_DATABASE_URL` names a server on which databases can be made. */
export const engines: readonly Engine[] = process.env.TEST_DATABASE_URL
  ? ['sqlite', 'postgres']
  : ['sqlite'];

export function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === 'sqlite' ? openSqliteFolder() : openPostgresDatabase();
}

async function openSqliteFolder(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-server-'));
  return removable(
    () => openDatabase({ dataDir }),
    () => rm(dataDir, { recursive: true, force: true }),
  );
}

async function openPostgresDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const name = `halyard_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return removable(
    () => openDatabase({ databaseUrl: url.href }),
    () => asAdmin(server, `drop database ${name} with (force)`),
    url.href,
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
