import { FEDERAL_SOURCES, type OrderSource } from '@halyard/domain';
import type { Selectable } from 'kysely';
import type { OrderSourceTable } from '../../../../platform/database/tables/halfStaff.ts';
import type { Queries, Trx } from '../../../../platform/database/tables/schema.ts';
import { sourceNotFound } from './errors.ts';

export type SourceRow = Selectable<OrderSourceTable>;

const SETTING = 'watch-federal-sources';

/**
 * Returns whether a master has allowed requests to the federal sources of orders. Null if no master
 * has decided yet.
 */
export async function watchesFederal(queries: Queries): Promise<boolean | null> {
  const row = await queries
    .selectFrom('settings')
    .select('value')
    .where('id', '=', SETTING)
    .executeTakeFirst();
  return row ? row.value === 'true' : null;
}

export async function setWatchesFederal(trx: Trx, watch: boolean): Promise<void> {
  const value = String(watch);
  await trx
    .insertInto('settings')
    .values({ id: SETTING, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
}

/**
 * Updates the stored definitions of the federal order sources. A newer version of Halyard may have
 * different URLs or limits for them.
 */
export async function refreshFederal(queries: Queries): Promise<void> {
  for (const [id, definition] of Object.entries(FEDERAL_SOURCES))
    await queries
      .updateTable('order_sources')
      .set({ definition: JSON.stringify(definition) })
      .where('id', '=', id)
      .execute();
}

/** Returns all sources of orders, with federal sources first. */
export async function findSources(queries: Queries): Promise<SourceRow[]> {
  return queries
    .selectFrom('order_sources')
    .selectAll()
    .orderBy('is_federal', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Returns the sources of orders that are turned on and have a problem. */
export const failingSources = (queries: Queries): Promise<SourceRow[]> =>
  queries
    .selectFrom('order_sources')
    .selectAll()
    .where('is_on', '=', true)
    .where('problem', 'is not', null)
    .orderBy('id')
    .execute();

/**
 * Returns a source of orders.
 * @throws AppError `not-found`
 */
export async function requireSource(queries: Queries, id: string): Promise<SourceRow> {
  const row = await queries
    .selectFrom('order_sources')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw sourceNotFound();
  return row;
}

/**
 * Converts a stored row to a source of orders.
 * @param origin the URL at which other systems reach this server, such as
 * "https://flags.example.com"
 */
export const toSource = (row: SourceRow, origin: string): OrderSource => ({
  id: row.id,
  isFederal: row.is_federal,
  isOn: row.is_on,
  definition: row.definition,
  checkedAt: row.checked_at,
  succeededAt: row.succeeded_at,
  newestAt: row.newest_at,
  problem: row.problem,
  problemText: row.problem_text,
  problemSince: row.problem_since,
  nextAt: row.next_at,
  deliverTo:
    row.definition.kind === 'webhook'
      ? `${origin}/api/half-staff/sources/${row.id}/deliveries`
      : null,
  refusedAt: row.refused_at,
  refusedFor: row.refused_for,
});

/** The initial state of an order source, before its first check. */
export const NEVER_ASKED = {
  etag: null,
  last_modified: null,
  checked_at: null,
  succeeded_at: null,
  newest_at: null,
  failures: 0,
  problem: null,
  problem_text: null,
  problem_since: null,
  problem_mailed_at: null,
  secret: null,
  secret_is_sealed: false,
  refused_at: null,
  refused_for: null,
} as const;
