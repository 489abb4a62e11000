import {
  type Activity,
  type ActivityCategory,
  type ActivityFilter,
  type ActivityPage,
  type Actor,
  may,
  type Scope,
} from '@halyard/domain';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { ActivityTable } from '../../platform/database/tables/activity.ts';
import type { Queries, Schema } from '../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../platform/database/text.ts';
import { nextTurn } from '../../platform/nextTurn.ts';

/**
 * The number of log entries that one query scans if no index matches the filter. Kept small,
 * because SQLite blocks all other access during a query.
 */
const WINDOW = 2500;
/**
 * The maximum number of log entries that are scanned for one page. The next page continues after
 * them.
 */
const LOOKED_THROUGH = 20_000;

/** The categories of log entries that everyone who can see a flag may read: moves and locks. */
const MOVEMENTS: readonly ActivityCategory[] = ['commands', 'locks'];

/** The part of the activity log that a caller may see. */
export interface Sight {
  scope: Scope;
  /** Whether the caller sees only the moves and locks of flags in scope, and no IP addresses. */
  movementsOnly: boolean;
}

/**
 * Returns the part of the activity log that a caller may see. Callers who may not read accounts see
 * only moves and locks, without IP addresses.
 */
export const sightOf = (actor: Actor, scope: Scope): Sight => ({
  scope,
  movementsOnly: !may(actor, 'user.read'),
});

interface Place {
  at: number;
  id: number;
}

type Row = Selectable<ActivityTable>;
type Where = ExpressionBuilder<Schema, 'activity'>;

/**
 * Returns one page of log entries, newest first. If no index matches the filter, scans only a
 * limited number of entries. `searchedTo` is then the time of the last entry scanned, and the next
 * page continues from there.
 * @param after `next` of the previous page
 */
export async function findActivity(
  queries: Queries,
  sight: Sight,
  filter: ActivityFilter,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<ActivityPage> {
  const found: Row[] = [];
  let place = after === undefined ? null : placeOf(after);
  for (let looked = 0; looked < LOOKED_THROUGH; looked += WINDOW) {
    const wanted = limit - found.length;
    const rows = await oneWindow(queries, sight, filter, place)
      .limit(wanted + 1)
      .execute();
    found.push(...rows.slice(0, wanted));
    if (rows.length > wanted) return pageOf(sight, found, found.at(-1) ?? null, null);
    const end = await endOfWindow(queries, sight, filter, place);
    if (end === null) return pageOf(sight, found, null, null);
    place = end;
    await nextTurn();
  }
  return pageOf(sight, found, place, place?.at ?? null);
}

function pageOf(
  sight: Sight,
  rows: readonly Row[],
  next: Place | null,
  searchedTo: number | null,
): ActivityPage {
  return {
    entries: rows.map((row) => toActivity(row, sight)),
    next: next && `${next.at}.${next.id}`,
    searchedTo,
  };
}

/** Scans a limited number of log entries and returns those that match the whole filter. */
function oneWindow(queries: Queries, sight: Sight, filter: ActivityFilter, place: Place | null) {
  const window = indexed(queries, sight, filter, place).selectAll().limit(WINDOW).as('activity');
  return (
    queries
      .selectFrom(window)
      .selectAll()
      // The subquery has the same name and columns as the table.
      .where((eb) => eb.and(rest(eb as unknown as Where, sight, filter)))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
  );
}

/**
 * Returns the last activity log entry of the next batch to scan. Null if there are too few entries
 * left for a full batch.
 */
async function endOfWindow(
  queries: Queries,
  sight: Sight,
  filter: ActivityFilter,
  place: Place | null,
): Promise<Place | null> {
  const last = await indexed(queries, sight, filter, place)
    .select(['at', 'id'])
    .offset(WINDOW - 1)
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/**
 * Returns a query that reads activity log entries in the order of one database index. Applies only
 * the conditions that the index covers.
 */
function indexed(queries: Queries, sight: Sight, filter: ActivityFilter, place: Place | null) {
  return queries
    .selectFrom('activity')
    .where((eb) => {
      const { from, until } = filter;
      return eb.and([
        ...driver(eb, sight, filter),
        ...(from === undefined ? [] : [eb('at', '>=', from)]),
        ...(until === undefined ? [] : [eb('at', '<', until)]),
        // Compare two columns at once, so that both database engines continue in the index where
        // the last page ended.
        ...(place === null
          ? []
          : [sql<boolean>`(at, id) < (${sql.lit(place.at)}, ${sql.lit(place.id)})`]),
      ]);
    })
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
}

function driver(eb: Where, { scope }: Sight, { flagId, who, companyId, category }: ActivityFilter) {
  if (scope.kind === 'nothing') return [eb('company_id', '=', '')];
  if (flagId !== undefined) return [eb('flag_id', '=', flagId)];
  if (who !== undefined) return [eb('actor_id', '=', who)];
  const company = scope.kind === 'all' ? companyId : scope.companyId;
  return [
    ...(company === undefined ? [] : [eb('company_id', '=', company)]),
    ...(category === undefined ? [] : [eb('category', '=', category)]),
  ];
}

function rest(eb: Where, { scope, movementsOnly }: Sight, filter: ActivityFilter) {
  const { flagId, who, companyId, category, outcome, position, q } = filter;
  return [
    ...within(eb, scope),
    ...(movementsOnly ? [eb('category', 'in', MOVEMENTS), eb('flag_id', 'is not', null)] : []),
    ...(flagId === undefined ? [] : [eb('flag_id', '=', flagId)]),
    ...(who === undefined ? [] : [eb('actor_id', '=', who)]),
    ...(companyId === undefined ? [] : [eb('company_id', '=', companyId)]),
    ...(category === undefined ? [] : [eb('category', '=', category)]),
    ...(outcome === undefined ? [] : [eb('outcome', '=', outcome)]),
    ...(position === undefined ? [] : [sql<boolean>`detail ->> 'position' = ${position}`]),
    ...(q ? [sql<boolean>`search like ${pattern(q)} escape '!'`] : []),
  ];
}

function within(eb: Where, scope: Scope) {
  if (scope.kind === 'all') return [];
  if (scope.kind === 'nothing') return [eb('company_id', 'is', null), eb('id', 'is', null)];
  const company = eb('company_id', '=', scope.companyId);
  return scope.kind === 'company' ? [company] : [company, eb('location_id', '=', scope.locationId)];
}

/** Returns a LIKE pattern that matches the search text anywhere. */
const pattern = (q: string): string => `%${uniqueKey(q).replace(/[!%_]/g, '!$&')}%`;

function placeOf(cursor: string): Place {
  const [at, id] = cursor.split('.').map(Number);
  return { at: at ?? 0, id: id ?? 0 };
}

function toActivity(row: Row, { scope, movementsOnly }: Sight): Activity {
  // Tenants must not see the IP addresses of the operator's staff.
  const seesAddress =
    scope.kind === 'all' || (!movementsOnly && row.actor_company_id === row.company_id);
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    outcome: row.outcome,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    channel: row.channel,
    address: seesAddress ? row.address : null,
    companyId: row.company_id,
    company: row.company,
    flagId: row.flag_id,
    subject: row.subject,
    detail: row.detail,
  };
}
