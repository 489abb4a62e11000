import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Marks which webhook secrets are encrypted. Existing secrets are encrypted the next time webhooks
 * are sent, because migrations have no access to the key.
 */
export const sealedSecrets: Migration = async (trx) => {
  await trx.schema
    .alterTable('webhooks')
    .addColumn('secret_is_sealed', sql`boolean`, (c) => c.notNull().defaultTo(false))
    .execute();
};
