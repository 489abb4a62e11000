import { z } from 'zod';
import type { FederalCalendar } from '../calendar/flagProtocol.ts';

/** The holidays on the federal card (spec §3). */
export const federalCalendar: z.ZodType<FederalCalendar> = z.object({
  holidays: z.array(
    z.object({
      date: z.iso.date(),
      name: z.string(),
      halfStaff: z.boolean(),
      notes: z.string().optional(),
    }),
  ),
  note: z.string().optional(),
});
