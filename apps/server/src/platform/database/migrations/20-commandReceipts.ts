import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds columns for finding a command's log entries by the time when the server received the
 * command. Before, they were found by values that the client had chosen.
 */
export const commandReceipts: Migration = async (trx) => {
  await trx.schema.dropIndex('activity.command').execute();
  await trx.schema.alterTable('activity').addColumn('command_seq', sql`bigint`).execute();
  await sql`
    update activity set command_seq = known.seq
    from (
      select id, min(id) over (partition by command_id, flag_id, command_at, actor_id) as seq
      from activity where command_id is not null
    ) as known
    where known.id = activity.id`.execute(trx);
  await trx.schema
    .createIndex('activity.command')
    .unique()
    .on('activity')
    .columns(['command_at', 'flag_id', 'command_seq', 'actor_id', 'outcome'])
    .execute();
  // If a command is in progress during the upgrade, its log entry does not say where it came from.
  await trx.schema
    .alterTable('command_origins')
    .addColumn('actor_id', sql`text`, (c) => c.notNull().defaultTo(''))
    .execute();
};
