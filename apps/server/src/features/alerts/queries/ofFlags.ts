import type { Queries } from '../../../platform/database/tables/schema.ts';

/**
 * Selects alerts with their flag, company and location. Leaves out alerts from before a flag moved
 * to its current company.
 */
export const alertsOfFlags = (queries: Queries) =>
  queries
    .selectFrom('alerts')
    .innerJoin('flags', (join) =>
      join
        .onRef('flags.id', '=', 'alerts.flag_id')
        .onRef('flags.company_id', '=', 'alerts.company_id'),
    )
    .innerJoin('companies', 'companies.id', 'flags.company_id')
    .innerJoin('locations', 'locations.id', 'flags.location_id');
