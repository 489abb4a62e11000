import { storedTable } from '../../../platform/database/hidden/views.ts';
import { paced } from '../../../platform/database/paced.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { accessMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue, enqueueAll } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Context } from '../../calls/context.ts';
import { KINDS } from '../kinds/all.ts';
import { endImport, type ImportRow } from './importRows.ts';
import type { Run } from './run.ts';

/** The maximum number of new records that one transaction of an import handles. */
const SLICE = 40;
/** The maximum number of edits to existing records that one transaction of an import handles. */
const EDITS = 25;

/**
 * Completes an import whose new records have become visible. Updates the realtime database and the
 * activity log, and makes the edits to existing records that have not been made yet. After each
 * batch, waits until the realtime database has stored it, so that other changes are not delayed.
 * Can be interrupted and continued at any point.
 */
export async function publish(ctx: Context, run: Run, row: ImportRow): Promise<void> {
  let published = row.published ?? '';
  await paced(async () => {
    const last = await ctx.db.transaction((trx) => publishSlice(trx, ctx, run, row, published));
    if (last === null) return false;
    published = last;
    await ctx.link.flushOutbox();
    return true;
  });
  await paced(() => editSlice(ctx, run));
  await ctx.db.transaction((trx) =>
    endImport(trx, run, { state: 'done', at: ctx.clock(), problem: null }),
  );
}

async function publishSlice(
  trx: Trx,
  ctx: Context,
  run: Run,
  row: ImportRow,
  after: string,
): Promise<string | null> {
  const kind = KINDS[run.kind];
  const rows = await trx
    .selectFrom(storedTable(kind.table) as 'stored_flags')
    .select('id')
    .where('import_id', '=', run.id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(SLICE)
    .execute();
  const last = rows.at(-1);
  if (!last) return null;
  const ids = rows.map(({ id }) => id);
  const now = ctx.clock();
  await run.handle(trx, ids.length, { published: last.id });
  const { mirrors, entries } = await kind.publish(trx, ids, now);
  if (row.has_logins) {
    const keys = await trx
      .selectFrom('device_keys')
      .innerJoin('flags', 'flags.id', 'device_keys.flag_id')
      .select('device_keys.id')
      .where('flags.id', 'in', ids)
      .execute();
    const keyIds = keys.map(({ id }) => id);
    await enqueue(trx, accessMirror(keyIds, true), now);
  }
  await enqueueAll(trx, mirrors, now);
  await recordActivity(trx, ctx, ...entries);
  return last.id;
}

/**
 * Makes the next batch of an import's edits to existing records.
 * @returns whether there were any edits to make
 */
async function editSlice(ctx: Context, run: Run): Promise<boolean> {
  const rows = await ctx.db.queries
    .selectFrom('import_edits')
    .select(['position', 'edit'])
    .where('import_id', '=', run.id)
    .orderBy('position')
    .limit(EDITS)
    .execute();
  if (rows.length === 0) return false;
  try {
    await makeEdits(ctx, run, rows);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const row of rows)
      await makeEdits(ctx, run, [row]).catch((one: unknown) => skip(ctx, run, row, one));
  }
  return true;
}

interface StagedEdit {
  position: number;
  edit: Edit<unknown>;
}

/**
 * Makes an import's edits to existing records in one transaction. Leaves out records that no longer
 * exist.
 */
async function makeEdits(ctx: Context, run: Run, rows: readonly StagedEdit[]): Promise<void> {
  const { table, edit } = KINDS[run.kind];
  const renewed = await ctx.db.transaction(async (trx) => {
    await run.handle(trx, rows.length);
    await forget(trx, run, rows);
    const ids = rows.map((row) => row.edit.id);
    const found = await trx
      .selectFrom(table as 'flags')
      .select('id')
      .where('id', 'in', ids)
      .execute();
    const present = new Set(found.map(({ id }) => id));
    const edits = rows.map((row) => row.edit).filter(({ id }) => present.has(id));
    return edits.length === 0 ? [] : edit(ctx, trx, edits);
  });
  await ctx.link.flushOutbox();
  for (const userId of renewed) ctx.link.accountChanged(userId);
}

/** Drops an import's edit that can no longer be made, such as an edit of a deleted location. */
async function skip(ctx: Context, run: Run, row: StagedEdit, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) throw error;
  ctx.log.warn({ err: error, id: row.edit.id }, 'A line of an import could no longer be applied');
  await ctx.db.transaction(async (trx) => {
    await run.handle(trx, 1);
    await forget(trx, run, [row]);
  });
}

async function forget(trx: Trx, run: Run, rows: readonly StagedEdit[]): Promise<void> {
  await trx
    .deleteFrom('import_edits')
    .where('import_id', '=', run.id)
    .where(
      'position',
      'in',
      rows.map(({ position }) => position),
    )
    .execute();
}
