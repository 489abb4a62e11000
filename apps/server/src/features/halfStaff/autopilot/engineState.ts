import type { EngineState } from '@halyard/domain';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';

const SETTING = 'half-staff-engine';
/** The initial state of autopilot, until a master first turns it on. */
const NEVER_ON: EngineState = { isOn: false, by: null, at: null };

/**
 * Returns the stored state of autopilot: whether the engine may move poles, and who last changed
 * that and when.
 */
export async function engineState(queries: Queries): Promise<EngineState> {
  const row = await queries
    .selectFrom('settings')
    .select('value')
    .where('id', '=', SETTING)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as EngineState) : NEVER_ON;
}

/**
 * Stores the state of autopilot: whether the engine may move poles, and who changed that and when.
 */
export async function setEngineState(trx: Trx, state: EngineState): Promise<void> {
  const value = JSON.stringify(state);
  await trx
    .insertInto('settings')
    .values({ id: SETTING, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
}
