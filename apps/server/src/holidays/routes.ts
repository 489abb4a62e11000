import { dateInZone, federalCalendarOf, LAST_US_ZONE } from '@halyard/domain';
import type { HandlersOf } from '../http/handlers.ts';

export const holidayHandlers: HandlersOf<'federalHolidays'> = {
  async federalHolidays({ ctx }) {
    // The old year counts until it is over everywhere; in Guam the new one began a day before.
    const year = Number(dateInZone(LAST_US_ZONE, ctx.clock()).slice(0, 4));
    return federalCalendarOf([year, year + 1]);
  },
};
