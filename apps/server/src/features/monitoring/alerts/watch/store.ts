import type { AlertCondition, AlertStep, OpenAlert } from '@halyard/domain';
import { slices } from '../../../../platform/database/batches.ts';
import type { Queries, Trx } from '../../../../platform/database/tables/schema.ts';
import { newId } from '../../../../platform/database/text.ts';
import { enqueueAlerts } from './events.ts';

/**
 * The minimum time in ms between two "started" notices about the same condition at the same pole.
 */
const GAP_MS = 30 * 60_000;
/** How long ended alerts are kept, in ms. */
const KEPT_MS = 90 * 24 * 60 * 60_000;
/** The maximum number of rows per SQL statement. */
const SLICE = 500;

/** An open alert, as it is stored in the database. */
export interface StoredAlert extends OpenAlert {
  id: string;
  flagId: string;
  companyId: string;
  condition: AlertCondition;
}

/** A change to the alert for one condition of one pole. */
export interface AlertChange {
  /** The flag's ID in the table `flags`. */
  flagId: string;
  companyId: string;
  condition: AlertCondition;
  /** The open alert for this condition. Null if there is none. */
  open: StoredAlert | null;
  step: NonNullable<AlertStep>;
}

export async function findOpen(queries: Queries): Promise<StoredAlert[]> {
  const rows = await queries
    .selectFrom('alerts')
    .select(['id', 'flag_id', 'company_id', 'condition', 'over_since'])
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    flagId: row.flag_id,
    companyId: row.company_id,
    condition: row.condition,
    overSince: row.over_since,
  }));
}

/**
 * Stores changes to alerts. Starts no alerts for flags that have been deleted or moved to another
 * company since the check.
 * @returns the alerts that started
 */
export async function storeChanges(
  trx: Trx,
  changes: readonly AlertChange[],
  now: number,
): Promise<StoredAlert[]> {
  const begun: StoredAlert[] = [];
  for (const slice of slices(changes, SLICE)) {
    begun.push(...(await begin(trx, slice, now)));
    await carryOn(trx, slice, now);
  }
  return begun;
}

async function begin(
  trx: Trx,
  changes: readonly AlertChange[],
  now: number,
): Promise<StoredAlert[]> {
  const starts = changes.filter(({ step }) => step.kind === 'start');
  if (starts.length === 0) return [];
  const ids = starts.map(({ flagId }) => flagId);
  const flags = await trx
    .selectFrom('flags')
    .select(['id', 'company_id as companyId'])
    .where('id', 'in', ids)
    .execute();
  const companyOf = new Map(flags.map(({ id, companyId }) => [id, companyId]));
  const lastNotified = await lastNotifiedTimes(trx, ids, now);
  const begun: StoredAlert[] = [];
  const rows = starts.flatMap(({ flagId, companyId, condition, step }) => {
    if (step.kind !== 'start' || companyOf.get(flagId) !== companyId) return [];
    const id = newId();
    const notified = lastNotified.get(`${flagId} ${condition}`);
    begun.push({ id, flagId, companyId, condition, overSince: null });
    return {
      id,
      flag_id: flagId,
      company_id: companyId,
      condition,
      cause: step.cause,
      recorded_at: now,
      masters_told: null,
      masters_told_at: null,
      since: step.since,
      over_since: null,
      ended_at: null,
      news: 'started' as const,
      news_at: notified === undefined ? now : Math.max(now, notified + GAP_MS),
      told_at: null,
    };
  });
  if (rows.length === 0) return [];
  await trx.insertInto('alerts').values(rows).execute();
  await enqueueAlerts(
    trx,
    'alert.started',
    begun.map(({ id }) => id),
    now,
  );
  return begun;
}

/**
 * Returns the times when the last "started" notices were sent, by flag and condition. Leaves out
 * notices older than `GAP_MS`.
 */
async function lastNotifiedTimes(
  trx: Trx,
  flagIds: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('alerts')
    .select(['flag_id', 'condition', (eb) => eb.fn.max('told_at').as('notified')])
    .where('flag_id', 'in', flagIds)
    .where('told_at', '>', now - GAP_MS)
    // A time in the future was stored before the system clock was set back.
    .where('told_at', '<=', now)
    .groupBy(['flag_id', 'condition'])
    .execute();
  return new Map(
    rows.flatMap(({ flag_id, condition, notified }) =>
      notified === null ? [] : [[`${flag_id} ${condition}`, notified]],
    ),
  );
}

async function carryOn(trx: Trx, changes: readonly AlertChange[], now: number): Promise<void> {
  const idsOf = (kind: 'calm' | 'resume' | 'end') =>
    changes.flatMap(({ open, step }) => (open && step.kind === kind ? [open.id] : []));
  const [calm, resumed, ended] = [idsOf('calm'), idsOf('resume'), idsOf('end')];
  const update = trx.updateTable('alerts');
  if (calm.length > 0) await update.set({ over_since: now }).where('id', 'in', calm).execute();
  if (resumed.length > 0)
    await update.set({ over_since: null }).where('id', 'in', resumed).execute();
  if (ended.length === 0) return;
  const end = update
    .set(({ ref }) => ({ ended_at: ref('over_since'), recorded_at: now }))
    .where('id', 'in', ended);
  // Send an "over" notice only if a "started" notice was sent, or will be sent when the email limit
  // allows.
  await end.set({ news: 'missed' }).where('news', '=', 'delayed').execute();
  await end
    .set({ news: null })
    .where('told_at', 'is', null)
    .where((eb) => eb.or([eb('news', 'is', null), eb('news', '=', 'started')]))
    .execute();
  await end.set({ news: 'ended', news_at: now }).where('told_at', 'is not', null).execute();
  await enqueueAlerts(trx, 'alert.ended', ended, now);
}

/**
 * Deletes open alerts, for example because their condition was turned off or their flag moved to
 * another company.
 */
export async function dropAlerts(trx: Trx, ids: readonly string[]): Promise<void> {
  for (const slice of slices(ids, SLICE))
    await trx.deleteFrom('alerts').where('id', 'in', slice).execute();
}

/** Deletes alerts that ended long ago. */
export async function sweepAlerts(queries: Queries, now: number): Promise<void> {
  await queries
    .deleteFrom('alerts')
    .where('ended_at', '<', now - KEPT_MS)
    .execute();
}
