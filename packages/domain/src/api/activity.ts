import { t } from '@halyard/messages';
import { z } from 'zod';
import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_CHANNELS,
  ACTIVITY_KINDS,
  ACTIVITY_OUTCOMES,
  ACTOR_KINDS,
  type ActivityKind,
} from '../activity/kinds.ts';
import { id, isPlainText, NOT_PLAIN } from '../fields.ts';
import { POSITIONS } from '../flags/live/position.ts';
import { pageLength, queriedMoment, UNKNOWN_PAGE } from './logPages.ts';

const kinds = Object.values(ACTIVITY_KINDS).flat() as [ActivityKind, ...ActivityKind[]];

export const activityDetail = z.object({
  position: z.enum(POSITIONS).nullish(),
  lamp: z.boolean().optional(),
  seconds: z.number().optional(),
  fields: z.array(z.string()).optional(),
  about: z.string().optional(),
  cause: z.string().optional(),
});

/**
 * One entry of the activity log. Names are as of the time of the entry; the records that they refer
 * to may have been deleted since.
 */
export const activity = z.object({
  id: z.number(),
  /**
   * The time of the activity log entry, in epoch milliseconds. For a command, this is the time when
   * it was issued.
   */
  at: z.number(),
  kind: z.enum(kinds),
  outcome: z.enum(ACTIVITY_OUTCOMES),
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    /**
     * The actor's ID (`users.id` for users), which can be used to find the actor's other entries;
     * null if unknown.
     */
    id: z.string().nullable(),
    name: z.string(),
  }),
  channel: z.enum(ACTIVITY_CHANNELS),
  /** The actor's IP address; null if it is unknown or the caller isn't allowed to see it. */
  address: z.string().nullable(),
  companyId: z.string().nullable(),
  company: z.string().nullable(),
  /**
   * The `flags.id` of the flag that the activity log entry is about; null if the entry is not about
   * a flag.
   */
  flagId: z.string().nullable(),
  /** Name of the flag, user, company or location that the activity log entry is about. */
  subject: z.string().nullable(),
  detail: activityDetail,
});
export type Activity = z.infer<typeof activity>;

/** The maximum and default number of activity log entries per page. */
export const ACTIVITY_PAGE_MAX = 200;
export const ACTIVITY_PAGE = 50;

const filter = {
  /** Limits the activity log to entries at or after this time. */
  from: queriedMoment.optional(),
  /** Limits the activity log to entries before this time. */
  until: queriedMoment.optional(),
  category: z.enum(ACTIVITY_CATEGORIES, { error: t`Unknown category.` }).optional(),
  outcome: z.enum(ACTIVITY_OUTCOMES, { error: t`Unknown outcome.` }).optional(),
  /** Limits the activity log to commands that requested a given position. */
  position: z.enum(POSITIONS, { error: t`Unknown position.` }).optional(),
  /** Limits the activity log to one actor: the `actor.id` of an entry, or an account ID. */
  who: id.optional(),
  flagId: id.optional(),
  companyId: id.optional(),
  /** The text to find in the names, reasons and causes of activity log entries. */
  q: z
    .string()
    .trim()
    .max(100, t`At most 100 characters`)
    .refine(isPlainText, NOT_PLAIN)
    .optional(),
};

export const activityFilter = z.object(filter);
export type ActivityFilter = z.output<typeof activityFilter>;

export const activityQuery = z.object({
  ...filter,
  /**
   * The cursor of the requested page: the `next` value of the previous page of the activity log.
   */
  after: z
    .string()
    .regex(/^\d{1,16}\.\d{1,16}$/, UNKNOWN_PAGE)
    .optional(),
  limit: pageLength({ most: ACTIVITY_PAGE_MAX, standard: ACTIVITY_PAGE }),
});
export type ActivityQuery = z.output<typeof activityQuery>;

/**
 * Activity log entries, newest first. A page may have few or no entries even if there is a next
 * page.
 */
export const activityPage = z.object({
  entries: z.array(activity),
  /**
   * The `after` value for the next page of the activity log; null if there are no older entries.
   */
  next: z.string().nullable(),
  /**
   * The time back to which the activity log has been searched, in epoch milliseconds; null if the
   * whole log has been searched.
   */
  searchedTo: z.number().nullable(),
});
export type ActivityPage = z.infer<typeof activityPage>;
