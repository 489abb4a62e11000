import type { PoleTest } from '@halyard/domain';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { PoleTestTable } from '../../../platform/database/tables/flags.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';

export type PoleTestRow = Selectable<PoleTestTable>;

/** Returns the latest test of a flag's pole. */
export function findTest(queries: Queries, flagId: string): Promise<PoleTestRow | undefined> {
  return queries
    .selectFrom('pole_tests')
    .selectAll()
    .where('flag_id', '=', flagId)
    .executeTakeFirst();
}

/** Returns the pole tests in progress. */
export function findOpenTests(queries: Queries): Promise<PoleTestRow[]> {
  return queries.selectFrom('pole_tests').selectAll().where('ended_at', 'is', null).execute();
}

/** Stores a new pole test in place of the pole's previous one. */
export async function storeTest(trx: Trx, test: Insertable<PoleTestTable>): Promise<void> {
  await trx.deleteFrom('pole_tests').where('flag_id', '=', test.flag_id).execute();
  await trx.insertInto('pole_tests').values(test).execute();
}

/**
 * Updates a pole test in progress. Does nothing if this test has ended, or if a newer test of the
 * pole has replaced it.
 */
export async function updateTest(
  queries: Queries,
  { flag_id, command_id }: PoleTestRow,
  changes: Updateable<PoleTestTable>,
): Promise<void> {
  await queries
    .updateTable('pole_tests')
    .set(changes)
    .where('flag_id', '=', flag_id)
    .where('command_id', '=', command_id)
    .where('ended_at', 'is', null)
    .execute();
}

export const toPoleTest = (row: PoleTestRow): PoleTest => ({
  phase: row.phase,
  by: row.username,
  position: row.position,
  positionBefore: row.position_before,
  startedAt: row.started_at,
  tookMs: row.took_ms,
  problem: row.problem,
  endedAt: row.ended_at,
});
