import type { ActivityDetail } from '@halyard/domain';
import type { Trx } from '../../platform/database/tables/schema.ts';
import type { RealtimeChanges } from '../../platform/database/tables/system.ts';
import { companiesChanged } from '../../realtime/outbox/mirroredChanges.ts';
import { enqueueAll } from '../../realtime/outbox/outbox.ts';
import type { Context } from '../calls/context.ts';
import { type NewActivity, recordActivity } from './record.ts';

/** The fields to change in one record. */
export interface Edit<Fields> {
  id: string;
  fields: Fields;
}

/** Data to store along with the row of an edited record. */
export interface Edited {
  mirror: RealtimeChanges;
  entries: readonly NewActivity[];
  /** The companies whose screens reload their lists. */
  companyIds: readonly (string | null)[];
}

/**
 * Stores the mirror and the activity entries of one edit or thousands in a few statements.
 * @param detail is added to every entry
 */
export async function storeEdited(
  trx: Trx,
  ctx: Pick<Context, 'actor' | 'origin' | 'clock'>,
  edited: readonly Edited[],
  detail: ActivityDetail = {},
): Promise<void> {
  const now = ctx.clock();
  const companies = edited.flatMap(({ companyIds }) => companyIds);
  const revisions = companiesChanged(
    companies.map((companyId) => ({ companyId })),
    now,
  );
  await enqueueAll(trx, [...edited.map(({ mirror }) => mirror), revisions], now);
  const entries = edited.flatMap((one) => one.entries);
  await recordActivity(
    trx,
    ctx,
    ...entries.map((entry) => ({ ...entry, detail: { ...detail, ...entry.detail } })),
  );
}
