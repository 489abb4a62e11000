import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Logger } from 'pino';
import { asDatabaseError } from '../database/engines/outage.ts';

/** What the processes on the same data tell each other; a hint that may get lost, never the truth. */
export interface Messages {
  /** The outbox has entries for the driver to apply. */
  'outbox-waiting': null;
  /** The driver has applied what was there. */
  'outbox-done': null;
  /** A job has something to do now: `Job.name`. */
  'job-due': string;
  /** Live connections that have to end; ids as in `Connections`. */
  'connections-end': { sessionIds?: string[]; userId?: string; deviceKeyIds?: string[] };
}
export type Topic = keyof Messages;

/** Messages between the processes on the same data; the sender hears its own as well. */
export interface Bus {
  /** Whether there may be other processes. */
  readonly isShared: boolean;
  /** Send after the commit of what it announces. Never rejects: who must not miss it looks for itself. */
  publish<T extends Topic>(topic: T, message: Messages[T]): Promise<void>;
  /** @returns ends the subscription */
  subscribe<T extends Topic>(topic: T, listener: (message: Messages[T]) => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'halyard';
/** Bytes of one message at most: PostgreSQL takes fewer than 8000. */
const MAX_BYTES = 7900;
/** Milliseconds until the connection is tried anew, and at most for one question on it. */
const RETRY_MS = 1000;
const QUERY_TIMEOUT_MS = 10_000;
/** Milliseconds between looks whether the connection still answers. */
const PING_MS = 15_000;

/** A bus for a single process. */
export function localBus(): Bus {
  const { emitter, subscribe } = newEmitter();
  return {
    isShared: false,
    async publish(topic, message) {
      emitter.emit(topic, message);
    },
    subscribe,
    async close() {},
  };
}

/**
 * A bus over PostgreSQL's LISTEN and NOTIFY, on a connection of its own which comes back by itself.
 * @throws pg's error where the database cannot be reached at first
 */
export async function postgresBus(databaseUrl: string, log: Logger): Promise<Bus> {
  const { emitter, subscribe } = newEmitter();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'halyard-bus',
    });
    let isGone = false;
    const gone = () => {
      isGone = true;
      lost(next);
    };
    next.on('error', gone);
    next.on('end', gone);
    next.on('notification', ({ payload }) => {
      const { topic, message } = JSON.parse(payload ?? '') as { topic: Topic; message: unknown };
      emitter.emit(topic, message);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      if (isGone) throw new Error('Connection terminated');
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    if (closed) await next.end();
    else client = next;
  };
  const reconnect = () => {
    timer = setTimeout(() => {
      connect().then(
        () => log.info('The processes hear each other again'),
        () => reconnect(),
      );
    }, RETRY_MS);
    timer.unref();
  };
  const lost = (which: pg.Client) => {
    if (closed || client !== which) return;
    client = null;
    log.warn('The processes do not hear each other: the connection to PostgreSQL was lost');
    reconnect();
  };
  // A connection that died without a word would never tell.
  const pings = setInterval(() => {
    const asked = client;
    asked?.query('select 1').catch(() => {
      lost(asked);
      asked.end().catch(() => undefined);
    });
  }, PING_MS);
  pings.unref();

  await connect();
  return {
    isShared: true,
    async publish(topic, message) {
      const payload = JSON.stringify({ topic, message });
      if (Buffer.byteLength(payload) > MAX_BYTES)
        throw new RangeError(`A message of ${topic} is too long`);
      try {
        if (client === null) throw new Error('Connection terminated');
        await client.query('select pg_notify($1, $2)', [CHANNEL, payload]);
      } catch (error) {
        log.warn({ err: asDatabaseError(error), topic }, 'The other processes were not told');
      }
    },
    subscribe,
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pings);
      await client?.end().catch(() => undefined);
    },
  };
}

function newEmitter() {
  // Every request that waits for its mirror listens.
  const emitter = new EventEmitter().setMaxListeners(0);
  const subscribe: Bus['subscribe'] = (topic, listener) => {
    emitter.on(topic, listener);
    return () => emitter.off(topic, listener);
  };
  return { emitter, subscribe };
}
