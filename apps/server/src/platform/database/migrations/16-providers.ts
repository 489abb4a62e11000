import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const providers: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const bigint = sql`bigint`;
  const boolean = sql`boolean`;
  await trx.schema
    .createTable('company_providers')
    .addColumn('company_id', text, (c) =>
      c.primaryKey().notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('issuer', text, (c) => c.notNull())
    .addColumn('client_id', text, (c) => c.notNull())
    .addColumn('client_secret', text, (c) => c.notNull())
    .addColumn('creates_accounts', boolean, (c) => c.notNull())
    .execute();
  await trx.schema
    .createTable('provider_domains')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('company_id', text, (c) =>
      c.notNull().references('company_providers.company_id').onDelete('cascade'),
    )
    .execute();
  await trx.schema
    .createTable('identities')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('issuer', text, (c) => c.notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('identities.user_id')
    .on('identities')
    .columns(['user_id', 'provider', 'issuer'])
    .unique()
    .execute();
  await trx.schema
    .createTable('provider_sign_ins')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('provider', text, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('nonce', text, (c) => c.notNull())
    .addColumn('verifier', text, (c) => c.notNull())
    .addColumn('expires_at', bigint, (c) => c.notNull())
    .execute();
  await trx.schema
    .alterTable('sessions')
    .addColumn('via_provider', boolean, (c) => c.notNull().defaultTo(sql`false`))
    .execute();
};
