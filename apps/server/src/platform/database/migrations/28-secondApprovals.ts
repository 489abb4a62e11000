import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds a column for companies that require a second approval of orders, and a table for these
 * approvals.
 */
export const secondApprovals: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const bigint = sql`bigint`;
  await trx.schema
    .alterTable('companies')
    .addColumn('two_approvals', sql`boolean`, (c) => c.notNull().defaultTo(false))
    .execute();
  await trx.schema.alterTable('tokens').addColumn('created_by_id', text).execute();
  await sql`update tokens set created_by_id =
    (select users.id from users where users.username = tokens.created_by)`.execute(trx);
  await trx.schema
    .createTable('order_approvals')
    .addColumn('order_id', text, (c) =>
      c.notNull().references('half_staff_orders.id').onDelete('cascade'),
    )
    .addColumn('version', bigint, (c) => c.notNull())
    .addColumn('company_id', text, (c) =>
      c.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('first_by_id', text, (c) => c.notNull())
    .addColumn('by', text)
    .addColumn('by_id', text)
    .addColumn('at', bigint)
    .addPrimaryKeyConstraint('order_approvals.primary', ['order_id', 'version', 'company_id'])
    .execute();
  await trx.schema
    .createIndex('order_approvals.company_id')
    .on('order_approvals')
    .columns(['company_id', 'at'])
    .execute();
};
