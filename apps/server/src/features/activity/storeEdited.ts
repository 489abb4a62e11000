import type { ActivityDetail } from '@halyard/domain';
import type { Trx } from '../../platform/database/tables/schema.ts';
import type { RealtimeChanges } from '../../platform/database/tables/system.ts';
import { companiesChanged } from '../../realtime/outbox/mirror.ts';
import { enqueueAll } from '../../realtime/outbox/outbox.ts';
import type { Context } from '../calls/context.ts';
import { type NewActivity, recordActivity } from './record.ts';

/** What to change of one thing. */
export interface Edit<Fields> {
  id: string;
  fields: Fields;
}

/** What is to be stored beside the row of an edited thing. */
export interface Edited {
  mirror: RealtimeChanges;
  entries: readonly NewActivity[];
  /** The companies whose screens fetch their lists again. */
  companyIds: readonly (string | null)[];
}

/**
 * Stores the mirror and the activity entries of one edit or of thousands, in few statements.
 * @param detail goes into every entry
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
