import type { ConfirmedDay } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';

/** Returns the confirmed days of these years, sorted by date. */
export const confirmedDaysOf = (
  queries: Queries,
  years: readonly number[],
): Promise<ConfirmedDay[]> =>
  queries
    .selectFrom('confirmed_days')
    .selectAll()
    .where('year', 'in', years)
    .orderBy('date')
    .orderBy('name')
    .execute();
