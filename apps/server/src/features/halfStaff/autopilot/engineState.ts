import type { EngineState } from '@halyard/domain';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';

const SETTING = 'half-staff-engine';
/** After the upgrade that brings it, until a master has seen what it would do. */
const NEVER_ON: EngineState = { isOn: false, by: null, at: null };

/** Whether the engine may move poles. */
export async function engineState(queries: Queries): Promise<EngineState> {
  const row = await queries
    .selectFrom('settings')
    .select('value')
    .where('id', '=', SETTING)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as EngineState) : NEVER_ON;
}

/** Switches it. */
export async function setEngineState(trx: Trx, state: EngineState): Promise<void> {
  const value = JSON.stringify(state);
  await trx
    .insertInto('settings')
    .values({ id: SETTING, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
}
