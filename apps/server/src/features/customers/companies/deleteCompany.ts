import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../platform/database/database.ts';
import { hideCompany } from '../../../platform/database/hidden/hide.ts';
import { accessMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { lockCompany } from '../../fleet/companies.ts';
import { endTokens } from '../../identity/tokens/tokens.ts';
import { sweepCompany } from './sweepCompany.ts';

/** The maximum time in ms that the API call waits for a company's data to be removed. */
const WAIT_MS = 2000;
/** The number of device keys that one query reads. */
const SLICE = 1000;

/**
 * Deletes a company. A short first transaction hides the company with all its data, and ends all
 * its sessions and API tokens. Later transactions remove its records and their copies in the
 * realtime database (decision 25). Resolves when that is done, or after 2 s.
 */
export async function deleteCompany(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'company.delete');
  const now = ctx.clock();
  const ended = await change(ctx, async (trx) => {
    const { name } = await lockCompany(trx, scope, id);
    await recordActivity(trx, ctx, { kind: 'company.deleted', companyId: id, subject: name });
    const tokens = await endTokens(trx, { companyId: id }, now);
    const users = trx.selectFrom('users').select('id').where('company_id', '=', id);
    const rows = await trx
      .deleteFrom('sessions')
      .where('user_id', 'in', users)
      .returning('id')
      .execute();
    const sessions = rows.map((row) => row.id);
    await trx.deleteFrom('invitations').where('company_id', '=', id).execute();
    await trx.deleteFrom('company_providers').where('company_id', '=', id).execute();
    await trx.updateTable('webhooks').set({ is_on: false }).where('company_id', '=', id).execute();
    await enqueue(trx, { ...accessMirror(sessions, false), [`companies/${id}`]: null }, now);
    await hideCompany(trx, id, now);
    return [...sessions, ...tokens];
  });
  ctx.link.sessionsEnded(ended);
  ctx.link.deviceKeysRevoked(await keysOfCompany(ctx.db, id));
  const waiting = new AbortController();
  const patience = sleep(WAIT_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
  // After an error, the background job removes the rest of the company.
  const sweep = sweepCompany(ctx, id).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'A deleted company could not be removed. It will be tried again'),
  );
  await Promise.race([sweep, patience]);
  waiting.abort();
}

/**
 * Returns the IDs of all device keys of a company that is being deleted, so that its poles can be
 * disconnected.
 */
async function keysOfCompany({ queries }: Database, companyId: string): Promise<string[]> {
  const locations = await queries
    .selectFrom('stored_locations')
    .select('id')
    .where('company_id', '=', companyId)
    .execute();
  const keys: string[] = [];
  for (const location of locations)
    for (let after: string | null = ''; after !== null; ) {
      const flags: { id: string }[] = await queries
        .selectFrom('stored_flags')
        .select('id')
        .where('company_id', '=', companyId)
        .where('location_id', '=', location.id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(SLICE)
        .execute();
      after = flags.length < SLICE ? null : flags.at(-1)!.id;
      if (flags.length === 0) continue;
      const rows = await queries
        .selectFrom('device_keys')
        .select('id')
        .where(
          'flag_id',
          'in',
          flags.map(({ id }) => id),
        )
        .execute();
      for (const { id } of rows) keys.push(id);
    }
  return keys;
}
