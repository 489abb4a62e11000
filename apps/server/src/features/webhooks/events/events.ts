import type { EventType } from '@halyard/domain';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { newId } from '../../../platform/database/text.ts';

/** An event that webhooks can receive. */
export interface WebhookEvent {
  companyId: string;
  type: EventType;
  /** The time when the event happened, in epoch milliseconds. */
  at: number;
  /** The event's data, which is sent as JSON. docs/integrations.md describes it for each type. */
  data: object;
}

/**
 * The maximum number of rows per SQL statement. It stays below the parameter limits of both
 * database engines.
 */
const ROWS_PER_STATEMENT = 500;

/**
 * Queues an event for the webhooks that subscribe to its type. It is sent once the caller's
 * transaction commits.
 */
export function enqueueEvent(trx: Trx, event: WebhookEvent): Promise<void> {
  return enqueueEvents(trx, [event]);
}

/**
 * Queues events for the webhooks that subscribe to their types. They are sent once the caller's
 * transaction commits.
 */
export function enqueueEvents(trx: Trx, events: readonly WebhookEvent[]): Promise<void> {
  return enqueue(
    trx,
    events,
    (companyId, event) => companyId === null || companyId === event.companyId,
  );
}

/**
 * Queues events that differ by company. Each event goes only to its company's webhooks. An event
 * without a company goes only to webhooks for all companies.
 */
export function enqueueOwnEvents(
  trx: Trx,
  events: readonly (Omit<WebhookEvent, 'companyId'> & { companyId: string | null })[],
): Promise<void> {
  return enqueue(trx, events, (companyId, event) => companyId === event.companyId);
}

/**
 * Returns the companies that have an active webhook for events of this type. Null stands for a
 * webhook that covers all companies.
 */
export async function subscribersOf(queries: Queries, type: EventType): Promise<(string | null)[]> {
  const webhooks = await activeWebhooks(queries);
  const subscribed = webhooks.filter(({ event_types }) => event_types.includes(type));
  return [...new Set(subscribed.map(({ company_id }) => company_id))];
}

export const activeWebhooks = (queries: Queries) =>
  queries
    .selectFrom('webhooks')
    .select(['id', 'company_id', 'event_types'])
    .where('is_on', '=', true)
    .execute();

async function enqueue<
  Event extends Omit<WebhookEvent, 'companyId'> & { companyId: string | null },
>(
  trx: Trx,
  events: readonly Event[],
  receives: (companyId: string | null, event: Event) => boolean,
): Promise<void> {
  if (events.length === 0) return;
  const webhooks = await activeWebhooks(trx);
  const rows = events.flatMap((event) => {
    const wanting = webhooks.filter(
      ({ company_id, event_types }) =>
        receives(company_id, event) && event_types.includes(event.type),
    );
    if (wanting.length === 0) return [];
    const payload = payloadOf(event);
    return wanting.map(({ id }) => newDelivery(id, event.type, payload, event.at));
  });
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await trx
      .insertInto('webhook_deliveries')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute();
}

/** Whether any active webhook subscribes to any of these types of events. */
export async function isAnyWanted(queries: Queries, types: readonly EventType[]): Promise<boolean> {
  const rows = await activeWebhooks(queries);
  return rows.some(({ event_types }) => event_types.some((type) => types.includes(type)));
}

/**
 * Returns the body of a webhook delivery. `id` is the event's ID, which is the same for all
 * webhooks.
 */
export function payloadOf(event: {
  id?: string;
  companyId: string | null;
  type: string;
  at: number;
  data: object;
}): string {
  const { id = newId(), companyId, type, at, data } = event;
  return JSON.stringify({
    id,
    type,
    timestamp: new Date(at).toISOString(),
    companyId,
    data,
  });
}

/** Returns a database row for a new webhook delivery that is due immediately. */
export function newDelivery(webhookId: string, type: string, payload: string, now: number) {
  return {
    id: newId(),
    webhook_id: webhookId,
    type,
    payload,
    status: 'waiting' as const,
    attempts: 0,
    created_at: now,
    next_attempt_at: now,
  };
}
