import { ALERT_CONDITIONS, type AlertCondition } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';

/** The conditions of flags' open alerts, by `flags.id`. */
export type OpenConditions = ReadonlyMap<string, readonly AlertCondition[]>;

/**
 * Flags without an open alert are left out.
 * @param flagRowId only this flag's
 */
export async function findOpenConditions(
  queries: Queries,
  flagRowId?: string,
): Promise<OpenConditions> {
  const rows = await queries
    .selectFrom('alerts')
    // Not those of a flag's earlier company.
    .innerJoin('flags', (join) =>
      join
        .onRef('flags.id', '=', 'alerts.flag_id')
        .onRef('flags.company_id', '=', 'alerts.company_id'),
    )
    .select(['alerts.flag_id as flagId', 'alerts.condition'])
    .where('alerts.ended_at', 'is', null)
    .$if(flagRowId !== undefined, (query) => query.where('alerts.flag_id', '=', flagRowId!))
    .execute();
  const open = new Map<string, AlertCondition[]>();
  for (const { flagId, condition } of rows) {
    const conditions = open.get(flagId) ?? [];
    conditions.push(condition);
    open.set(flagId, conditions);
  }
  // One order, whatever the database's: a list that was loaded again compares equal.
  for (const conditions of open.values())
    conditions.sort((a, b) => ALERT_CONDITIONS.indexOf(a) - ALERT_CONDITIONS.indexOf(b));
  return open;
}
