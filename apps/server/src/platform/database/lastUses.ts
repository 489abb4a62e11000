import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { slices } from './batches.ts';
import type { Database } from './database.ts';
import { paced } from './paced.ts';

/**
 * Records when device keys or API tokens were last used. Keeps the times in memory, and stores them
 * once a minute.
 */
export interface LastUses {
  note(id: string): void;
  flush(): Promise<void>;
}

/**
 * The maximum number of rows that one SQL statement updates. On SQLite, the server waits for such a
 * statement, which takes about 10 ms.
 */
const ROWS = 500;

/** Stores the time when keys, tokens or sessions were last used, in epoch milliseconds. */
export async function storeLastUse(
  db: Database,
  table: 'device_keys' | 'tokens' | 'sessions',
  ids: readonly string[],
  at: number,
): Promise<void> {
  const parts = slices(ids, ROWS)[Symbol.iterator]();
  await paced(async () => {
    const { value: some } = parts.next();
    if (some === undefined) return false;
    await sql`update ${sql.table(table)} set last_used_at = ${at} where id in (${sql.join(some)})`.execute(
      db.queries,
    );
    return true;
  });
}

/**
 * Creates the object that records when the keys in one table were last used.
 * @param table a table with the columns `id` and `last_used_at`
 */
export function createLastUses(
  db: Database,
  clock: Clock,
  table: 'device_keys' | 'tokens',
): LastUses {
  let used = new Set<string>();
  return {
    note(id) {
      used.add(id);
    },
    async flush() {
      const ids = [...used];
      used = new Set();
      await storeLastUse(db, table, ids, clock());
    },
  };
}
