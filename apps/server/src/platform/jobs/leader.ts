import pg from 'pg';
import type { Logger } from 'pino';
import { asDatabaseError } from '../database/engines/outage.ts';

/** What runs in one process at a time. */
export interface Duty {
  /** Part of the lock's name: processes with the same one compete. */
  name: string;
  /** Begins; answers how to stop. A rejection is logged, and it is tried again. */
  start(): Promise<() => Promise<void>>;
}

export interface Leadership {
  /** Whether this process has the duty. */
  isLeader(): boolean;
  /** Stops the duty where this process has it and lets another one take it. */
  stop(): Promise<void>;
}

/** First key of all our advisory locks of two keys; the second is the duty's. */
const LOCK_CLASS = 0x68616c79;
/** Milliseconds between two tries to take the lock, and between two looks whether it is still ours. */
const ROUND_MS = 1000;
/**
 * Milliseconds that a new leader waits before it begins: by then the one before it, whose connection
 * PostgreSQL has ended, has seen that and stopped.
 */
const HANDOVER_MS = 1000;
/** Milliseconds that PostgreSQL may take to answer; a leader that hears nothing so long stops. */
const QUERY_TIMEOUT_MS = 5000;
/** With these PostgreSQL notices within about 10 s that a leader's machine is gone, and frees the lock. */
const SETTINGS = `
  set statement_timeout = 0; set idle_session_timeout = 0;
  set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`;

/** Gives the duty to this process at once: for a single process. */
export async function leadAlone(duty: Duty): Promise<Leadership> {
  const end = await duty.start();
  return { isLeader: () => true, stop: end };
}

/**
 * Has the duty done by whichever process holds its advisory lock, on a connection of its own; ends
 * that process or its connection, PostgreSQL frees the lock and another one takes it.
 */
export function lead(databaseUrl: string, duty: Duty, log: Logger): Leadership {
  const stopping = new AbortController();
  let leads = false;
  const rounds = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = newClient(databaseUrl);
      try {
        await client.connect();
        await client.query(SETTINGS);
        let leading = false;
        while (!leading && !stopping.signal.aborted) {
          leading = await takesLock(client, duty.name);
          await pause(stopping.signal, leading ? HANDOVER_MS : ROUND_MS);
        }
        if (leading && !stopping.signal.aborted) await serve(client);
      } catch (error) {
        log.warn(
          { err: asDatabaseError(error), duty: duty.name },
          'Cannot ask PostgreSQL who leads; trying again',
        );
      } finally {
        await client.end().catch(() => undefined);
      }
      await pause(stopping.signal, ROUND_MS);
    }
  }

  /** Does the duty until the lock is lost or the process stops. */
  async function serve(client: pg.Client): Promise<void> {
    const lost = new AbortController();
    client.once('end', () => lost.abort());
    const over = AbortSignal.any([stopping.signal, lost.signal]);
    await client.query('select 1'); // throws where the lock went with the connection meanwhile
    const end = await duty.start();
    leads = true;
    log.info({ duty: duty.name }, 'This process leads');
    try {
      while (!over.aborted) {
        await client.query('select 1');
        await pause(over, ROUND_MS);
      }
    } finally {
      leads = false;
      await end();
    }
  }

  return {
    isLeader: () => leads,
    async stop() {
      stopping.abort();
      await rounds;
    },
  };
}

function newClient(databaseUrl: string): pg.Client {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    // Whoever asks PostgreSQL who leads is told the process.
    application_name: `halyard-leader-${process.pid}`,
  });
  // Without a listener a lost connection would end the process; `end` follows.
  client.on('error', () => undefined);
  return client;
}

async function takesLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as taken',
    [LOCK_CLASS, name],
  );
  return rows[0]?.taken === true;
}

function pause(signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
