import pg from 'pg';

/** The connection settings for PostgreSQL's command-line tools. */
export interface LibpqConnection {
  database: string;
  /**
   * All connection settings except the database name, as environment variables. They are not passed
   * as program arguments, because other users of the machine could read those, including the
   * password.
   */
  env: Readonly<Record<string, string>>;
}

/**
 * The values of `sslmode` and `ssl` that only the Node client supports. Each is mapped to the
 * closest mode that libpq supports.
 */
const MODES: Readonly<Record<string, string>> = {
  'no-verify': 'require',
  true: 'require',
  '1': 'require',
  false: 'disable',
  '0': 'disable',
};

/** Converts a `DATABASE_URL` to the settings that `pg_dump` and `pg_restore` accept. */
export function libpqConnection(databaseUrl: string): LibpqConnection {
  // Let the Node client parse the URL, so that both connect to the same database. This does not
  // open a connection.
  const { host, port, user, database, password } = new pg.Client({ connectionString: databaseUrl });
  const query = new URLSearchParams(databaseUrl.split('?')[1] ?? '');
  const mode = query.get('sslmode') ?? query.get('ssl');
  const env: Record<string, string | null | undefined> = {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password,
    PGSSLMODE: mode && (MODES[mode] ?? mode),
    PGSSLROOTCERT: query.get('sslrootcert'),
    PGSSLCERT: query.get('sslcert'),
    PGSSLKEY: query.get('sslkey'),
  };
  const given = Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]);
  return { database: database ?? user ?? '', env: Object.fromEntries(given) };
}
