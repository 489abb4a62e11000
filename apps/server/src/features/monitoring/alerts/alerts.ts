import type { Alert, EndedAlerts } from '@halyard/domain';
import { sql } from 'kysely';
import { noSuchPage } from '../../../platform/errors.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { selectAlerts, toAlert, withNeighbors } from './queries/readAlerts.ts';

/** The number of ended alerts on a page. */
const PAGE = 50;

/** Returns all open alerts of the poles that the actor may see, latest first. */
export async function listOpenAlerts(ctx: Context): Promise<Alert[]> {
  const scope = requireScope(ctx, 'alert.read');
  const rows = await selectAlerts(ctx.db.queries, scope)
    .where('alerts.ended_at', 'is', null)
    .orderBy('alerts.since', 'desc')
    .orderBy('alerts.id')
    .execute();
  return withNeighbors(ctx.db.queries, scope, rows.map(toAlert));
}

/**
 * Returns a page of ended alerts, latest first.
 * @param before the cursor from the previous page; omitted for the first page
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
