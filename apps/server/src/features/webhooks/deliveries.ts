import type { WebhookDeliveries, WebhookDelivery } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Queries } from '../../platform/database/tables/schema.ts';
import { AppError, noSuchPage, notFound } from '../../platform/errors.ts';
import { chargeTry, type Limit } from '../../platform/limits/rateLimits.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { newDelivery, payloadOf } from './events/events.ts';
import { requireWebhook, selectDeliveries } from './stored/queries.ts';

/** The number of webhook deliveries on a page of the log. */
const PAGE = 50;
/** How long webhook deliveries stay in the log, in ms. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/**
 * The rate limit for webhook deliveries that users trigger. It protects the owner of the URL, who
 * may not be the user.
 */
const ASKED_FOR: Limit = {
  free: 60,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 10 * 60_000,
};
/** The type of the event that tests a webhook. */
const TEST_TYPE = 'test';

/**
 * Returns a page of a webhook's deliveries, newest first.
 * @param before the value of `next` in the previous page; undefined for the first page
 */
export async function listDeliveries(
  ctx: Context,
  webhookId: string,
  before: string | undefined,
): Promise<WebhookDeliveries> {
  const scope = requireScope(ctx, 'webhook.manage');
  const { queries } = ctx.db;
  await requireWebhook(queries, scope, webhookId);
  const cursor = before === undefined ? null : readCursor(before);
  const rows = await selectDeliveries(queries, webhookId)
    .$if(cursor !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(cursor!.at, cursor!.id)),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const items = rows.slice(0, PAGE);
  const last = items.at(-1);
  return { items, next: rows.length > PAGE && last ? `${last.createdAt}_${last.id}` : null };
}

function readCursor(text: string): { at: number; id: string } {
  const [, at, id = ''] = /^(\d{1,15})_([a-z0-9]+)$/.exec(text) ?? [];
  if (at === undefined) throw noSuchPage();
  return { at: Number(at), id };
}

/**
 * Sends an event of type `test` to a webhook, even if it does not subscribe to this type.
 * @throws AppError `rate-limited`
 */
export async function testWebhook(ctx: Context, webhookId: string): Promise<WebhookDelivery> {
  const { companyId } = await requireOn(ctx, webhookId);
  const now = ctx.clock();
  const payload = payloadOf({ companyId, type: TEST_TYPE, at: now, data: {} });
  const row = newDelivery(webhookId, TEST_TYPE, payload, now);
  await ctx.db.queries.insertInto('webhook_deliveries').values(row).execute();
  return requireDelivery(ctx.db.queries, webhookId, row.id);
}

/**
 * Sends a webhook delivery again with the same ID and body. Receivers can use the ID to ignore a
 * delivery that they already have.
 * @throws AppError `rate-limited`
 */
export async function sendAgain(
  ctx: Context,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  await requireOn(ctx, webhookId);
  await ctx.db.queries
    .updateTable('webhook_deliveries')
    .set({ status: 'waiting', attempts: 0, next_attempt_at: ctx.clock() })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', deliveryId)
    .execute();
  return requireDelivery(ctx.db.queries, webhookId, deliveryId);
}

/** Deletes old webhook deliveries from the log. Runs once a minute. */
export async function sweepDeliveries(queries: Queries, now: number): Promise<void> {
  await queries
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<=', now - KEPT_MS)
    .execute();
}

async function requireOn(ctx: Context, webhookId: string) {
  const scope = requireScope(ctx, 'webhook.manage');
  const webhook = await requireWebhook(ctx.db.queries, scope, webhookId);
  if (!webhook.isOn) throw new AppError('conflict', msg`The webhook is off. Turn it on first.`);
  await chargeTry(ctx.db, `webhook:${webhookId}`, ASKED_FOR, ctx.clock());
  return webhook;
}

async function requireDelivery(
  queries: Queries,
  webhookId: string,
  id: string,
): Promise<WebhookDelivery> {
  const found = await selectDeliveries(queries, webhookId).where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound(msg`Delivery not found`);
  return found;
}
