import { msg } from '@halyard/messages';
import { inBatches } from '../../../platform/database/batches.ts';
import type {
  ChangedIds,
  RecordChanges,
} from '../../../platform/database/changes/recordChanges.ts';
import { locksRows } from '../../../platform/database/database.ts';
import { showImport } from '../../../platform/database/hidden/hide.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { companiesChanged } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Context } from '../../calls/context.ts';
import { hasSameRights } from '../../identity/users/sameRights.ts';
import { KINDS } from '../kinds/all.ts';
import type { Kind } from '../kinds/kind.ts';
import { advance } from './importRows.ts';
import { KEYS_KEPT_MS } from './keys/deviceKeys.ts';
import { changedSinceDryRun, type Todo } from './plan.ts';
import type { Run } from './run.ts';
import { isShort } from './stage.ts';

/** The tables on which the outcome of a CSV line depends. */
export const DEPENDED_ON = ['companies', 'locations', 'flags', 'users'] as const;
type Table = (typeof DEPENDED_ON)[number];

/**
 * The maximum number of times that an import checks its lines again if other users keep changing
 * records.
 */
const MOST_CHECKS = 10;

/**
 * Makes all of an import's new records visible in one short transaction. If there are only a few
 * edits to existing records, makes them in the same transaction. Before that, checks all lines
 * again if a record that they depend on has changed.
 * @param recheck returns the changes that the import would make now
 * @throws AppError `conflict` if the changes differ from the dry run
 */
export async function show(
  ctx: Context,
  run: Run,
  seen: Todo,
  changes: RecordChanges<Table>,
  recheck: () => Promise<unknown>,
): Promise<void> {
  for (let checks = 0; checks < MOST_CHECKS; checks++) {
    run.proceed();
    if (isStale(await changes.next(), run, seen)) await recheck();
    const renewed = await ctx.db.transaction(async (trx) => {
      const edits = isShort(seen.edits) ? seen.edits : [];
      await lockRows(trx, KINDS[run.kind].table, edits);
      if (isStale(await changes.next(trx), run, seen)) return null;
      await requireCaller(trx, ctx);
      return makeVisible(trx, ctx, run, seen, edits);
    });
    if (renewed === null) continue;
    run.enter('finishing', countToFinish(seen));
    await ctx.link.flushOutbox();
    for (const userId of renewed) ctx.link.accountChanged(userId);
    return;
  }
  throw changedSinceDryRun();
}

const countToFinish = ({ values, edits }: Todo) =>
  values.length + (isShort(edits) ? 0 : edits.length);

async function makeVisible(
  trx: Trx,
  ctx: Context,
  run: Run,
  seen: Todo,
  edits: readonly Edit<unknown>[],
): Promise<readonly string[]> {
  const now = ctx.clock();
  await advance(trx, run, {
    ...{ state: 'finishing', total: countToFinish(seen), handled: 0 },
    ...{ shown_at: now, alive_at: now },
    ...(KINDS[run.kind].flagIdsOf(seen.values).length > 0 && { keys_until: now + KEYS_KEPT_MS }),
  });
  const renewed = edits.length > 0 ? await KINDS[run.kind].edit(ctx, trx, edits) : [];
  await showImport(trx, run.id);
  // Open screens of these companies reload their lists.
  const companies = seen.values.map((value) => ({
    companyId: (value as { companyId?: string | null }).companyId ?? null,
  }));
  await enqueue(trx, companiesChanged(companies, now), now);
  return renewed;
}

/**
 * Whether an import must check its lines again, because another user has changed a company, a
 * location, or a record that the import edits.
 */
function isStale(changed: ChangedIds<Table> | null, { kind }: Run, { edits }: Todo): boolean {
  if (changed === null) return true;
  if (changed.companies.size > 0 || changed.locations.size > 0) return true;
  const own = changed[KINDS[kind].table];
  return own.size > 0 && edits.some(({ id }) => own.has(id));
}

/**
 * Locks the records that an import will change, so that nobody can edit them between the last check
 * and the change.
 */
async function lockRows(
  trx: Trx,
  table: Kind<unknown, unknown>['table'],
  edits: readonly Edit<unknown>[],
): Promise<void> {
  if (!locksRows(trx)) return;
  // Always use the same order, so that two imports that lock the same rows wait for each other
  // instead of deadlocking.
  await inBatches(edits.map(({ id }) => id).sort(), async (ids) => {
    // This is one of four tables, each with an ID column.
    const rows = trx
      .selectFrom(table as 'flags')
      .select('id')
      .where('id', 'in', ids);
    await rows.orderBy('id').forUpdate().execute();
  });
}

/**
 * Checks that the caller is still signed in with the same permissions as at the start of the
 * import.
 * @throws AppError `forbidden`
 */
async function requireCaller(trx: Trx, { actor, session }: Context): Promise<void> {
  const changed = new AppError(
    'forbidden',
    msg`Your access has changed since the import began. Nothing was imported.`,
  );
  const grants = await Promise.all(
    (['sessions', 'tokens'] as const).map((table) =>
      trx
        .selectFrom(table as 'sessions')
        .select('id')
        .where('id', '=', session.sid)
        .executeTakeFirst(),
    ),
  );
  if (!grants.some(Boolean)) throw changed;
  if (!(await hasSameRights(trx, actor))) throw changed;
}
