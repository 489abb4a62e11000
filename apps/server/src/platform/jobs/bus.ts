import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Logger } from 'pino';
import { asDatabaseError } from '../database/engines/outage.ts';

/**
 * Messages between processes that use the same data. They may get lost, so no process may rely on
 * them.
 */
export interface Messages {
  /**
   * A request for a part of a sorted list that another process has stored (`Walks`). `query` is a
   * hash of the list and its filters.
   */
  'list-part-wanted': {
    /** A new ID for this request. Every part of the response contains it. */
    request: string;
    list: string;
    userId: string;
    query: string;
    start: number;
    limit: number;
  };
  /**
   * Part of the response to `list-part-wanted`: some of the requested record IDs. `total` is the
   * length of the whole list.
   */
  'list-part': { request: string; ids: string[]; total: number; isLast: boolean };
  /** Announces that the outbox contains entries that must be applied to the realtime database. */
  'outbox-waiting': null;
  /** Announces that all outbox entries have been applied to the realtime database. */
  'outbox-done': null;
  /** Announces that there is work for the job with this name (`Job.name`). */
  'job-due': string;
  /** Asks all processes to close the connections of these sessions, users or device keys. */
  'connections-end': { sessionIds?: string[]; userId?: string; deviceKeyIds?: string[] };
}
export type Topic = keyof Messages;

/**
 * Sends messages between processes that use the same data. A process also receives its own
 * messages.
 */
export interface Bus {
  /** Whether other processes may use the same database. */
  readonly isShared: boolean;
  /**
   * Sends a message to all processes. Call it after committing the change that the message is
   * about. Never rejects. A lost message does no harm, because each process also checks for changes
   * regularly.
   */
  publish<T extends Topic>(topic: T, message: Messages[T]): Promise<void>;
  /** Subscribes to a topic. @returns a function that ends the subscription */
  subscribe<T extends Topic>(topic: T, listener: (message: Messages[T]) => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'halyard';
/** The maximum size in bytes of a message between processes. PostgreSQL's own limit is 7999. */
const MAX_BYTES = 7900;
/** How long the message bus waits before it reconnects to PostgreSQL, in ms. */
const RETRY_MS = 1000;
/** The time limit in ms for a query on the message bus's connection. */
const QUERY_TIMEOUT_MS = 10_000;
/** How often to check that the message bus is still connected to PostgreSQL, in ms. */
const PING_MS = 15_000;

/** Returns a message bus for a single process. */
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
 * Returns a message bus that uses LISTEN and NOTIFY of PostgreSQL on a separate connection, which
 * reconnects automatically.
 * @throws pg's error if the first connection to the database fails
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
        () => log.info('Messages between the processes work again'),
        () => reconnect(),
      );
    }, RETRY_MS);
    timer.unref();
  };
  const lost = (which: pg.Client) => {
    if (closed || client !== which) return;
    client = null;
    log.warn('Messages between the processes stopped: the connection to PostgreSQL was lost');
    reconnect();
  };
  // Without these queries, nobody would notice that a connection is dead.
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
        log.warn({ err: asDatabaseError(error), topic }, 'The other processes were not notified');
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
  // Every request that waits for the realtime database adds a listener.
  const emitter = new EventEmitter().setMaxListeners(0);
  const subscribe: Bus['subscribe'] = (topic, listener) => {
    emitter.on(topic, listener);
    return () => emitter.off(topic, listener);
  };
  return { emitter, subscribe };
}
