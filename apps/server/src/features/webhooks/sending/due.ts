import type { Queries } from '../../../platform/database/tables/schema.ts';

/** An active webhook, with the data needed to send to it. */
export interface Target {
  id: string;
  url: string;
  /** The webhook's stored secret, to pass to `openSecret`. */
  secret: string;
  isSealed: boolean;
}

/** A webhook delivery that is due. */
export interface Due {
  id: string;
  type: string;
  payload: string;
  attempts: number;
}

/** Returns the IDs of the webhooks with due deliveries. */
export async function waitingWebhooks(queries: Queries, now: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('webhook_deliveries')
    .select('webhook_id')
    .distinct()
    .where('next_attempt_at', 'is not', null)
    .where('next_attempt_at', '<=', now)
    .execute();
  return rows.map(({ webhook_id }) => webhook_id);
}

/**
 * Returns a webhook's URL and secret. Undefined if the webhook is turned off or deleted.
 */
export function targetOf(queries: Queries, webhookId: string): Promise<Target | undefined> {
  return queries
    .selectFrom('webhooks')
    .select(['id', 'url', 'secret', 'secret_is_sealed as isSealed'])
    .where('id', '=', webhookId)
    .where('is_on', '=', true)
    .executeTakeFirst();
}

/** Returns a webhook's due deliveries, most overdue first. */
export function dueDeliveries(
  queries: Queries,
  webhookId: string,
  now: number,
  limit: number,
): Promise<Due[]> {
  return queries
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'payload', 'attempts'])
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is not', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}
