import { ALERT_CONDITIONS, type AlertCondition } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { alertsWithFlag } from './ofFlags.ts';

/** The conditions of open alerts, by `flags.id`. */
export type OpenConditions = ReadonlyMap<string, readonly AlertCondition[]>;

/**
 * Returns the conditions of open alerts, by flag. Leaves out flags without an open alert.
 * @param flagRowIds the flags to look up; all flags if omitted
 */
export async function findOpenConditions(
  queries: Queries,
  flagRowIds?: readonly string[],
): Promise<OpenConditions> {
  const rows = await alertsWithFlag(queries)
    .select(['alerts.flag_id as flagId', 'alerts.condition'])
    .where('alerts.ended_at', 'is', null)
    .$if(flagRowIds !== undefined, (query) => query.where('alerts.flag_id', 'in', flagRowIds!))
    .execute();
  const open = new Map<string, AlertCondition[]>();
  for (const { flagId, condition } of rows) {
    const conditions = open.get(flagId) ?? [];
    conditions.push(condition);
    open.set(flagId, conditions);
  }
  // Sort the conditions, so that a reloaded list compares as equal with every database engine.
  for (const conditions of open.values())
    conditions.sort((a, b) => ALERT_CONDITIONS.indexOf(a) - ALERT_CONDITIONS.indexOf(b));
  return open;
}
