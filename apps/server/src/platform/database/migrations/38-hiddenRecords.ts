import { sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { HIDEABLE_TABLES, hideableViews, storedTable } from '../hidden/views.ts';
import type { Queries } from '../tables/schema.ts';
import type { Migration } from './migration.ts';

/**
 * Makes it possible to hide and show many records at once (decision 25). The tables of companies,
 * locations, flags and users get the prefix `stored_`. Views with the old names leave out the
 * records that belong to a hidden import or a hidden company.
 */
export const hiddenRecords: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;
  await trx.schema
    .createTable('hidden')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('at', time, (c) => c.notNull())
    .execute();
  for (const table of HIDEABLE_TABLES) {
    await trx.schema.alterTable(table).addColumn('import_id', text).execute();
    await trx.schema.alterTable(table).renameTo(storedTable(table)).execute();
    await sql`create index ${sql.ref(`${table}_import_id`)} on ${sql.table(storedTable(table))}
      (import_id, id) where import_id is not null`.execute(trx);
    if (table === 'companies') continue;
    // With `import_id`, the database can still count records using only this index; with `id`, it
    // goes through the records of a location in slices.
    const columns = table === 'locations' ? 'company_id' : 'company_id, location_id';
    const index = table === 'locations' ? 'locations.company_id' : `${table}.company_location`;
    await sql.raw(`drop index "${index}"`).execute(trx);
    await sql
      .raw(`create index "${index}" on ${storedTable(table)} (${columns}, id, import_id)`)
      .execute(trx);
  }
  await hideableViews(trx, engine);
  await addImports(trx, engine);
  if (engine === 'postgres') await noteChangesOnPostgres(trx);
  else await noteChangesOnSqlite(trx);
};

/**
 * Replaces the triggers that log new records. The new triggers leave out records of a hidden
 * import, because showing the import is logged as one change.
 */
async function noteChangesOnSqlite(trx: Queries): Promise<void> {
  for (const table of HIDEABLE_TABLES) {
    await sql.raw(`drop trigger "record_changes.${table}.insert"`).execute(trx);
    await sql
      .raw(
        `create trigger "record_changes.${table}.insert" after insert on ${storedTable(table)}
           when new.import_id is null begin
           insert into record_changes (kind, record_id) values ('${table}', new.id);
         end`,
      )
      .execute(trx);
  }
}

async function noteChangesOnPostgres(trx: Queries): Promise<void> {
  await sql`create or replace function note_changed_id() returns trigger language plpgsql as $$
    begin
      insert into record_changes (kind, record_id)
        values (replace(tg_table_name, 'stored_', ''), coalesce(new.id, old.id));
      return null;
    end $$`.execute(trx);
  for (const table of HIDEABLE_TABLES) {
    const stored = storedTable(table);
    await sql.raw(`drop trigger "record_changes.${table}.insert" on ${stored}`).execute(trx);
    await sql
      .raw(
        `create trigger "record_changes.${table}.insert" after insert on ${stored}
           for each row when (new.import_id is null) execute function note_changed_id()`,
      )
      .execute(trx);
  }
}

/** Adds tables for imports that run in the background. */
async function addImports(trx: Queries, engine: Engine): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const bool = sql`boolean`;
  const time = sql`bigint`;
  await trx.schema
    .createTable('imports')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('user_id', text, (c) => c.notNull())
    .addColumn('caller', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('slot', text, (c) => c.unique())
    .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('handled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('updated', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('published', text)
    .addColumn('invites', bool, (c) => c.notNull())
    .addColumn('has_logins', bool, (c) => c.notNull().defaultTo(false))
    .addColumn('origin', text, (c) => c.notNull())
    .addColumn('key_seed', text)
    .addColumn('key_seed_is_sealed', bool, (c) => c.notNull().defaultTo(false))
    .addColumn('keys_until', time)
    .addColumn('runner', text, (c) => c.notNull())
    .addColumn('alive_at', time, (c) => c.notNull())
    .addColumn('cancelled_at', time)
    .addColumn('problem', text)
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('shown_at', time)
    .addColumn('ended_at', time)
    .execute();
  await trx.schema
    .createIndex('imports.user')
    .on('imports')
    .columns(['user_id', 'created_at'])
    .execute();
  await trx.schema
    .createTable('import_edits')
    .addColumn('import_id', text, (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('edit', sql`jsonb`, (c) => c.notNull())
    .addPrimaryKeyConstraint('import_edits_pkey', ['import_id', 'position'])
    .execute();
}
