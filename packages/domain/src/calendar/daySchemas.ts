import { z } from 'zod';

/** One day of the half-staff calendar. */
export const calendarDay = z.object({
  date: z.iso.date(),
  name: z.string(),
  /** `display` marks a day on which the flag is flown at full staff (4 U.S.C. 6(d)). */
  kind: z.enum(['half-staff', 'full-staff', 'display', 'holiday']),
  window: z.enum(['sunrise-sunset', 'sunrise-noon']).nullable(),
  /** The law that prescribes the day; null for days that poles do not follow. */
  basis: z.string().nullable(),
  /**
   * Whether the day's date is calculated and not yet announced. Poles follow the day only after a
   * master confirms its date.
   */
  projected: z.boolean(),
  notes: z.string().nullable(),
});
export type CalendarDay = z.infer<typeof calendarDay>;

/** An annual half-staff day whose date a master has confirmed. */
export const confirmedDay = z.object({
  name: z.string(),
  year: z.number().int(),
  date: z.iso.date(),
  /** Who confirmed the day's date (username), and when (epoch milliseconds). */
  by: z.string(),
  at: z.number(),
});
export type ConfirmedDay = z.infer<typeof confirmedDay>;
