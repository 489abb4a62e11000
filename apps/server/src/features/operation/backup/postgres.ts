import { execFile, spawn } from 'node:child_process';
import { chmod, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { t } from '@halyard/messages';
import pg from 'pg';
import { newerSchema } from '../../../platform/database/database.ts';
import { MIGRATIONS } from '../../../platform/database/migrations/index.ts';
import { BackupError, exists, makeWorkFolder, sync, syncParent } from './archive/files.ts';
import { libpqConnection } from './archive/libpq.ts';

const run = promisify(execFile);
/** The time limit in ms for connecting to PostgreSQL. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The maximum number of characters of a tool's error message to show. */
const MAX_SAID = 2000;

export interface PostgresParts {
  databaseUrl: string;
  /**
   * The `pg_dump` program: its path, or a name on PATH. `pg_restore` must be in the same folder.
   */
  pgDump: string;
  file: string;
}

/** The properties of a finished PostgreSQL dump. */
export interface Dump {
  /** The time when the PostgreSQL dump began, in ISO 8601. */
  createdAt: string;
  bytes: number;
  schemaVersion: number;
}

/**
 * Dumps the PostgreSQL database, which contains both the relational and the realtime data, as of
 * one point in time. Halyard may be running. The file gets its final name once it is complete and
 * on disk.
 * @throws BackupError, or AppError if a newer version of Halyard wrote the data; in both cases, no
 * file is left behind
 */
export async function dumpPostgres(
  { databaseUrl, pgDump, file }: PostgresParts,
  clock: () => number,
): Promise<Dump> {
  if (await exists(file))
    throw new BackupError(
      `${file} already exists. Backups do not overwrite files: choose another name.`,
    );
  const found = await lookAt(databaseUrl);
  await requireTool(pgDump, 'pg_dump', found.serverMajor);
  if (found.schemaVersion === 0)
    throw new BackupError('The database has no schema. Start Halyard once to create it.');
  if (found.schemaVersion > MIGRATIONS.length) throw newerSchema(found.schemaVersion);
  const work = await makeWorkFolder(file);
  try {
    const createdAt = new Date(clock()).toISOString();
    const dump = path.join(work, 'dump');
    await runTool(pgDump, ['--format=custom', '--no-password', `--file=${dump}`], databaseUrl);
    const dumped = await schemaVersionIn(dump, pgDump);
    if (dumped !== found.schemaVersion)
      throw new BackupError(`pg_dump's file does not have Halyard's tables, so it was removed.`);
    // The file contains hashes of passwords, keys and sessions.
    await chmod(dump, 0o600);
    await sync(dump);
    await rename(dump, file);
    await syncParent(file);
    const { size } = await stat(file);
    return { createdAt, bytes: size, schemaVersion: dumped };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Restores a complete dump into an empty database. If the restore fails, the database does not
 * change.
 * @throws BackupError if the database is not empty or the file is not a complete Halyard dump;
 * AppError if a newer version of Halyard created it
 */
export async function restorePostgres({
  databaseUrl,
  pgDump,
  file,
}: PostgresParts): Promise<Pick<Dump, 'createdAt' | 'schemaVersion'>> {
  if (!(await exists(file))) throw new BackupError(`File not found: ${file}`);
  const found = await lookAt(databaseUrl);
  const pgRestore = beside(pgDump, 'pg_restore');
  await requireTool(pgRestore, 'pg_restore', found.serverMajor);
  if (found.tables > 0)
    throw new BackupError(
      'The database is not empty. To protect existing data, a backup can be restored only into an empty database: create one with createdb, and point DATABASE_URL at it.',
    );
  const schemaVersion = await schemaVersionIn(file, pgDump);
  if (schemaVersion > MIGRATIONS.length) throw newerSchema(schemaVersion);
  const createdAt = await dumpedAt(file, pgRestore);
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  await runTool(pgRestore, [...options, '--no-password', file], databaseUrl);
  return { createdAt, schemaVersion };
}

/**
 * Checks that backups are possible.
 * @throws BackupError if no installed pg_dump can back up this server
 */
export async function requireDump({
  databaseUrl,
  pgDump,
}: Pick<PostgresParts, 'databaseUrl' | 'pgDump'>): Promise<void> {
  await requireTool(pgDump, 'pg_dump', (await lookAt(databaseUrl)).serverMajor);
}

/**
 * Returns how many tables the database has, whether they belong to Halyard, and the version of the
 * PostgreSQL server.
 * @throws BackupError if the database cannot be reached
 */
async function lookAt(databaseUrl: string) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ major: number; tables: number; known: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as major,
        (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S')) as tables,
        to_regclass('schema_version') is not null as known`,
    );
    const { major, tables, known } = rows[0]!;
    let schemaVersion = 0;
    if (known) {
      const asked = await client.query<{ version: number }>('select version from schema_version');
      schemaVersion = asked.rows[0]?.version ?? 0;
    }
    return { serverMajor: major, tables, schemaVersion };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const reason = message || (code ?? '');
    throw new BackupError(t`Couldn’t connect to PostgreSQL: ${{ reason }}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns the path of a tool in the same folder as pg_dump. If pg_dump is on PATH, returns only the
 * tool's name.
 */
const beside = (pgDump: string, tool: string) =>
  pgDump.includes(path.sep) ? path.join(path.dirname(pgDump), tool) : tool;

/**
 * Checks that a PostgreSQL tool is installed and new enough.
 * @throws BackupError if the tool is missing, or too old for the server
 */
async function requireTool(program: string, tool: string, serverMajor: number): Promise<void> {
  const remedy = t`Install PostgreSQL's client programs, version ${{ needed: serverMajor }} or newer, or set PG_DUMP to the path of its pg_dump.`;
  let said: string;
  try {
    said = (await run(program, ['--version'])).stdout;
  } catch (error) {
    throw new BackupError(`${whyNotRun(program, tool, error as Error)} ${remedy}`, {
      cause: error,
    });
  }
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1]);
  if (!major)
    throw new BackupError(`${t`${{ program }} is not PostgreSQL's ${{ tool }}.`} ${remedy}`);
  if (major < serverMajor)
    throw new BackupError(
      `${t`${{ tool }} has version ${{ version: major }}, which is older than the server's version ${{ needed: serverMajor }}.`} ${remedy}`,
    );
}

function whyNotRun(program: string, tool: string, error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT')
    return t`Couldn’t run ${{ program }}: ${{ reason: error.message.trim() }}`;
  return program === tool
    ? t`${{ program }} was not found on PATH.`
    : t`${{ program }} was not found.`;
}

/**
 * Runs a PostgreSQL tool.
 * @throws BackupError with the error output of the tool
 */
async function runTool(program: string, args: string[], databaseUrl: string): Promise<void> {
  const { database, env } = libpqConnection(databaseUrl);
  const child = spawn(program, [`--dbname=${database}`, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The tool must not outlive this process and write a file that nobody needs anymore.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_SAID);
  });
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new BackupError(said.trim() || `${program} failed.`);
  } finally {
    process.off('exit', end);
  }
}

/**
 * Returns the schema version in a dump. Reads the file only up to the table with the version, so it
 * detects damage only in that part.
 * @throws BackupError if the file is not a Halyard dump
 */
async function schemaVersionIn(file: string, pgDump: string): Promise<number> {
  const args = ['--data-only', '--table=schema_version', '--file=-', file];
  let sql: string;
  try {
    sql = (await run(beside(pgDump, 'pg_restore'), args)).stdout;
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? (error as Error).message).trim();
    throw new BackupError(`${file} is not a complete PostgreSQL backup: ${said}`, { cause: error });
  }
  const version = Number(
    /^COPY \S*schema_version \(version\) FROM stdin;\n(\d+)\n/m.exec(sql)?.[1],
  );
  if (!version) throw new BackupError(`${file} does not have Halyard's tables.`);
  return version;
}

/**
 * Returns the time of a PostgreSQL dump from its header, in ISO 8601, or `an unknown time` if the
 * header is not readable.
 */
async function dumpedAt(file: string, pgRestore: string): Promise<string> {
  const options = { env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' } };
  const { stdout } = await run(pgRestore, ['--list', file], options);
  const [, day, time] = /^; Archive created at (\S+) (\S+)/m.exec(stdout) ?? [];
  return day && time ? `${day}T${time}Z` : 'an unknown time';
}
