import type { Place } from '@halyard/domain';
import { within } from '../../../platform/database/scope.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { flagNotFound } from '../../fleet/errors.ts';
import { locationPlace } from '../../fleet/locationPlace.ts';

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

/** A flag that the caller may see, with its company and location. */
export interface PlacedFlag {
  /** The flag's ID in the table `flags`. */
  id: string;
  companyId: string;
  place: Place;
}

/**
 * Returns a flag with its company and location.
 * @throws AppError `not-found` if the caller may not see it, as if the flag did not exist
 */
export async function placedFlag(ctx: Context, id: string): Promise<PlacedFlag> {
  const row = await ctx.db.queries
    .selectFrom('flags')
    .innerJoin('locations', 'locations.id', 'flags.location_id')
    .select([
      'flags.company_id as companyId',
      'state',
      'zip',
      'latitude',
      'longitude',
      'time_zone as timeZone',
    ])
    .where('flags.id', '=', id)
    .where(within(requireScope(ctx, 'flag.read'), COLUMNS))
    .executeTakeFirst();
  if (!row) throw flagNotFound();
  return { id, companyId: row.companyId, place: locationPlace(row).place };
}
