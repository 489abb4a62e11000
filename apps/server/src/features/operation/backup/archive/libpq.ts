import pg from 'pg';

/** How PostgreSQL's own programs reach a database. */
export interface LibpqConnection {
  database: string;
  /** All else, the password too: everyone on the machine sees a program's arguments. */
  env: Readonly<Record<string, string>>;
}

/** Values of `sslmode` and `ssl` that only the Node client knows, and the nearest of libpq's. */
const MODES: Readonly<Record<string, string>> = {
  'no-verify': 'require',
  true: 'require',
  '1': 'require',
  false: 'disable',
  '0': 'disable',
};

/** Turns a `DATABASE_URL` into what `pg_dump` and `pg_restore` take. */
export function libpqConnection(databaseUrl: string): LibpqConnection {
  // Read by the Node client itself, so that both mean the same database. It does not connect.
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
