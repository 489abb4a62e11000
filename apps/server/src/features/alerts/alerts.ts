import type { Alert, EndedAlerts, Scope } from '@halyard/domain';
import { sql } from 'kysely';
import { within } from '../../platform/database/scope.ts';
import type { Queries } from '../../platform/database/tables/schema.ts';
import { noSuchPage } from '../../platform/errors.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { alertsOfFlags } from './queries/ofFlags.ts';

/** The number of ended alerts on a page. */
const PAGE = 50;

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

/** Returns the open alerts of the poles that the actor may see, latest first. */
export async function listOpenAlerts(ctx: Context): Promise<Alert[]> {
  const scope = requireScope(ctx, 'alert.read');
  const rows = await selectAlerts(ctx.db.queries, scope)
    .where('alerts.ended_at', 'is', null)
    .orderBy('alerts.since', 'desc')
    .orderBy('alerts.id')
    .execute();
  const offline = new Map<string, number>();
  for (const { condition, locationId } of rows)
    if (condition === 'offline') offline.set(locationId, (offline.get(locationId) ?? 0) + 1);
  const poles =
    offline.size === 0 ? new Map<string, number>() : await countPoles(ctx.db.queries, scope);
  return rows.map((row) => {
    const alert = toAlert(row);
    if (row.condition !== 'offline') return alert;
    const others = {
      all: poles.get(row.locationId)! - 1,
      offline: offline.get(row.locationId)! - 1,
    };
    return { ...alert, neighbors: others };
  });
}

/** Returns the number of poles at each location, without simulated ones. */
async function countPoles(queries: Queries, scope: Scope): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom('flags')
    .select(['location_id as id', ({ fn }) => fn.countAll().as('poles')])
    .where('simulated', '=', false)
    .where(within(scope, COLUMNS))
    .groupBy('location_id')
    .execute();
  return new Map(rows.map(({ id, poles }) => [id, Number(poles)]));
}

/**
 * Returns a page of ended alerts, latest first.
 * @param before the cursor from the previous page; absent for the first page
 */
export async function listEndedAlerts(ctx: Context, before?: string): Promise<EndedAlerts> {
  const scope = requireScope(ctx, 'alert.read');
  const after = before === undefined ? null : readCursor(before);
  const rows = await selectAlerts(ctx.db.queries, scope)
    .where('alerts.ended_at', 'is not', null)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(alerts.ended_at, alerts.id) < (cast(${after!.endedAt} as bigint), ${after!.id})`,
      ),
    )
    .orderBy('alerts.ended_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return {
    alerts: rows.slice(0, PAGE).map(toAlert),
    next: last ? `${last.endedAt}-${last.id}` : null,
  };
}

function readCursor(cursor: string): { endedAt: number; id: string } {
  const parts = /^(\d{1,15})-([a-z0-9]+)$/.exec(cursor);
  if (!parts) throw noSuchPage();
  return { endedAt: Number(parts[1]), id: parts[2]! };
}

function selectAlerts(queries: Queries, scope: Scope) {
  return alertsOfFlags(queries)
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
    .where(within(scope, COLUMNS));
}

type Row = Omit<Alert, 'pole' | 'neighbors'> & {
  mastersToldAt: number | null;
  flagId: string;
  flag: string;
  companyId: string;
  company: string;
  locationId: string;
  location: string;
};

function toAlert({
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
    toldAt: times.length === 0 ? null : Math.min(...times),
    pole: { id: flagId, name: flag, companyId, company, locationId, location },
  };
}
