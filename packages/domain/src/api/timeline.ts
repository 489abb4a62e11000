import { t } from '@halyard/messages';
import { z } from 'zod';
import { TIMELINE_TOPICS } from '../activity/timelineTopics.ts';
import { ALERT_CONDITIONS } from '../alerts/conditionNames.ts';
import { POSITIONS } from '../flags/live/position.ts';
import { activity } from './activity.ts';
import { pageLength, UNKNOWN_PAGE } from './logPages.ts';

/**
 * Fields of every timeline item. `id` is unique within the flag's timeline; `at` is in epoch
 * milliseconds.
 */
const item = { id: z.string(), at: z.number() };

export const timelineItem = z.discriminatedUnion('kind', [
  /** A timeline item from the activity log: a command, a lock, a hold or a change to the flag. */
  z.object({ ...item, kind: z.literal('activity'), entry: activity }),
  /**
   * A timeline item for a pole that reported a different position, went offline or came back
   * online.
   */
  z.object({
    ...item,
    kind: z.literal('report'),
    isOnline: z.boolean(),
    /** The reported position; null if the pole reported none. */
    position: z.enum(POSITIONS).nullable(),
    /**
     * The pole's position, and whether it was online, before this timeline item; null if unknown.
     */
    before: z.object({ isOnline: z.boolean(), position: z.enum(POSITIONS).nullable() }).nullable(),
  }),
  /** A timeline item for an alert that began or ended. */
  z.object({
    ...item,
    kind: z.literal('alert'),
    condition: z.enum(ALERT_CONDITIONS),
    cause: z.string(),
    isOver: z.boolean(),
    /** The time when the alert's condition began, in epoch milliseconds. */
    since: z.number(),
  }),
  /**
   * A timeline item for an order, half-staff day or daily rule that took effect at the pole. If one
   * ends and nothing else is in effect, that is also an item of this kind.
   */
  z.object({
    ...item,
    kind: z.literal('plan'),
    /** The position that the order, day or rule calls for; null if the flag stays where it is. */
    position: z.enum(POSITIONS).nullable(),
    /** The authority that issued the order; null if there is none. */
    by: z.string().nullable(),
    /**
     * The order's reason or the day's name; empty for daily rules, and when nothing is in effect.
     */
    title: z.string(),
    /**
     * Whether nothing is in effect anymore. The position is then `up` if the flag goes back to full
     * staff.
     */
    isNothing: z.boolean(),
    /**
     * The time when the order, day or rule ends, in epoch milliseconds; null if open-ended or
     * unknown.
     */
    until: z.number().nullable(),
  }),
]);
export type TimelineItem = z.infer<typeof timelineItem>;

/** The default and maximum number of items on one page of a flag's timeline. */
export const TIMELINE_PAGE = 30;
const TIMELINE_PAGE_MAX = 200;

export const timelineQuery = z.object({
  topic: z.enum(TIMELINE_TOPICS, { error: t`Unknown topic.` }).optional(),
  /** The cursor of the requested page: the `next` value of the previous page of the timeline. */
  after: z
    .string()
    .regex(/^\d{1,16}\.\d\.[A-Za-z0-9_-]{0,64}$/, UNKNOWN_PAGE)
    .optional(),
  limit: pageLength({ most: TIMELINE_PAGE_MAX, standard: TIMELINE_PAGE }),
});
export type TimelineQuery = z.output<typeof timelineQuery>;

/** One page of a flag's timeline, newest items first. */
export const timelinePage = z.object({
  /** IANA name of the time zone of the pole's location. */
  timeZone: z.string(),
  items: z.array(timelineItem),
  /** The `after` value for the next page of the timeline; null on the last page. */
  next: z.string().nullable(),
});
export type TimelinePage = z.infer<typeof timelinePage>;
