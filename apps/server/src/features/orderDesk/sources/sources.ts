import {
  FEDERAL_SOURCES,
  type OrderSource,
  type OrderSources,
  type SourceDefinition,
  type SourceSecret,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { newId } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import { requirePublicTarget, TargetRefused } from '../../../platform/http/publicTargets.ts';
import { chargeTry, LINKS_BY_PERSON } from '../../../platform/limits/rateLimits.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { usernameOf } from '../../identity/queries.ts';
import { newWebhookSecret } from '../../webhooks/sending/signature.ts';
import { storedSecret } from '../../webhooks/stored/secrets.ts';
import type { DeliverySettings } from '../deliveries/receive.ts';
import type { OrderDeskSettings } from '../documents/readLink.ts';
import {
  findSources,
  NEVER_ASKED,
  requireSource,
  setWatchesFederal,
  toSource,
  watchesFederal,
} from './stored/queries.ts';

/**
 * The maximum number of sources of orders. Limited because the server regularly sends requests to
 * each source.
 */
const MAX_SOURCES = 200;

/**
 * Returns all sources of orders.
 * @param origin the URL at which other systems reach this server, such as
 * "https://flags.example.com"
 */
export async function listSources(ctx: Context, origin: string): Promise<OrderSources> {
  requireScope(ctx, 'orderSource.manage');
  const { queries } = ctx.db;
  return {
    watchFederal: await watchesFederal(queries),
    sources: (await findSources(queries)).map((row) => toSource(row, origin)),
  };
}

/**
 * Starts or stops checking the federal sources of orders, which are never contacted before a master
 * agrees. When checking stops, existing drafts are kept.
 */
export async function watchFederalSources(
  ctx: Context,
  watch: boolean,
  origin: string,
): Promise<OrderSources> {
  requireScope(ctx, 'orderSource.manage');
  const username = await usernameOf(ctx);
  const now = ctx.clock();
  await ctx.db.transaction(async (trx) => {
    const before = await watchesFederal(trx);
    await setWatchesFederal(trx, watch);
    for (const [id, definition] of Object.entries(FEDERAL_SOURCES))
      await trx
        .insertInto('order_sources')
        .values({
          ...NEVER_ASKED,
          id,
          definition: JSON.stringify(definition),
          is_federal: true,
          is_on: watch,
          next_at: now,
          created_by: username,
          created_at: now,
        })
        .onConflict((conflict) =>
          // Another process may still run an earlier version of Halyard.
          conflict.column('id').doUpdateSet({
            definition: JSON.stringify(definition),
            is_on: watch,
            next_at: now,
          }),
        )
        .execute();
    if (before !== watch)
      await recordActivity(trx, ctx, {
        kind: watch ? 'orderSource.watched' : 'orderSource.unwatched',
        companyId: null,
        subject: null,
      });
  });
  return listSources(ctx, origin);
}

/**
 * Adds a source of orders defined by the operator. The secret of a webhook source is returned only
 * in this response.
 * @throws AppError `invalid` for a private address; `conflict` if there are too many sources, or if
 * one of them already has this URL
 */
export async function addSource(
  ctx: Context,
  definition: SourceDefinition,
  settings: OrderDeskSettings & DeliverySettings,
  origin: string,
): Promise<OrderSource> {
  requireScope(ctx, 'orderSource.manage');
  const isWebhook = definition.kind === 'webhook';
  if (!isWebhook && !settings.webhookPrivateTargets) requirePublic(definition.url);
  const secret = isWebhook ? newWebhookSecret() : undefined;
  const username = await usernameOf(ctx);
  const id = newId();
  const now = ctx.clock();
  return ctx.db.transaction(async (trx) => {
    await requireNew(trx, definition);
    await trx
      .insertInto('order_sources')
      .values({
        ...NEVER_ASKED,
        id,
        definition: JSON.stringify(definition),
        ...(secret !== undefined && storedSecret(settings.secrets, id, secret)),
        is_federal: false,
        is_on: true,
        next_at: now,
        created_by: username,
        created_at: now,
      })
      .execute();
    await recordActivity(trx, ctx, {
      kind: 'orderSource.added',
      companyId: null,
      subject: definition.name,
    });
    return { ...toSource(await requireSource(trx, id), origin), secret };
  });
}

/**
 * Replaces a webhook source's secret with a new one, or with one that the sending system has
 * created. The old secret stops working immediately. A new secret is returned only in this
 * response.
 * @throws AppError `conflict` if the source is not a webhook
 */
export async function renewSecret(
  ctx: Context,
  id: string,
  { secret: given }: SourceSecret,
  { secrets }: DeliverySettings,
  origin: string,
): Promise<OrderSource> {
  requireScope(ctx, 'orderSource.manage');
  const created = given ? undefined : newWebhookSecret();
  return ctx.db.transaction(async (trx) => {
    const { definition } = await requireSource(trx, id);
    if (definition.kind !== 'webhook')
      throw new AppError('conflict', msg`Only webhook sources have a secret.`);
    await trx
      .updateTable('order_sources')
      .set({
        ...storedSecret(secrets, id, given ?? created ?? ''),
        refused_at: null,
        refused_for: null,
      })
      .where('id', '=', id)
      .execute();
    await recordActivity(trx, ctx, {
      kind: 'orderSource.newSecret',
      companyId: null,
      subject: definition.name,
    });
    return { ...toSource(await requireSource(trx, id), origin), secret: created };
  });
}

async function requireNew(trx: Trx, added: SourceDefinition): Promise<void> {
  const present = await findSources(trx);
  if (present.length >= MAX_SOURCES)
    throw new AppError(
      'conflict',
      msg`There are already ${{ max: MAX_SOURCES }} sources. Delete one first.`,
    );
  if (
    added.kind !== 'webhook' &&
    present.some(({ definition }) => definition.kind !== 'webhook' && definition.url === added.url)
  )
    throw new AppError('conflict', msg`There is already a source with this URL.`);
}

function requirePublic(url: string): void {
  try {
    requirePublicTarget(new URL(url));
  } catch (error) {
    if (error instanceof TargetRefused) throw new AppError('invalid', error.text);
    throw error;
  }
}

/** Turns a source of orders on or off. When turned on, a source is checked immediately. */
export async function updateSource(
  ctx: Context,
  id: string,
  isOn: boolean,
  origin: string,
): Promise<OrderSource> {
  requireScope(ctx, 'orderSource.manage');
  return ctx.db.transaction(async (trx) => {
    const present = await requireSource(trx, id);
    if (present.is_on === isOn) return toSource(present, origin);
    await trx
      .updateTable('order_sources')
      .set({
        is_on: isOn,
        next_at: ctx.clock(),
        failures: 0,
        problem: null,
        problem_text: null,
        problem_since: null,
      })
      .where('id', '=', id)
      .execute();
    await recordActivity(trx, ctx, {
      kind: 'orderSource.changed',
      companyId: null,
      subject: present.definition.name,
    });
    return toSource(await requireSource(trx, id), origin);
  });
}

/**
 * Makes the background job check a source of orders as soon as possible.
 * @throws AppError `conflict` if the source is turned off; `rate-limited`
 */
export async function checkSource(ctx: Context, id: string, origin: string): Promise<OrderSource> {
  requireScope(ctx, 'orderSource.manage');
  await chargeTry(ctx.db, `order-link:${ctx.actor.id}`, LINKS_BY_PERSON, ctx.clock());
  const present = await requireSource(ctx.db.queries, id);
  if (!present.is_on)
    throw new AppError('conflict', msg`This source is turned off. Turn it on first.`);
  await ctx.db.queries
    .updateTable('order_sources')
    .set({ next_at: ctx.clock() })
    .where('id', '=', id)
    .execute();
  return toSource({ ...present, next_at: ctx.clock() }, origin);
}

/**
 * Deletes a source of orders and its drafts.
 * @throws AppError `conflict` for a federal source, which can only be turned off
 */
export async function deleteSource(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, 'orderSource.manage');
  await ctx.db.transaction(async (trx) => {
    const { definition, is_federal: isFederal } = await requireSource(trx, id);
    if (isFederal)
      throw new AppError('conflict', msg`A federal source cannot be deleted. Turn it off instead.`);
    await trx.deleteFrom('order_sources').where('id', '=', id).execute();
    await recordActivity(trx, ctx, {
      kind: 'orderSource.deleted',
      companyId: null,
      subject: definition.name,
    });
  });
}
