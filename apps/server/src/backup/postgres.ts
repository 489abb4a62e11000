import { BackupError } from './files.ts';

/** A file's name as a shell reads it, whatever is in it. */
const quoted = (file: string) => `'${file.replaceAll("'", "'\\''")}'`;

/** One file of a whole installation, of one instant: both databases are one there. */
export const dumpCommand = (file: string) =>
  `pg_dump --format=custom --file=${quoted(file)} "$DATABASE_URL"`;

/** Into an empty database; all of it or, where anything fails, nothing. */
export const undumpCommand = (file: string) =>
  `pg_restore --single-transaction --exit-on-error --no-owner --dbname="$DATABASE_URL" ${quoted(file)}`;

/** What an operator on PostgreSQL is told in place of a backup or a restore of files. */
export const byPostgresTools = (command: string) =>
  new BackupError(
    `the data is in PostgreSQL, whose own tools do this (docs/backup.md). Run:\n\n  ${command}\n`,
  );
