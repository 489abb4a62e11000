import type { Queries } from '../../../../platform/database/tables/schema.ts';

/** The columns that determine whether the actor may see an alert. */
export const ALERT_COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

/**
 * Selects alerts with their flag. Leaves out alerts from before the flag moved to its current
 * company.
 */
export const alertsWithFlag = (queries: Queries) =>
  queries
    .selectFrom('alerts')
    .innerJoin('flags', (join) =>
      join
        .onRef('flags.id', '=', 'alerts.flag_id')
        .onRef('flags.company_id', '=', 'alerts.company_id'),
    );

/**
 * Selects alerts with their flag and the flag's company and location. Leaves out alerts from before
 * the flag moved to its current company.
 */
export const alertsOfFlags = (queries: Queries) =>
  alertsWithFlag(queries)
    .innerJoin('companies', 'companies.id', 'flags.company_id')
    .innerJoin('locations', 'locations.id', 'flags.location_id');
