import { sql } from 'kysely';
import type { Queries } from '../tables/schema.ts';
import type { Migration } from './migration.ts';

/** The tables for which migration 34 created triggers. */
const TABLES = ['companies', 'locations', 'flags', 'users'] as const;
/** The kinds of changes to a row that fire the triggers of this migration. */
const EVENTS = ['insert', 'update', 'delete'] as const;

/**
 * The columns of each table whose updates are logged: columns that lists show, and columns that
 * background jobs depend on, such as locks and half-staff rules.
 */
const MORE: Record<(typeof TABLES)[number], readonly string[]> = {
  companies: ['name', 'auto_half_mast', 'follows'],
  locations: [
    ...['name', 'city', 'state', 'zip', 'latitude', 'longitude', 'time_zone', 'daily_rule'],
    'follows',
  ],
  flags: [
    ...['name', 'flag_id', 'company_id', 'location_id', 'owner_id', 'flies', 'simulated'],
    ...['lock_reason', 'locked_by', 'locked_by_name', 'locked_at'],
    ...['concerned_since', 'released_at'],
  ],
  users: ['first_name', 'last_name', 'email', 'role', 'company_id', 'location_id', 'suspended_at'],
};

interface Trigger {
  table: string;
  event: (typeof EVENTS)[number];
  /** The columns whose updates are logged; all columns if omitted. */
  columns?: readonly string[];
  /** The column with the ID of the changed record. */
  id: 'id' | 'flag_id';
  /**
   * The SQL condition for logging a change, for each database engine. If omitted, every change is
   * logged.
   */
  when?: { sqlite: string; postgres: string };
}

const TRIGGERS: readonly Trigger[] = [
  ...TABLES.flatMap((table) =>
    EVENTS.map((event): Trigger => ({ table, event, columns: MORE[table], id: 'id' })),
  ),
  ...EVENTS.map((event): Trigger => ({ table: 'holds', event, id: 'flag_id' })),
  {
    ...{ table: 'engine_poles', event: 'insert', id: 'flag_id' },
    when: { sqlite: 'new.alarm is not null', postgres: 'new.alarm is not null' },
  },
  {
    ...{ table: 'engine_poles', event: 'update', columns: ['alarm'], id: 'flag_id' },
    when: {
      sqlite: 'old.alarm is not new.alarm',
      postgres: 'old.alarm is distinct from new.alarm',
    },
  },
];

/**
 * Extends the log of changes, so that background jobs can use it to find out which flags to check.
 * The log now covers all columns that the jobs depend on, as well as the flags' holds and the
 * engine's alarms.
 */
export const recordChanges: Migration = async (trx, engine) => {
  for (const table of TABLES)
    for (const event of EVENTS)
      await sql
        .raw(
          `drop trigger "list_changes.${table}.${event}"${engine === 'postgres' ? ` on ${table}` : ''}`,
        )
        .execute(trx);
  await trx.schema.alterTable('list_changes').renameTo('record_changes').execute();
  if (engine === 'postgres') await addOnPostgres(trx);
  else await addOnSqlite(trx);
};

const nameOf = ({ table, event }: Trigger) => `"record_changes.${table}.${event}"`;
const eventOf = ({ event, columns }: Trigger) =>
  event === 'update' && columns ? `update of ${columns.join(', ')}` : event;

async function addOnSqlite(trx: Queries): Promise<void> {
  for (const trigger of TRIGGERS) {
    const { table, event, id, when } = trigger;
    const row = event === 'delete' ? 'old' : 'new';
    await sql
      .raw(
        `create trigger ${nameOf(trigger)} after ${eventOf(trigger)} on ${table}
         ${when ? `when ${when.sqlite}` : ''} begin
           insert into record_changes (kind, record_id) values ('${table}', ${row}.${id});
         end`,
      )
      .execute(trx);
  }
}

async function addOnPostgres(trx: Queries): Promise<void> {
  await sql`drop function note_list_change()`.execute(trx);
  for (const id of ['id', 'flag_id'] as const)
    await sql
      .raw(
        `create function note_changed_${id}() returns trigger language plpgsql as $$
         begin
           insert into record_changes (kind, record_id)
             values (tg_table_name, coalesce(new.${id}, old.${id}));
           return null;
         end $$`,
      )
      .execute(trx);
  for (const trigger of TRIGGERS) {
    const { table, id, when } = trigger;
    await sql
      .raw(
        `create trigger ${nameOf(trigger)} after ${eventOf(trigger)} on ${table}
         for each row ${when ? `when (${when.postgres})` : ''}
         execute function note_changed_${id}()`,
      )
      .execute(trx);
  }
}
