import type { Database } from '../../../platform/database/database.ts';
import { brokenConstraint } from '../../../platform/database/engines/constraints.ts';
import { findHiddenCompanies, forgetHidden } from '../../../platform/database/hidden/hide.ts';
import { paced } from '../../../platform/database/paced.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import type { RealtimeChanges } from '../../../platform/database/tables/system.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { accessMirror, hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import type { Services } from '../../calls/context.ts';
import { ENDED_KEY, rememberEndedKeys } from '../../flags/keys/endedKeys.ts';

/** How many records of a deleted company one transaction removes. */
const SLICE = 200;

/** The deleted companies whose data this process is currently removing. */
const running = new WeakMap<Database, Map<string, Promise<void>>>();

type SweepServices = Pick<Services, 'db' | 'link' | 'clock'>;

/**
 * The keys, sessions and API tokens that a transaction has removed. The connections that use them
 * must still be closed.
 */
interface Removed {
  keyIds: readonly string[];
  /** The IDs of the removed sessions and API tokens. */
  sids: readonly string[];
}

/**
 * Removes everything that belongs to a company that is being deleted, and finally the company
 * itself. Works in short transactions. Can be interrupted and repeated at any point.
 */
export function sweepCompany(services: SweepServices, id: string): Promise<void> {
  let sweeps = running.get(services.db);
  if (!sweeps) {
    sweeps = new Map();
    running.set(services.db, sweeps);
  }
  const known = sweeps.get(id);
  if (known) return known;
  const sweep = sweepAll(services, id).finally(() => sweeps.delete(id));
  sweeps.set(id, sweep);
  return sweep;
}

/** Returns the job that removes the remaining data of deleted companies after an interruption. */
export const deletedCompaniesJob = (services: Services): Job => ({
  name: 'deleted-companies',
  where: 'holder',
  everyMs: 10_000,
  begin: ({ db, signal }) => ({
    async round() {
      for (const id of await findHiddenCompanies(db.queries)) {
        const own = running.get(services.db)?.get(id);
        await (own ?? sweepAll({ ...services, db }, id, signal));
      }
    },
  }),
});

async function sweepAll(services: SweepServices, id: string, signal?: AbortSignal): Promise<void> {
  for (;;)
    try {
      return await sweepOnce(services, id, signal);
    } catch (error) {
      // An API call that began before the company was hidden has added a record since then.
      if (brokenConstraint(error)?.kind !== 'foreign-key') throw error;
    }
}

async function sweepOnce(
  { db, link, clock }: SweepServices,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const slice of [sweepFlags, sweepUsers, sweepLocations, sweepDeliveries])
    await paced(async () => {
      signal?.throwIfAborted();
      const removed = await db.transaction((trx) => slice(trx, id, clock()));
      if (removed === null) return false;
      await link.flushOutbox();
      link.deviceKeysRevoked(removed.keyIds);
      link.sessionsEnded(removed.sids);
      return true;
    });
  await db.transaction((trx) => deleteRow(trx, id, clock()));
  await link.flushOutbox();
}

async function sweepFlags(trx: Trx, companyId: string, now: number): Promise<Removed | null> {
  const flags = await trx
    .selectFrom('stored_flags')
    .select(['id', 'owner_id as ownerId', 'flag_id as flagId'])
    .where('company_id', '=', companyId)
    .limit(SLICE)
    .execute();
  if (flags.length === 0) return null;
  const ids = flags.map(({ id }) => id);
  const keys = await trx
    .deleteFrom('device_keys')
    .where('flag_id', 'in', ids)
    .returning([...ENDED_KEY])
    .execute();
  await rememberEndedKeys(trx, keys, now);
  await trx.deleteFrom('flags').where('id', 'in', ids).execute();
  const keyIds = keys.map((key) => key.id);
  // Each flag is removed separately, because the owner's node may also contain flags that a master
  // has moved to another company.
  const nodes = removal(flags.map(hardwarePath));
  await enqueue(trx, { ...accessMirror(keyIds, false), ...nodes }, now);
  return { keyIds, sids: [] };
}

async function sweepUsers(trx: Trx, companyId: string, now: number): Promise<Removed | null> {
  const rows = await trx
    .selectFrom('stored_users')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(SLICE)
    .execute();
  if (rows.length === 0) return null;
  const ids = rows.map(({ id }) => id);
  // These records were added by API calls that began before the company was hidden.
  const ended = await Promise.all(
    (['sessions', 'tokens'] as const).map((table) =>
      trx
        .deleteFrom(table as 'sessions')
        .where('user_id', 'in', ids)
        .returning('id')
        .execute(),
    ),
  );
  const sids = ended.flat().map(({ id }) => id);
  await trx.deleteFrom('users').where('id', 'in', ids).execute();
  const nodes = removal(ids.map((id) => `users/${id}/profile`));
  await enqueue(trx, { ...accessMirror(sids, false), ...nodes }, now);
  return { keyIds: [], sids };
}

async function sweepLocations(trx: Trx, companyId: string, now: number): Promise<Removed | null> {
  const rows = await trx
    .selectFrom('stored_locations')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(SLICE)
    .execute();
  if (rows.length === 0) return null;
  const ids = rows.map(({ id }) => id);
  const tokens = await trx
    .deleteFrom('tokens')
    .where('location_id', 'in', ids)
    .returning('id')
    .execute();
  const sids = tokens.map(({ id }) => id);
  await trx.deleteFrom('locations').where('id', 'in', ids).execute();
  const nodes = removal(ids.map((id) => `locations/${id}`));
  await enqueue(trx, { ...accessMirror(sids, false), ...nodes }, now);
  return { keyIds: [], sids };
}

/**
 * Removes some of a company's webhook deliveries. Deliveries are removed before their webhooks,
 * because deleting a webhook deletes all its deliveries at once, which may be many.
 */
async function sweepDeliveries(trx: Trx, companyId: string): Promise<Removed | null> {
  const rows = await trx
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
        .select('webhook_deliveries.id')
        .where('webhooks.company_id', '=', companyId)
        .limit(SLICE),
    )
    .returning('id')
    .execute();
  return rows.length === 0 ? null : { keyIds: [], sids: [] };
}

async function deleteRow(trx: Trx, id: string, now: number): Promise<void> {
  const tokens = await trx
    .deleteFrom('tokens')
    .where('company_id', '=', id)
    .returning('id')
    .execute();
  await trx.deleteFrom('companies').where('id', '=', id).execute();
  await forgetHidden(trx, id);
  const sids = tokens.map((token) => token.id);
  // An API call that began before the company was hidden may have written the company's revision.
  await enqueue(trx, { ...accessMirror(sids, false), [`companies/${id}`]: null }, now);
}

const removal = (paths: readonly string[]): RealtimeChanges =>
  Object.fromEntries(paths.map((path) => [path, null]));
