import { t } from '@halyard/messages';
import { z } from 'zod';
import { HALF_STAFF_DAY_NAMES } from '../calendar/halfStaffDays.ts';
import { pathId } from '../fields.ts';
import { FLOWN_FLAGS } from '../flags/flownFlag.ts';
import { followsChoice } from '../halfStaff/facts/follows.ts';

/** Without a location: the company's own settings. */
export const followsQuery = z.object({ locationId: pathId.optional() });
export type FollowsQuery = z.infer<typeof followsQuery>;

/** What a company, or one of its locations, follows. */
export const followsSettings = z.object({
  /** In effect at the poles of the company or location. */
  follows: followsChoice,
  /** Whether the location has settings of its own; false for a company. */
  isOwn: z.boolean(),
  /** The company's locations with settings of their own that the caller may see. */
  ownLocations: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Number of the company's or location's poles by the flag that they fly. */
  poles: z.record(z.enum(FLOWN_FLAGS), z.number().int()),
  /** The annual days, each on the next date on which it calls for half-staff. */
  days: z.array(
    z.object({
      name: z.enum(HALF_STAFF_DAY_NAMES),
      date: z.iso.date(),
      /** Whether the date is computed, not announced. */
      projected: z.boolean(),
    }),
  ),
});
export type FollowsSettings = z.infer<typeof followsSettings>;

/** New settings of a company, or of a location if one is given. */
export const followsChange = z
  .object({
    locationId: pathId.nullable(),
    /** Null to give up the location's own settings: it then follows what its company follows. */
    follows: followsChoice.nullable(),
  })
  .refine(({ locationId, follows }) => locationId !== null || follows !== null, {
    error: t`Specify the follow settings.`,
    path: ['follows'],
  });
export type FollowsChange = z.infer<typeof followsChange>;
