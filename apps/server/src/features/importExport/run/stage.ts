import { inBatches } from '../../../platform/database/batches.ts';
import { hideImport } from '../../../platform/database/hidden/hide.ts';
import { paced } from '../../../platform/database/paced.ts';
import { newId } from '../../../platform/database/text.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Context } from '../../calls/context.ts';
import { type NewDeviceKey, withLogins } from '../../flags/keys/keys.ts';
import { KINDS } from '../kinds/all.ts';
import { advance } from './importRows.ts';
import { derivedKey } from './keys/deviceKeys.ts';
import type { Todo } from './plan.ts';
import type { Run } from './run.ts';

/** How many of an import's records one transaction stores. */
const SLICE = 50;
/**
 * The maximum number of edits in the transaction that makes an import's new records visible. If
 * there are more, later transactions make them, so that other writers are not delayed.
 */
const MOST_AT_ONCE = 50;

/**
 * Whether all of an import's edits are made in the transaction that makes its new records visible.
 */
export const isShort = (edits: readonly unknown[]): boolean => edits.length <= MOST_AT_ONCE;

/**
 * Stores an import's new records, which stay hidden until the import is complete. Also stores the
 * edits to existing records if there are too many for one transaction.
 * @throws AppError `conflict` if another record has taken the same key in the meantime
 */
export async function stage(ctx: Context, run: Run, { values, edits }: Todo): Promise<void> {
  const kind = KINDS[run.kind];
  const later = isShort(edits) ? [] : edits;
  run.enter('staging', values.length + later.length);
  await ctx.db.transaction(async (trx) => {
    await advance(trx, run, {
      ...{ state: run.state, total: run.total, handled: 0, alive_at: ctx.clock() },
      ...{ created: values.length, updated: edits.length },
    });
    await hideImport(trx, run.id, ctx.clock());
  });
  const store = await kind.stager(ctx, run.id);
  const ids = await ascendingIds(values);
  let next = 0;
  await paced(async () => {
    if (next >= values.length) return false;
    const slice = values.slice(next, next + SLICE);
    const flagIds = kind.flagIdsOf(slice);
    const keys: NewDeviceKey[] = flagIds.map(() => derivedKey(run.seed));
    await withLogins(ctx, flagIds, keys, () =>
      ctx.db.transaction(async (trx) => {
        await run.handle(trx, slice.length, {
          ...(keys.some(({ login }) => login !== null) && { has_logins: true }),
        });
        await store(trx, slice, { ids: ids.slice(next, next + SLICE), keys });
      }),
    );
    next += slice.length;
    return true;
  });
  await stageEdits(ctx, run, later);
}

async function stageEdits(ctx: Context, run: Run, edits: readonly Edit<unknown>[]): Promise<void> {
  let next = 0;
  await paced(async () => {
    const slice = edits.slice(next, next + SLICE);
    if (slice.length === 0) return false;
    await ctx.db.transaction(async (trx) => {
      await run.handle(trx, slice.length);
      const rows = slice.map((edit, i) => ({
        import_id: run.id,
        position: next + i,
        edit: JSON.stringify(edit),
      }));
      await trx.insertInto('import_edits').values(rows).execute();
    });
    next += slice.length;
    return true;
  });
}

/**
 * Returns an ID for each record of an import. The IDs ascend in the order of the file, so that
 * lists keep that order.
 */
async function ascendingIds(values: readonly unknown[]): Promise<string[]> {
  const ids: string[] = [];
  await inBatches(values, (batch) => {
    for (let i = 0; i < batch.length; i++) ids.push(newId());
  });
  return ids.sort();
}
