import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { Queries } from '../tables/schema.ts';

/**
 * The tables whose records can be hidden. Each of them has the prefix `stored_`. Queries read a
 * view of the same name without the prefix, which leaves out hidden records.
 */
export const HIDEABLE_TABLES = ['companies', 'locations', 'flags', 'users'] as const;
export type HideableTable = (typeof HIDEABLE_TABLES)[number];

/** Returns the name of the table with all records, including hidden ones. */
export const storedTable = <T extends HideableTable>(table: T): `stored_${T}` => `stored_${table}`;

const isHidden = (column: RawBuilder<unknown>) =>
  sql`${column} is not null and ${column} in (select id from hidden)`;

/**
 * Creates the views that leave out hidden records. A migration that adds or removes columns of a
 * `stored_` table must call this afterwards, because PostgreSQL fixes the columns of a view when it
 * is created.
 */
export async function hideableViews(trx: Queries, engine: Engine): Promise<void> {
  for (const table of HIDEABLE_TABLES) {
    const company = sql.ref(table === 'companies' ? 'id' : 'company_id');
    if (engine === 'postgres') await sql`drop view if exists ${sql.table(table)}`.execute(trx);
    await sql`create view ${sql.table(table)} as select * from ${sql.table(storedTable(table))}
      where not (${isHidden(sql.ref('import_id'))}) and not (${isHidden(company)})`.execute(trx);
  }
}
