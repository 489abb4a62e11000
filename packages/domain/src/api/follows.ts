import { t } from '@halyard/messages';
import { z } from 'zod';
import { HALF_STAFF_DAY_NAMES } from '../calendar/halfStaffDays.ts';
import { pathId } from '../fields.ts';
import { FLOWN_FLAGS } from '../flags/flownFlag.ts';
import { followsChoice } from '../halfStaff/facts/follows.ts';

/**
 * The parameters of a request for the orders and annual half-staff days that a company follows. If
 * `locationId` is given, the request is about that location instead.
 */
export const followsQuery = z.object({ locationId: pathId.optional() });
export type FollowsQuery = z.infer<typeof followsQuery>;

/** The orders and annual half-staff days that a company or one of its locations follows. */
export const followsSettings = z.object({
  /** The authorities and annual half-staff days that the company or location follows. */
  follows: followsChoice,
  /**
   * Whether the location has its own settings instead of using its company's. Always false for a
   * company.
   */
  isOwn: z.boolean(),
  /**
   * The company's locations that have their own settings, limited to those that the caller may see.
   */
  ownLocations: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Number of poles of the company or location for each type of flag. */
  poles: z.record(z.enum(FLOWN_FLAGS), z.number().int()),
  /** The annual half-staff days, each with the next date when it calls for half-staff. */
  days: z.array(
    z.object({
      name: z.enum(HALF_STAFF_DAY_NAMES),
      date: z.iso.date(),
      /** Whether the date of the half-staff day is calculated and not yet announced. */
      projected: z.boolean(),
    }),
  ),
});
export type FollowsSettings = z.infer<typeof followsSettings>;

/**
 * A request to change which orders and annual half-staff days a company follows. With a
 * `locationId`, it changes only what that location follows.
 */
export const followsChange = z
  .object({
    locationId: pathId.nullable(),
    /**
     * The authorities and annual half-staff days to follow. Null removes the location's own
     * settings, so that it follows what its company follows.
     */
    follows: followsChoice.nullable(),
  })
  .refine(({ locationId, follows }) => locationId !== null || follows !== null, {
    error: t`Specify the orders and days to follow.`,
    path: ['follows'],
  });
export type FollowsChange = z.infer<typeof followsChange>;
