import { dateInZone, federalCalendarOf, LAST_US_ZONE } from '@halyard/domain';
import type { HandlersOf } from '../../calls/handlers.ts';
import { confirmedDaysOf } from '../orders/recurring/confirmedDays.ts';

export const holidayHandlers: HandlersOf<'federalHolidays'> = {
  async federalHolidays({ ctx }) {
    // Keep the old year until it is over in all US time zones. In Guam, a new year begins almost a
    // day earlier than in American Samoa.
    const year = Number(dateInZone(LAST_US_ZONE, ctx.domainClock.now()).slice(0, 4));
    const years = [year, year + 1];
    return federalCalendarOf(years, await confirmedDaysOf(ctx.db.queries, years));
  },
};
