import type { Queries } from '../../../platform/database/tables/schema.ts';

/** Alerts with the flag, company and location that they are about; not those of a flag's earlier company. */
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
