import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds a column that says whether a webhook's secret is encrypted. Existing secrets are
 * encrypted later by the server, because migrations have no access to the key.
 */
export const sealedSecrets: Migration = async (trx) => {
  await trx.schema
    .alterTable('webhooks')
    .addColumn('secret_is_sealed', sql`boolean`, (c) => c.notNull().defaultTo(false))
    .execute();
};
