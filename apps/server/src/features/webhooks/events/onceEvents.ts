import { createHash } from 'node:crypto';
import type { EventType } from '@halyard/domain';
import type { Database } from '../../../platform/database/database.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { activeWebhooks, newDelivery, payloadOf } from './events.ts';

/**
 * An event that a webhook receives at most once, even if several runs of a job find that it is due.
 */
export interface OnceEvent {
  type: EventType;
  /** The company whose webhooks receive the event; null for webhooks for all companies. */
  companyId: string | null;
  /**
   * A key that identifies the event. If a stored delivery has this key, the event was already
   * queued. Deliveries are kept for 7 days, so an event must not stay due for longer than that.
   */
  key: string;
  /** The time when the event happened, in epoch milliseconds of real time. */
  at: number;
}

/**
 * Queues an event for the webhooks that subscribe to its type and have not received it yet. Each
 * delivery's ID is derived from the event's key. The event is therefore queued only once, even
 * after a crash or if several processes queue it at the same time.
 * @param dataOf returns the data of the event, read in the transaction that queues it; null if the
 * event must no longer be sent
 */
export async function enqueueOnce(
  db: Database,
  { type, companyId, key, at }: OnceEvent,
  dataOf: (trx: Trx) => Promise<object | null>,
): Promise<void> {
  const webhooks = await activeWebhooks(db.queries);
  const ids = webhooks
    .filter(({ company_id, event_types }) => company_id === companyId && event_types.includes(type))
    .map(({ id }) => ({ webhookId: id, id: idOf(id, type, key) }));
  if (ids.length === 0) return;
  const known = await db.queries
    .selectFrom('webhook_deliveries')
    .select('id')
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .execute();
  const queued = new Set(known.map(({ id }) => id));
  const missing = ids.filter(({ id }) => !queued.has(id));
  if (missing.length === 0) return;
  await db.transaction(async (trx) => {
    const data = await dataOf(trx);
    if (data === null) return;
    const id = idOf(companyId ?? '', type, key);
    const payload = payloadOf({ id, companyId, type, at, data });
    await trx
      .insertInto('webhook_deliveries')
      .values(
        missing.map((one) => ({ ...newDelivery(one.webhookId, type, payload, at), id: one.id })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
}

const idOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 32);
