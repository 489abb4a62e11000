import { t } from '@halyard/messages';
import type { Database } from '../../../platform/database/database.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { AT_THE_SERVER, recordActivityOf } from '../../activity/record.ts';
import { giveUpWaiting, hostOf } from '../stored/queries.ts';
import type { Due } from './due.ts';
import type { Outcome } from './post.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The delays in ms before the second, third and later attempts of a webhook delivery. They add up
 * to about a day.
 */
const RETRY_DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
];
/** A webhook is turned off if every delivery to it has failed for this long, in ms. */
const OFF_AFTER_MS = 72 * HOUR;

/**
 * Stores the result of a delivery attempt, the time of the next attempt, and the webhook's state.
 */
export function noteOutcome(
  db: Database,
  webhookId: string,
  delivery: Due,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const attempts = delivery.attempts + 1;
  const { error, responseStatus, responseText } = outcome;
  const delay = error === null ? undefined : RETRY_DELAYS[attempts - 1];
  const status = error === null ? 'delivered' : delay === undefined ? 'failed' : 'waiting';
  return db.transaction(async (trx) => {
    await trx
      .updateTable('webhook_deliveries')
      .set({
        status,
        attempts,
        last_attempt_at: now,
        next_attempt_at: delay === undefined ? null : now + delay,
        response_status: responseStatus,
        response_text: responseText,
        error,
      })
      .where('id', '=', delivery.id)
      .execute();
    if (error === null) await noteSuccess(trx, webhookId);
    else await noteFailure(trx, webhookId, error, now);
  });
}

async function noteSuccess(trx: Trx, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

async function noteFailure(trx: Trx, webhookId: string, error: string, now: number): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: now })
    .where('id', '=', webhookId)
    .where('failing_since', 'is', null)
    .execute();
  const off = await trx
    .updateTable('webhooks')
    .set({
      is_on: false,
      off_reason: t`All deliveries have failed for 3 days. Last error: ${{ problem: error }}`,
    })
    .where('id', '=', webhookId)
    .where('is_on', '=', true)
    .where('failing_since', '<=', now - OFF_AFTER_MS)
    .returning(['company_id as companyId', 'url'])
    .executeTakeFirst();
  if (!off) return;
  await giveUpWaiting(trx, webhookId);
  await recordActivityOf(trx, AT_THE_SERVER, now, {
    kind: 'webhook.changed',
    companyId: off.companyId,
    subject: hostOf(off.url),
    detail: { about: 'turned off: all deliveries have failed for 3 days' },
  });
}
