import { z } from 'zod';
import { id } from '../fields.ts';
import { STATE_REQUIRED } from '../fieldTexts.ts';
import { STATE_CODES } from '../places/states.ts';

/**
 * A calendar that calendar apps can subscribe to. It shows one company's half-staff days and orders
 * in one state.
 */
export const calendarSubscription = z.object({
  id: z.string(),
  companyId: z.string(),
  /** Two-letter code of a U.S. state. */
  state: z.string(),
  /** The URL of the calendar. Anyone who has it can read the calendar. */
  url: z.string(),
  /** Who created the calendar subscription (username), and when (epoch milliseconds). */
  createdBy: z.string(),
  createdAt: z.number(),
  /**
   * The time when a calendar app last fetched the calendar, in epoch milliseconds, rounded to the
   * hour; null if no app has fetched it.
   */
  lastReadAt: z.number().nullable(),
});
export type CalendarSubscription = z.infer<typeof calendarSubscription>;

export const calendarSubscriptionCreate = z.object({
  companyId: id,
  state: z.string().refine((code) => STATE_CODES.includes(code), STATE_REQUIRED),
});
export type CalendarSubscriptionCreate = z.infer<typeof calendarSubscriptionCreate>;

/** The last part of a calendar's URL: its token with the extension `.ics`. */
export const calendarFile = z.object({ file: z.string().regex(/^[\w-]{43}\.ics$/) });
