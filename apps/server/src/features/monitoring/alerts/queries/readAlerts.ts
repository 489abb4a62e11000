import type { Alert, Scope } from '@halyard/domain';
import { within } from '../../../../platform/database/scope.ts';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { ALERT_COLUMNS, alertsOfFlags, alertsWithFlag } from './ofFlags.ts';

/** Selects the alerts that the actor may see, with all columns that `toAlert` reads. */
export const selectAlerts = (queries: Queries, scope: Scope) =>
  alertsOfFlags(queries)
    .select([
      'alerts.id',
      'alerts.condition',
      'alerts.cause',
      'alerts.since',
      'alerts.ended_at as endedAt',
      'alerts.told_at as toldAt',
      'alerts.masters_told_at as mastersToldAt',
      'flags.id as flagId',
      'flags.name as flag',
      'flags.company_id as companyId',
      'companies.name as company',
      'locations.id as locationId',
      'locations.name as location',
    ])
    .where(within(scope, ALERT_COLUMNS));

type Row = Omit<Alert, 'pole' | 'neighbors' | 'otherConditions'> & {
  mastersToldAt: number | null;
  flagId: string;
  flag: string;
  companyId: string;
  company: string;
  locationId: string;
  location: string;
};

export function toAlert({
  flagId,
  flag,
  companyId,
  company,
  locationId,
  location,
  mastersToldAt,
  ...row
}: Row): Alert {
  const times = [row.toldAt, mastersToldAt].filter((at) => at !== null);
  return {
    ...row,
    neighbors: null,
    otherConditions: null,
    toldAt: times.length === 0 ? null : Math.min(...times),
    pole: { id: flagId, name: flag, companyId, company, locationId, location },
  };
}

/**
 * For each open alert of an offline pole, adds the number of other poles at its location, and how
 * many of those are offline. Counts only poles that the actor may see.
 */
export async function withNeighbors(
  queries: Queries,
  scope: Scope,
  alerts: readonly Alert[],
): Promise<Alert[]> {
  const isOffline = ({ condition, endedAt }: Alert) => condition === 'offline' && endedAt === null;
  const locationIds = new Set(alerts.filter(isOffline).map(({ pole }) => pole.locationId));
  if (locationIds.size === 0) return [...alerts];
  const counts = await countPoles(queries, scope, locationIds);
  return alerts.map((alert) => {
    const poles = isOffline(alert) ? counts.get(alert.pole.locationId) : undefined;
    // The location is missing if its last pole was deleted a moment ago.
    if (poles === undefined) return alert;
    const { all, offline } = poles;
    return { ...alert, neighbors: { all: all - 1, offline: Math.max(0, offline - 1) } };
  });
}

/**
 * The maximum number of location IDs in a query that counts poles. For more locations, the query
 * counts the poles of every location that the actor may see.
 */
const MOST_IDS = 500;

/**
 * Returns the number of poles at each location, and how many of them are offline. Ignores simulated
 * poles.
 */
async function countPoles(
  queries: Queries,
  scope: Scope,
  locationIds: ReadonlySet<string>,
): Promise<Map<string, { all: number; offline: number }>> {
  const isFew = locationIds.size <= MOST_IDS;
  const all = await queries
    .selectFrom('flags')
    .select(['location_id as id', ({ fn }) => fn.countAll().as('poles')])
    .where('simulated', '=', false)
    .where(within(scope, ALERT_COLUMNS))
    .$if(isFew, (query) => query.where('location_id', 'in', [...locationIds]))
    .groupBy('location_id')
    .execute();
  const offline = await alertsWithFlag(queries)
    .select(['flags.location_id as id', ({ fn }) => fn.countAll().as('poles')])
    .where('alerts.condition', '=', 'offline')
    .where('alerts.ended_at', 'is', null)
    .where(within(scope, ALERT_COLUMNS))
    .$if(isFew, (query) => query.where('flags.location_id', 'in', [...locationIds]))
    .groupBy('flags.location_id')
    .execute();
  const offlineAt = new Map(offline.map(({ id, poles }) => [id, Number(poles)]));
  return new Map(
    all.map(({ id, poles }) => [id, { all: Number(poles), offline: offlineAt.get(id) ?? 0 }]),
  );
}
