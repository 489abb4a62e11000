import { isSettledDraft, type SourceDraft, type SourceDraftText } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { notFound } from '../../../platform/errors.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { findOrders } from '../../halfStaff/orders/queries.ts';
import { usernameOf } from '../../identity/queries.ts';

/** The maximum number of drafts of orders that the API lists. */
const MAX_DRAFTS = 100;

/**
 * Returns the drafts of orders that still need a decision. Leaves out a draft if all of its orders
 * have been recorded.
 * @throws AppError `forbidden` if the caller may not manage sources of orders
 */
export async function listDrafts(ctx: Context): Promise<SourceDraft[]> {
  requireScope(ctx, 'orderSource.manage');
  return openDrafts(ctx.db.queries);
}

/** Returns the drafts of orders that still need a decision, newest first. */
export async function openDrafts(queries: Queries): Promise<SourceDraft[]> {
  const drafts = await selectDrafts(queries)
    .orderBy('found_at', 'desc')
    .limit(MAX_DRAFTS)
    .execute();
  if (drafts.length === 0) return [];
  const orders = await findOrders(queries, { kind: 'all' });
  return drafts.map(toDraft).filter((draft) => !isSettledDraft(draft, orders));
}

/**
 * Returns a draft of an order.
 * @throws AppError `not-found` if the draft does not exist or no longer needs a decision
 */
export async function getDraft(ctx: Context, id: string): Promise<SourceDraftText> {
  requireScope(ctx, 'orderSource.manage');
  const row = await requireDraft(ctx.db.queries, id);
  return { ...toDraft(row), text: row.text };
}

/** Dismisses a draft of a half-staff order. Does nothing if the draft is already dismissed. */
export async function dismissDraft(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, 'orderSource.manage');
  const username = await usernameOf(ctx);
  await ctx.db.transaction(async (trx) => {
    const { title } = await requireDraft(trx, id);
    await trx
      .updateTable('source_entries')
      .set({
        status: 'dismissed',
        text: null,
        orders: null,
        decided_at: ctx.clock(),
        decided_by: username,
      })
      .where('id', '=', id)
      .execute();
    await recordActivity(trx, ctx, {
      kind: 'sourceDraft.dismissed',
      companyId: null,
      subject: title.slice(0, 200),
    });
  });
}

const selectDrafts = (queries: Queries) =>
  queries
    .selectFrom('source_entries')
    .innerJoin('order_sources', 'order_sources.id', 'source_entries.source_id')
    .select([
      'source_entries.id',
      'source_id as sourceId',
      'order_sources.definition',
      'title',
      'link',
      'published_at as publishedAt',
      'found_at as foundAt',
      'orders',
      'unread',
    ])
    .where('status', '=', 'waiting');

async function requireDraft(queries: Queries, id: string) {
  const row = await selectDrafts(queries)
    .select('text')
    .where('source_entries.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(msg`Draft not found`);
  return row;
}

type DraftRow = Awaited<ReturnType<ReturnType<typeof selectDrafts>['execute']>>[number];

function toDraft({ definition, orders, ...row }: DraftRow): SourceDraft {
  const { id, sourceId, title, link, publishedAt, foundAt, unread } = row;
  const { name: sourceName } = definition;
  return {
    id,
    sourceId,
    sourceName,
    title,
    link,
    publishedAt,
    foundAt,
    unread,
    orders: orders ?? [],
  };
}
