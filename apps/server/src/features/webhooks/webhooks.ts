import type { Webhook, WebhookCreate, WebhookUpdate } from '@halyard/domain';
import { COMPANY_REQUIRED } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { given } from '../../platform/database/scope.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { newId } from '../../platform/database/text.ts';
import { AppError } from '../../platform/errors.ts';
import { requirePublicTarget, TargetRefused } from '../../platform/http/publicTargets.ts';
import type { SecretBox } from '../../platform/secrets/secretBox.ts';
import { recordActivity } from '../activity/record.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { requireCompany } from '../fleet/companies.ts';
import { usernameOf } from '../identity/queries.ts';
import { newWebhookSecret } from './sending/signature.ts';
import { webhookNotFound } from './stored/errors.ts';
import { giveUpWaiting, hostOf, requireWebhook, selectWebhooks } from './stored/queries.ts';
import { storedSecret } from './stored/secrets.ts';

/**
 * The maximum number of webhooks per company, and of webhooks that cover all companies. Limited
 * because each webhook needs sockets.
 */
const MAX_WEBHOOKS = 20;

export interface WebhookSettings {
  /** Whether webhook URLs on private networks and webhook URLs without TLS are allowed. */
  webhookPrivateTargets: boolean;
  /** Encrypts the secrets for signing webhook deliveries. Null if there is no key. */
  secrets: SecretBox | null;
}

export function listWebhooks(ctx: Context): Promise<Webhook[]> {
  const scope = requireScope(ctx, 'webhook.manage');
  return selectWebhooks(ctx.db.queries, scope).orderBy('created_at').orderBy('id').execute();
}

/**
 * Creates a webhook. Only this response contains the secret.
 * @throws AppError `conflict` if there are too many webhooks
 */
export async function createWebhook(
  ctx: Context,
  input: WebhookCreate,
  settings: WebhookSettings,
): Promise<Webhook> {
  const scope = requireScope(ctx, 'webhook.manage');
  const { companyId } = input;
  if (companyId !== null) await requireCompany(ctx.db.queries, scope, companyId);
  else if (scope.kind !== 'all') throw new AppError('invalid', messageOf(COMPANY_REQUIRED));
  requireTarget(input.url, settings);
  const username = await usernameOf(ctx);
  const id = newId();
  const secret = newWebhookSecret();
  const made = await ctx.db.transaction(async (trx) => {
    await requireRoom(trx, companyId);
    await trx
      .insertInto('webhooks')
      .values({
        id,
        company_id: companyId,
        url: input.url,
        ...storedSecret(settings.secrets, id, secret),
        event_types: JSON.stringify(input.eventTypes),
        is_on: true,
        created_by: username,
        created_at: ctx.clock(),
      })
      .execute();
    await recordActivity(trx, ctx, {
      kind: 'webhook.created',
      companyId,
      subject: hostOf(input.url),
    });
    return requireWebhook(trx, scope, id);
  });
  return { ...made, secret };
}

/**
 * Changes a webhook. Forgets its earlier failures if the caller turns it on or off or changes its
 * URL.
 */
export function updateWebhook(
  ctx: Context,
  id: string,
  input: WebhookUpdate,
  settings: WebhookSettings,
): Promise<Webhook> {
  const scope = requireScope(ctx, 'webhook.manage');
  const { url, eventTypes, isOn } = input;
  if (url !== undefined) requireTarget(url, settings);
  return ctx.db.transaction(async (trx) => {
    await requireWebhook(trx, scope, id);
    const changes = given({
      url,
      event_types: eventTypes && JSON.stringify(eventTypes),
      is_on: isOn,
      ...(isOn !== undefined && { off_reason: null }),
      ...((isOn !== undefined || url !== undefined) && { failing_since: null }),
    });
    if (Object.keys(changes).length > 0)
      await trx.updateTable('webhooks').set(changes).where('id', '=', id).execute();
    if (isOn === false) await giveUpWaiting(trx, id);
    const after = await requireWebhook(trx, scope, id);
    const subject = hostOf(after.url);
    await recordActivity(trx, ctx, {
      kind: 'webhook.changed',
      companyId: after.companyId,
      subject,
    });
    return after;
  });
}

/** Deletes a webhook and its deliveries. */
export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'webhook.manage');
  await ctx.db.transaction(async (trx) => {
    const { companyId, url } = await requireWebhook(trx, scope, id);
    const { numDeletedRows } = await trx
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw webhookNotFound();
    await recordActivity(trx, ctx, { kind: 'webhook.deleted', companyId, subject: hostOf(url) });
  });
}

function requireTarget(url: string, { webhookPrivateTargets }: WebhookSettings): void {
  if (webhookPrivateTargets) return;
  try {
    requirePublicTarget(new URL(url));
  } catch (error) {
    if (error instanceof TargetRefused) throw new AppError('invalid', error.text);
    throw error;
  }
}

async function requireRoom(trx: Trx, companyId: string | null): Promise<void> {
  const { count } = await trx
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_WEBHOOKS)
    throw new AppError(
      'conflict',
      msg`There are already ${{ max: MAX_WEBHOOKS }} webhooks. Delete one first.`,
    );
}
