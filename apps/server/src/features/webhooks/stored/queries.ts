import type { Scope } from '@halyard/domain';
import { t } from '@halyard/messages';
import { within } from '../../../platform/database/scope.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { webhookNotFound } from './errors.ts';

/**
 * The columns that decide whether a caller may see a webhook. Webhooks have no location, so users
 * of a single location see none.
 */
const COLUMNS = { company: 'webhooks.company_id', location: 'webhooks.id' };

/**
 * Selects the webhooks that the caller may see. Only masters may see webhooks for all companies.
 */
export const selectWebhooks = (queries: Queries, scope: Scope) =>
  queries
    .selectFrom('webhooks')
    .select([
      'id',
      'company_id as companyId',
      'url',
      'event_types as eventTypes',
      'is_on as isOn',
      'off_reason as offReason',
      'failing_since as failingSince',
      'created_by as createdBy',
      'created_at as createdAt',
    ])
    .where(within(scope, COLUMNS));

/**
 * Checks that the caller may access a webhook.
 * @throws AppError `not-found` if the webhook does not exist or the caller may not access it
 */
export async function requireWebhook(queries: Queries, scope: Scope, id: string) {
  const found = await selectWebhooks(queries, scope).where('id', '=', id).executeTakeFirst();
  if (!found) throw webhookNotFound();
  return found;
}

export const selectDeliveries = (queries: Queries, webhookId: string) =>
  queries
    .selectFrom('webhook_deliveries')
    .select([
      'id',
      'type',
      'payload',
      'status',
      'attempts',
      'created_at as createdAt',
      'last_attempt_at as lastAttemptAt',
      'next_attempt_at as nextAttemptAt',
      'response_status as responseStatus',
      'response_text as responseText',
      'error',
    ])
    .where('webhook_id', '=', webhookId);

/**
 * Marks a webhook's queued deliveries as failed, because nothing is sent while the webhook is
 * turned off.
 */
export async function giveUpWaiting(trx: Trx, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null, error: t`The webhook was turned off.` })
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

/**
 * Returns the part of a URL that the activity log may show: the host. The path and query may
 * contain secrets.
 */
export const hostOf = (url: string): string => new URL(url).host;
