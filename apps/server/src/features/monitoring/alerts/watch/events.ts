import { slices } from '../../../../platform/database/batches.ts';
import type { Trx } from '../../../../platform/database/tables/schema.ts';
import { enqueueEvents } from '../../../webhooks/events/events.ts';

/** The maximum number of rows per SQL statement. */
const SLICE = 500;

/**
 * Queues webhook events about alerts. They are sent without delay, because quiet hours and digests
 * apply only to emails.
 * @param ids the IDs of alerts that are already stored
 * @param at epoch milliseconds
 */
export async function enqueueAlerts(
  trx: Trx,
  type: 'alert.started' | 'alert.ended',
  ids: readonly string[],
  at: number,
): Promise<void> {
  for (const slice of slices(ids, SLICE)) {
    const rows = await trx
      .selectFrom('alerts')
      .innerJoin('flags', 'flags.id', 'alerts.flag_id')
      .select([
        'alerts.id',
        'alerts.company_id as companyId',
        'alerts.condition',
        'alerts.cause',
        'alerts.since',
        'alerts.ended_at as endedAt',
        'flags.id as flagRowId',
        'flags.flag_id as flagId',
        'flags.name',
        'flags.location_id as locationId',
      ])
      .where('alerts.id', 'in', slice)
      .execute();
    const events = rows.map(({ companyId, flagRowId, flagId, name, locationId, ...row }) => {
      const { id, condition, cause, since, endedAt } = row;
      const flag = { id: flagRowId, flagId, name, locationId };
      return {
        companyId,
        type,
        at,
        data: { flag, alert: { id, condition, cause, since, endedAt } },
      };
    });
    await enqueueEvents(trx, events);
  }
}
