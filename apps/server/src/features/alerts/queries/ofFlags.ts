import type { Queries } from '../../../platform/database/tables/schema.ts';

/** Selects alerts with flag, company and location, without those of a flag's earlier company. */
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
