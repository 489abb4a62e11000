import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Adds tables for refused devices, invalidated device keys, and pole tests. */
export const commissioning: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;
  await trx.schema
    .createTable('former_device_keys')
    .addColumn('key_hash', text, (c) => c.primaryKey().notNull())
    .addColumn('key_id', text, (c) => c.notNull())
    .addColumn('flag_id', text, (c) => c.notNull())
    .addColumn('flag_name', text, (c) => c.notNull())
    .addColumn('company_id', text, (c) => c.notNull())
    .addColumn('ended_at', time, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('former_device_keys.ended')
    .on('former_device_keys')
    .column('ended_at')
    .execute();
  await trx.schema
    .createTable('device_refusals')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('flag_id', text)
    .addColumn('flag_name', text)
    .addColumn('company_id', text)
    .addColumn('owner_id', text)
    .addColumn('device_id', text)
    .addColumn('detail', text)
    .addColumn('address', text)
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('count', time, (c) => c.notNull())
    .addColumn('first_at', time, (c) => c.notNull())
    .addColumn('last_at', time, (c) => c.notNull())
    .execute();
  for (const [name, columns] of Object.entries({
    last: ['last_at', 'id'],
    company: ['company_id', 'last_at'],
    flag: ['flag_id', 'last_at'],
    device: ['device_id', 'last_at'],
    source: ['source', 'last_at'],
  }))
    await trx.schema
      .createIndex(`device_refusals.${name}`)
      .on('device_refusals')
      .columns(columns)
      .execute();
  await trx.schema
    .createTable('pole_tests')
    .addColumn('flag_id', text, (c) =>
      c.primaryKey().notNull().references('flags.id').onDelete('cascade'),
    )
    .addColumn('user_id', text, (c) => c.notNull())
    .addColumn('username', text, (c) => c.notNull())
    .addColumn('phase', text, (c) => c.notNull())
    .addColumn('command_id', text, (c) => c.notNull())
    .addColumn('restore_command_id', text, (c) => c.notNull())
    .addColumn('position', text, (c) => c.notNull())
    .addColumn('position_before', text)
    .addColumn('request_before', sql`jsonb`, (c) => c.notNull())
    .addColumn('started_at', time, (c) => c.notNull())
    .addColumn('restored_at', time)
    .addColumn('took_ms', time)
    .addColumn('problem', text)
    .addColumn('ended_at', time)
    .execute();
  for (const column of ['restore_command_id', 'ended_at'] as const)
    await trx.schema.createIndex(`pole_tests.${column}`).on('pole_tests').column(column).execute();
};
