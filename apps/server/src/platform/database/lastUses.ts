import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';

/**
 * Records when device keys or API tokens were last used. Keeps the times in memory, and stores them
 * once a minute.
 */
export interface LastUses {
  note(id: string): void;
  flush(): Promise<void>;
}

/**
 * The maximum number of keys or tokens for which one SQL statement stores the time of last use. It
 * stays below the parameter limits of both database engines.
 */
const MAX_IDS_PER_STATEMENT = 10_000;

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
      for (let start = 0; start < ids.length; start += MAX_IDS_PER_STATEMENT)
        await sql`update ${sql.table(table)} set last_used_at = ${clock()}
          where id in (${sql.join(ids.slice(start, start + MAX_IDS_PER_STATEMENT))})`.execute(
          db.queries,
        );
    },
  };
}
