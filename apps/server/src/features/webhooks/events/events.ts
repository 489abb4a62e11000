import type { EventType } from '@halyard/domain';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { newId } from '../../../platform/database/text.ts';

/** Something that happened at a company and that webhooks may be told of. */
export interface WebhookEvent {
  companyId: string;
  type: EventType;
  /** Epoch milliseconds. */
  at: number;
  /** JSON; what it holds for each type: docs/integrations.md. */
  data: object;
}

/** Rows in one statement: below either engine's limit of parameters. */
const ROWS_PER_STATEMENT = 500;

/** Has an event sent to the webhooks that want it, if the caller's transaction commits. */
export function enqueueEvent(trx: Trx, event: WebhookEvent): Promise<void> {
  return enqueueEvents(trx, [event]);
}

/** The same for many at once. */
export async function enqueueEvents(trx: Trx, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['id', 'company_id', 'event_types'])
    .where('is_on', '=', true)
    .execute();
  const rows = events.flatMap((event) => {
    const wanting = webhooks.filter(
      ({ company_id, event_types }) =>
        (company_id === null || company_id === event.companyId) && event_types.includes(event.type),
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

/** Whether any webhook that is on wants one of these. */
export async function isAnyWanted(queries: Queries, types: readonly EventType[]): Promise<boolean> {
  const rows = await queries
    .selectFrom('webhooks')
    .select('event_types')
    .where('is_on', '=', true)
    .execute();
  return rows.some(({ event_types }) => event_types.some((type) => types.includes(type)));
}

/** The body of a delivery; `id` is the event's, the same for all webhooks that are told of it. */
export function payloadOf(event: {
  companyId: string | null;
  type: string;
  at: number;
  data: object;
}): string {
  const { companyId, type, at, data } = event;
  return JSON.stringify({
    id: newId(),
    type,
    timestamp: new Date(at).toISOString(),
    companyId,
    data,
  });
}

/** The row of a delivery that is due at once. */
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
