import { randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import { keyOf, rangesOf } from './postgresKeys.ts';
import { NOT_OWNER } from './postgresSchema.ts';
import { closeSession, openSession, reopenSession, type Session } from './postgresSession.ts';
import {
  type Batch,
  CommitFailed,
  CommitUnknown,
  type StoredRow,
  StoreLocked,
  type TreeStore,
} from './store.ts';

/** Number of rows that the store fetches at a time while it loads the tree. */
const CHUNK = 5_000;

/**
 * Creates a store that keeps the tree in PostgreSQL tables. Each batch is one transaction in one
 * round trip. An advisory lock and a checked epoch number ensure that only one process at a time
 * writes the data (decision 2).
 */
export function postgresStore({ url }: { url: string }): TreeStore {
  const owner = randomUUID();
  let session: Session | undefined;
  let onBroken = (): void => {};

  return {
    async load(onRows, whenBroken = onBroken) {
      onBroken = whenBroken;
      session = await openSession(url, owner, onBroken);
      try {
        return { lastSequence: await loadRows(session, onRows) };
      } catch (error) {
        await closeSession(session);
        throw error;
      }
    },

    async commit(batch) {
      if (session === undefined || session.lost) {
        throw new CommitUnknown('The connection to PostgreSQL is lost');
      }
      try {
        await session.client.query({
          name: 'realtime_commit',
          text: 'SELECT realtime_commit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
          values: parametersOf(session.epoch, batch),
        });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (isCertain(error)) throw new CommitFailed(message, { cause: error });
        throw new CommitUnknown(message, { cause: error });
      }
    },

    async recover() {
      if (session === undefined) throw new Error('The store is not open');
      const previous = session;
      // Not awaited, because closing hangs if the network does.
      void closeSession(previous);
      try {
        session = await reopenSession(url, owner, previous, onBroken);
        const { rows } = await session.client.query<{ sequence: string }>(
          'SELECT sequence FROM realtime_meta',
        );
        return { lastSequence: Number(rows[0]?.sequence) };
      } catch (error) {
        if (error instanceof StoreLocked) throw error;
        const message = error instanceof Error ? error.message : String(error);
        throw new CommitUnknown(message, { cause: error });
      }
    },

    async close() {
      if (session !== undefined) await closeSession(session);
    },
  };
}

async function loadRows(
  { client }: Session,
  onRows: (rows: readonly StoredRow[]) => void,
): Promise<number> {
  await client.query('BEGIN READ ONLY');
  const { rows } = await client.query<{ sequence: string }>('SELECT sequence FROM realtime_meta');
  await client.query(
    'DECLARE nodes NO SCROLL CURSOR FOR SELECT coalesce(path, key), value FROM realtime_node',
  );
  for (;;) {
    const chunk = await client.query<[string, string]>({
      text: `FETCH ${CHUNK} FROM nodes`,
      rowMode: 'array',
    });
    if (chunk.rows.length === 0) break;
    onRows(chunk.rows);
  }
  await client.query('COMMIT');
  return Number(rows[0]?.sequence);
}

function parametersOf(epoch: string, { sequence, clears, removes, puts }: Batch): unknown[] {
  const ranges = clears.map(rangesOf);
  const bounded = ranges.flatMap((found) => found ?? []);
  const keys = puts.map(([path]) => keyOf(path));
  return [
    epoch,
    sequence,
    ranges.includes(null),
    bounded.map(({ from }) => from),
    bounded.map(({ to }) => to),
    bounded.map(({ path }) => path),
    bounded.map(({ pathEnd }) => pathEnd),
    removes.map((path) => keyOf(path).key),
    keys.map(({ key }) => key),
    keys.map(({ path }) => path),
    puts.map(([, value]) => value),
  ];
}

/**
 * Whether it is certain that PostgreSQL rolled back a failed statement. The outcome is unknown if
 * the connection was lost, or if another process has taken over the data.
 */
function isCertain(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || error.code === undefined) return false;
  return !/^(08|57P|58|XX|40003)/.test(error.code) && error.code !== NOT_OWNER;
}
