import { t } from '@halyard/messages';
import { z } from 'zod';
import { id } from '../fields.ts';
import { STATE_CODES } from '../places/states.ts';

/** A company's half-staff days and orders in one state, for the calendars of other programs. */
export const calendarSubscription = z.object({
  id: z.string(),
  companyId: z.string(),
  /** A two-letter code. */
  state: z.string(),
  /** Anyone who has this URL can read the calendar. */
  url: z.string(),
  /** Username and epoch milliseconds. */
  createdBy: z.string(),
  createdAt: z.number(),
  /** When a program last read the calendar, to the hour, in epoch milliseconds; null if never. */
  lastReadAt: z.number().nullable(),
});
export type CalendarSubscription = z.infer<typeof calendarSubscription>;

export const calendarSubscriptionCreate = z.object({
  companyId: id,
  state: z.string().refine((code) => STATE_CODES.includes(code), t`State is required`),
});
export type CalendarSubscriptionCreate = z.infer<typeof calendarSubscriptionCreate>;

/** The last part of a calendar's URL: its token, with the usual ending of such files. */
export const calendarFile = z.object({ file: z.string().regex(/^[\w-]{43}\.ics$/) });
