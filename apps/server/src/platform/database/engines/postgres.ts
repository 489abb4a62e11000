import type { Socket } from 'node:net';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { Answers } from './answers.ts';
import { asDatabaseError } from './outage.ts';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * The time limit for one SQL statement in ms. Without it, a connection over a broken cable would
 * stay in the pool for 15 minutes, until the operating system gives up.
 */
const STATEMENT_MS = 60_000;

export interface PostgresParts {
  dialect: PostgresDialect;
  answers: Answers;
  /**
   * Sets a time limit of 60 s for all further statements on PostgreSQL. Called after the
   * migrations, which may take longer.
   */
  limitStatements(): void;
}

/** Opens a pool of connections to PostgreSQL, which reconnects automatically. */
export function openPostgres(databaseUrl: string): PostgresParts {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: {
      // Read int8 as a number. IDs, counts and epoch milliseconds are all small enough.
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // If PostgreSQL closes a connection, the process must keep running. The pool reports the errors
  // of idle connections. A connection in use reports its error between two statements of a
  // transaction, and its next statement fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  const answers = new Answers();
  const followed = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  let statementMs: number | null = null;
  const follow = (client: pg.PoolClient): PostgresPoolClient => {
    const run = async (statement: string, parameters: readonly unknown[]) => {
      const end = () => endConnection(client);
      const timer = statementMs === null ? undefined : setTimeout(end, statementMs);
      try {
        return await answers.of(client.query(statement, [...parameters]));
      } catch (error) {
        throw asDatabaseError(error);
      } finally {
        clearTimeout(timer);
      }
    };
    function query<R>(
      statement: string,
      parameters: readonly unknown[],
    ): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query(statement: unknown, parameters: readonly unknown[] = []): unknown {
      if (typeof statement !== 'string') throw new TypeError('PostgreSQL queries are not streamed');
      return run(statement, parameters);
    }
    return {
      query,
      release: () => client.release(),
    };
  };
  const watched: PostgresPool = {
    async connect() {
      let client: pg.PoolClient;
      try {
        client = await answers.of(pool.connect());
      } catch (error) {
        throw asDatabaseError(error);
      }
      // The library identifies a connection by its object.
      const known = followed.get(client) ?? follow(client);
      followed.set(client, known);
      return known;
    },
    end: () => pool.end(),
    options: pool.options,
  };
  return {
    dialect: new PostgresDialect({ pool: watched }),
    answers,
    limitStatements() {
      statementMs = STATEMENT_MS;
    },
  };
}

declare module 'pg' {
  interface ClientBase {
    /** A private field of `pg`, which offers no other access to the socket. */
    readonly connection: { readonly stream: Socket };
  }
}

/** Closes a connection immediately, even during a statement. */
function endConnection(client: pg.PoolClient): void {
  client.connection.stream.destroy();
}
