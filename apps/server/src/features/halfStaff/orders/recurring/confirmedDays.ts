import type { ConfirmedDay } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';

/** Returns the confirmed dates of half-staff days in the given years, sorted by date. */
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
