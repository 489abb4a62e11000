import { dateInZone, federalCalendarOf, LAST_US_ZONE } from '@halyard/domain';
import type { HandlersOf } from '../../calls/handlers.ts';
import { confirmedDaysOf } from './queries.ts';

export const holidayHandlers: HandlersOf<'federalHolidays'> = {
  async federalHolidays({ ctx }) {
    // The old year counts until it is over everywhere; in Guam the new one began a day before.
    const year = Number(dateInZone(LAST_US_ZONE, ctx.domainClock.now()).slice(0, 4));
    const years = [year, year + 1];
    return federalCalendarOf(years, await confirmedDaysOf(ctx.db.queries, years));
  },
};
