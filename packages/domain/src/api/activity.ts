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

const kinds = Object.values(ACTIVITY_KINDS).flat() as [ActivityKind, ...ActivityKind[]];

export const activityDetail = z.object({
  position: z.enum(POSITIONS).nullish(),
  lamp: z.boolean().optional(),
  seconds: z.number().optional(),
  fields: z.array(z.string()).optional(),
  about: z.string().optional(),
  cause: z.string().optional(),
});

/** One thing that happened. Names are those of then: what it tells of may be gone. */
export const activity = z.object({
  id: z.number(),
  /** Epoch milliseconds; of a command the moment in which it was given. */
  at: z.number(),
  kind: z.enum(kinds),
  outcome: z.enum(ACTIVITY_OUTCOMES),
  actor: z.object({
    kind: z.enum(ACTOR_KINDS),
    /** By which its other entries are found; null for someone unknown. */
    id: z.string().nullable(),
    name: z.string(),
  }),
  channel: z.enum(ACTIVITY_CHANNELS),
  /** Null where it is not known, or not for the caller to know. */
  address: z.string().nullable(),
  companyId: z.string().nullable(),
  company: z.string().nullable(),
  /** `flags.id` */
  flagId: z.string().nullable(),
  /** Name of what it was done to: a flag, a person, a place. */
  subject: z.string().nullable(),
  detail: activityDetail,
});
export type Activity = z.infer<typeof activity>;

/** Most entries of one page, and how many it has where the caller does not say. */
export const ACTIVITY_PAGE_MAX = 200;
export const ACTIVITY_PAGE = 50;
/** Most entries of one CSV: the newest ones. */
export const ACTIVITY_CSV_MAX = 50_000;

const moment = z.coerce
  .number({ error: 'Times are milliseconds since 1970.' })
  .int('Times are milliseconds since 1970.')
  .min(0, 'Times are milliseconds since 1970.')
  .max(8.64e15, 'Times are milliseconds since 1970.');

const filter = {
  /** From this moment on. */
  from: moment.optional(),
  /** Before this moment. */
  until: moment.optional(),
  category: z.enum(ACTIVITY_CATEGORIES, { error: 'There is no such category.' }).optional(),
  outcome: z.enum(ACTIVITY_OUTCOMES, { error: 'There is no such outcome.' }).optional(),
  /** To which position a command sent its pole. */
  position: z.enum(POSITIONS, { error: 'There is no such position.' }).optional(),
  /** `actor.id` of an entry, or the id of an account. */
  who: id.optional(),
  flagId: id.optional(),
  companyId: id.optional(),
  /** Words in names, reasons and causes. */
  q: z.string().trim().max(100, 'At most 100 characters').refine(isPlainText, NOT_PLAIN).optional(),
};

export const activityFilter = z.object(filter);
export type ActivityFilter = z.output<typeof activityFilter>;

export const activityQuery = z.object({
  ...filter,
  /** `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,16}\.\d{1,16}$/, 'The page asked for is not one that was answered.')
    .optional(),
  limit: z.coerce
    .number({ error: 'limit must be a number' })
    .int('limit must be a whole number')
    .min(1, 'limit must be at least 1')
    .max(ACTIVITY_PAGE_MAX, `limit must be at most ${ACTIVITY_PAGE_MAX}`)
    .default(ACTIVITY_PAGE),
});
export type ActivityQuery = z.output<typeof activityQuery>;

/** The newest first. A page may hold fewer than asked for, or none, and yet have a next one. */
export const activityPage = z.object({
  entries: z.array(activity),
  /** `after` of the page that follows; null where there is nothing further back. */
  next: z.string().nullable(),
  /** Down to which moment was looked, in epoch milliseconds; null: to the end. */
  searchedTo: z.number().nullable(),
});
export type ActivityPage = z.infer<typeof activityPage>;
