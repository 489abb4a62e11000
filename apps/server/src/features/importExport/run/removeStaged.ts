import { forgetHidden } from '../../../platform/database/hidden/hide.ts';
import { storedTable } from '../../../platform/database/hidden/views.ts';
import { paced } from '../../../platform/database/paced.ts';
import type { Services } from '../../calls/context.ts';
import { KINDS } from '../kinds/all.ts';
import { endImport, type ImportRow, type RunOf } from './importRows.ts';

/** The number of an import's hidden records that one transaction removes. */
const SLICE = 500;

/**
 * Removes all of an import's hidden records, in several transactions, and ends the import. Can be
 * interrupted and repeated at any point.
 */
export async function removeStaged(
  { db, link, clock }: Pick<Services, 'db' | 'link' | 'clock'>,
  run: RunOf & Pick<ImportRow, 'kind'>,
  end: { state: 'failed' | 'canceled'; problem: string | null },
): Promise<void> {
  const { table } = KINDS[run.kind];
  await paced(async () => {
    const keys = await db.transaction(async (trx) => {
      const rows = await trx
        .selectFrom(storedTable(table) as 'stored_flags')
        .select('id')
        .where('import_id', '=', run.id)
        .limit(SLICE)
        .execute();
      if (rows.length === 0) return null;
      const ids = rows.map(({ id }) => id);
      const removed =
        table === 'flags'
          ? await trx
              .deleteFrom('device_keys')
              .where('flag_id', 'in', ids)
              .returning('id')
              .execute()
          : [];
      await trx
        .deleteFrom(table as 'flags')
        .where('id', 'in', ids)
        .execute();
      return removed.map(({ id }) => id);
    });
    if (keys === null) return false;
    link.deviceKeysRevoked(keys);
    return true;
  });
  await paced(async () => {
    const removed = await db.queries
      .deleteFrom('import_edits')
      .where('import_id', '=', run.id)
      .where('position', 'in', (eb) =>
        eb
          .selectFrom('import_edits')
          .select('position')
          .where('import_id', '=', run.id)
          .limit(SLICE),
      )
      .returning('position')
      .execute();
    return removed.length > 0;
  });
  await db.transaction(async (trx) => {
    await forgetHidden(trx, run.id);
    await endImport(trx, run, { ...end, at: clock() });
  });
}
