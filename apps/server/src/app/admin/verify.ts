import path from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { Kysely, sql } from 'kysely';
import { verifyLedger } from '../../features/halfStaff/ledger/verify.ts';
import { faultsOf, versionOf } from '../../features/operation/backup/archive/check.ts';
import { DATABASES } from '../../features/operation/backup/archive/files.ts';
import { openSnapshot } from '../../features/operation/backup/archive/snapshot.ts';
import {
  type PlainTree,
  sqliteTree,
  treeOf,
} from '../../features/operation/backup/archive/tree.ts';
import type { Config } from '../../platform/config/config.ts';
import {
  type Database,
  databaseOn,
  newerSchema,
  olderSchema,
} from '../../platform/database/database.ts';
import { asFileFault, FileFault } from '../../platform/database/engines/fileFault.ts';
import { sqliteDialect } from '../../platform/database/engines/sqlite.ts';
import { MIGRATIONS } from '../../platform/database/migrations/index.ts';
import type { Schema } from '../../platform/database/tables/schema.ts';
import type { RealtimeValue } from '../../platform/database/tables/system.ts';
import { findDifferences } from '../../realtime/tree/reconcile.ts';
import { openInstallation } from './installation.ts';

/** The result of one consistency check by `verify`: what was checked, and the faults found. */
export interface Finding {
  about: string;
  faults: string[];
}

/** The maximum number of differences that `verify` lists individually. */
const MAX_DIFFERENCES = 20;

/**
 * Checks snapshots of both databases, even while Halyard is running: the files must be undamaged,
 * the ledger's hash chain must be intact, and the realtime tree must match the relational database once
 * all queued changes are applied.
 * @throws CannotStart, AppError, BackupError if the installation cannot be read
 */
export function verifyInstallation(config: Config): Promise<Finding[]> {
  return config.databaseUrl === null ? verifyFiles(config) : verifyPostgres(config);
}

async function verifyFiles(config: Config): Promise<Finding[]> {
  const snapshot = await openSnapshot(config.dataDir);
  try {
    const { tables, tree } = snapshot;
    const files = [
      { about: 'the relational database', faults: fileFaults(config, DATABASES.tables, tables) },
      { about: 'the realtime database', faults: fileFaults(config, DATABASES.tree, tree) },
    ];
    if (files.some(({ faults }) => faults.length > 0)) return files;
    const version = versionOf(tables);
    if (version > MIGRATIONS.length) throw newerSchema(version);
    if (version < MIGRATIONS.length) throw olderSchema(version);
    // This database is closed together with the snapshot that it reads.
    const db = databaseOn(
      new Kysely<Schema>({ dialect: sqliteDialect({ writer: tables, reader: tables }) }),
      'sqlite',
    );
    const readTree = () => readTreeFile(tree, path.join(config.dataDir, DATABASES.tree));
    return [...files, ...(await verifyContent(db, config, readTree))];
  } finally {
    snapshot.close();
  }
}

/**
 * Reads the realtime tree from a database file.
 * @throws FileFault if a value is damaged in a way that SQLite does not detect
 */
function readTreeFile(tree: DatabaseSyncInstance, file: string): PlainTree {
  try {
    return sqliteTree(tree);
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof SyntaxError)) throw asFileFault(error, file);
    throw asFileFault(new Error(`database disk image is malformed: ${message}`), file);
  }
}

/**
 * Returns the messages to print about a damaged database file: first what to do, then one message
 * per fault. Empty if the file is not damaged.
 */
function fileFaults({ dataDir }: Config, name: string, database: DatabaseSyncInstance): string[] {
  const file = path.join(dataDir, name);
  try {
    const faults = faultsOf(database);
    if (faults.length === 0) return [];
    const todo = `${file} is damaged: stop Halyard, move the data folder aside, and restore a backup.`;
    return [todo, ...faults];
  } catch (error) {
    const fault = asFileFault(error, file);
    if (fault instanceof FileFault) return [fault.message];
    throw error;
  }
}

/**
 * Checks an installation that uses PostgreSQL. Does not check the database files, which are
 * internal to PostgreSQL.
 */
async function verifyPostgres(config: Config): Promise<Finding[]> {
  const db = await openInstallation(config);
  try {
    return await db.queries
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const seen = databaseOn(trx, 'postgres');
        const readTree = async () => {
          const { rows } = await sql<{
            path: string;
            value: string;
          }>`select coalesce(path, key) as path, value from realtime_node`.execute(trx);
          return treeOf(rows);
        };
        return verifyContent(seen, config, readTree);
      });
  } finally {
    await db.close();
  }
}

async function verifyContent(
  db: Database,
  { realtimeMode }: Config,
  readTree: () => PlainTree | Promise<PlainTree>,
): Promise<Finding[]> {
  const verdict = await verifyLedger(db.queries);
  const ledger = {
    about: 'the half-staff ledger',
    faults: 'fault' in verdict ? [`Entry ${verdict.seq}: ${verdict.fault}`] : [],
  };
  // With Firebase, Google stores the realtime tree. Halyard compares it with the relational
  // database at each start.
  if (realtimeMode === 'firebase') return [ledger];
  const faults = await differencesOf(db, await readTree());
  return [
    ledger,
    { about: 'consistency between the realtime and the relational databases', faults },
  ];
}

/**
 * Compares the realtime tree with the relational database, as if all queued changes had been
 * applied. Returns the differences and what to do about them.
 */
async function differencesOf(db: Database, tree: PlainTree): Promise<string[]> {
  const waiting = await db.queries.selectFrom('outbox').select('changes').orderBy('id').execute();
  for (const { changes } of waiting)
    for (const [path, value] of Object.entries(changes)) tree.set(path, value);
  const found = await findDifferences(db, tree, { isFirebase: false });
  const all = found.flatMap((changes) => Object.entries(changes));
  const shown = all.slice(0, MAX_DIFFERENCES).map(([path, value]) => sentence(path, value));
  const more = all.length - shown.length;
  if (more > 0) shown.push(`And ${more} more.`);
  if (all.length > 0) shown.push('Restart Halyard to correct the realtime database.');
  return shown;
}

const sentence = (path: string, value: RealtimeValue) =>
  value === null
    ? `${path} is in the realtime database but not in the relational database.`
    : `${path} in the realtime database does not match the relational database, which contains ${JSON.stringify(value)}.`;
