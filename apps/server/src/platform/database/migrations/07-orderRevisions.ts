import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds the column `revision` to orders where the column is missing, with the value for an order
 * that has never been edited. Migration 5 was changed to create this column, but only after some
 * databases had already applied that migration.
 */
export const orderRevisions: Migration = async (trx) => {
  const tables = await trx.introspection.getTables();
  const orders = tables.find(({ name }) => name === 'half_staff_orders');
  if (orders?.columns.some(({ name }) => name === 'revision')) return;
  await trx.schema
    .alterTable('half_staff_orders')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(sql`1`))
    .execute();
};
