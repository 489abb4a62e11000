import type { ActivityDetail } from '@halyard/domain';
import type { Trx } from '../../platform/database/tables/schema.ts';
import type { RealtimeChanges } from '../../platform/database/tables/system.ts';
import { companiesChanged } from '../../realtime/outbox/mirroredChanges.ts';
import { enqueueAll } from '../../realtime/outbox/outbox.ts';
import type { Context } from '../calls/context.ts';
import { type NewActivity, recordActivity } from './record.ts';

export interface Edit<Fields> {
  id: string;
  fields: Fields;
}

/**
 * What must be stored with an edited record: its copies in the realtime database, and the activity
 * log entries.
 */
export interface Edited {
  mirror: RealtimeChanges;
  entries: readonly NewActivity[];
  /** The companies whose open screens must reload their lists. */
  companyIds: readonly (string | null)[];
}

/**
 * Stores the outbox rows and activity log entries for any number of edits, with only a few
 * statements.
 * @param detail a detail that is added to every log entry
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
