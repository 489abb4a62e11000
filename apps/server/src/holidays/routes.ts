import { federalCalendarOf } from '@halyard/domain';
import type { HandlersOf } from '../http/handlers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const holidayHandlers: HandlersOf<'federalHolidays'> = {
  async federalHolidays({ ctx }) {
    // On January 1 in UTC it is still December 31 in every state.
    const year = new Date(ctx.clock() - DAY_MS).getUTCFullYear();
    return federalCalendarOf([year, year + 1]);
  },
};
