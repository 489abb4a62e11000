import { sql } from 'kysely';
import type { Migration } from './index.ts';

/**
 * Migration 5 was changed to create `revision` after some databases had already taken it. This adds
 * the column where it is missing, with the number of an order that was never edited.
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
