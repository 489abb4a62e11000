import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { ensureSchema } from './postgresSchema.ts';
import { StoreLocked } from './store.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;

/**
 * How long to wait for the lock of a process that has just ended, in ms. Its PostgreSQL backend may
 * keep the lock for a moment.
 */
const LOCK_WAIT_MS = 2_000;

/** Time in ms after which both the client and the server notice a half-open connection. */
const QUERY_TIMEOUT_MS = 60_000;

/**
 * Timeout settings of the server or the database role that could end our single long-lived session.
 */
const NO_TIMEOUTS = [
  'statement_timeout',
  'idle_session_timeout',
  'idle_in_transaction_session_timeout',
];

const SETTINGS = [
  ...NO_TIMEOUTS.map((name) => [name, '0']),
  ['tcp_keepalives_idle', '30'],
  ['tcp_keepalives_interval', '10'],
  ['tcp_keepalives_count', '3'],
];

/**
 * The PostgreSQL backend process of a session. The start time is included because process IDs are
 * reused.
 */
interface Backend {
  pid: number;
  started: string;
}

/**
 * The only connection to the PostgreSQL database with the realtime data. It holds the advisory lock
 * for as long as it is open, and writes with its own epoch number. A session that has lost the lock
 * cannot store anything.
 */
export interface Session {
  readonly client: Client;
  readonly epoch: string;
  readonly backend: Backend;
  /** Whether the connection to PostgreSQL is known to be lost. */
  lost: boolean;
}

/**
 * Connects to PostgreSQL, creates missing tables, and takes the lock for this process.
 * @param owner a name that no other process has
 * @param onBroken called if the connection ends for a reason other than {@link closeSession}
 * @throws StoreLocked if another process holds the lock
 */
export async function openSession(
  url: string,
  owner: string,
  onBroken: () => void,
): Promise<Session> {
  return connect(url, onBroken, async (client) => {
    await ensureSchema(client);
    if (!(await takeLock(client))) throw new StoreLocked(LOCKED);
    const { rows } = await client.query<{ epoch: string }>(
      'UPDATE realtime_meta SET epoch = epoch + 1, owner = $1 RETURNING epoch',
      [owner],
    );
    return rows[0]?.epoch ?? '';
  });
}

/**
 * Reconnects after a session was lost: ends its PostgreSQL backend and takes the lock again.
 * @throws StoreLocked if another process has taken over the data in between
 */
export async function reopenSession(
  url: string,
  owner: string,
  { backend: { pid, started } }: Session,
  onBroken: () => void,
): Promise<Session> {
  return connect(url, onBroken, async (client) => {
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2',
      [pid, started],
    );
    if (!(await takeLock(client))) {
      const { rows } = await client.query<{ owner: string }>('SELECT owner FROM realtime_meta');
      if (rows[0]?.owner !== owner) throw new StoreLocked(TAKEN_OVER);
      throw new Error('The earlier connection to PostgreSQL still holds the lock');
    }
    const { rows } = await client.query<{ epoch: string }>(
      'UPDATE realtime_meta SET epoch = epoch + 1 WHERE owner = $1 RETURNING epoch',
      [owner],
    );
    const epoch = rows[0]?.epoch;
    if (epoch === undefined) throw new StoreLocked(TAKEN_OVER);
    return epoch;
  });
}

/** Ends a session, which releases its lock. Waits at most 2 s for PostgreSQL. */
export async function closeSession(session: Session): Promise<void> {
  session.lost = true;
  const waited = new AbortController();
  const ended = session.client.end().catch(() => undefined);
  const late = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: waited.signal }).catch(() => undefined);
  await Promise.race([ended, late]);
  waited.abort();
}

const LOCKED =
  'Another process already serves the realtime data of this PostgreSQL database; stop it first, or set another DATABASE_URL.';
const TAKEN_OVER =
  'Another process has taken over the realtime data of this PostgreSQL database while the connection was lost.';

async function connect(
  url: string,
  onBroken: () => void,
  own: (client: Client) => Promise<string>,
): Promise<Session> {
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'halyard-realtime',
  };
  const client = new Client(config);
  let session: Session | undefined;
  let failed = false;
  const broken = (): void => {
    failed = true;
    if (session === undefined || session.lost) return;
    session.lost = true;
    onBroken();
  };
  // Without this listener, a lost connection would crash the process.
  client.on('error', broken);
  client.on('end', broken);
  try {
    await client.connect();
    const backend = await prepare(client);
    session = { client, epoch: await own(client), backend, lost: failed };
    return session;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function prepare(client: Client): Promise<Backend> {
  const [names, values] = [SETTINGS.map(([name]) => name), SETTINGS.map(([, value]) => value)];
  await client.query(
    `SELECT set_config(name, wanted, false) FROM pg_settings
     JOIN unnest($1::text[], $2::text[]) AS ours (name, wanted) USING (name)`,
    [names, values],
  );
  // An acknowledged write must be on disk, regardless of the server's default.
  await client.query(
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
  );
  const { rows } = await client.query<Backend>(
    'SELECT pid, backend_start::text AS started FROM pg_stat_activity WHERE pid = pg_backend_pid()',
  );
  return rows[0] ?? { pid: 0, started: '' };
}

/**
 * Takes the advisory lock. The lock belongs to the table, so several schemas in one database can
 * each have their own lock.
 */
async function takeLock(client: Client): Promise<boolean> {
  for (const deadline = performance.now() + LOCK_WAIT_MS; ; ) {
    const { rows } = await client.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_lock((1380205380::bigint << 32) | 'realtime_meta'::regclass::oid::bigint) AS taken",
    );
    if (rows[0]?.taken === true) return true;
    if (performance.now() > deadline) return false;
    await sleep(100);
  }
}
