import {
  isLocationId,
  LOCATION_ID_TAKEN,
  type Location,
  type LocationCreate,
  type LocationUpdate,
  locationId,
  locationInUse,
  type ZipPlace,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { inBatches } from '../../../platform/database/batches.ts';
import { given, refusingTaken } from '../../../platform/database/scope.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { AppError, notFound, nothingToChange } from '../../../platform/errors.ts';
import {
  companiesChanged,
  companyChanged,
  locationMirror,
} from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue, enqueueAll } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, changeAndRead, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import {
  companyOfLocation,
  findLocations,
  locationInScope,
  lockLocation,
} from '../../fleet/locations.ts';
import { placeOfZip } from '../../fleet/zipCodes.ts';
import { endTokens } from '../../identity/tokens/tokens.ts';
import { columnsOf, editLocations, requireCoordinatePair } from './editLocations.ts';

export const LOCATION_KEY = { 'locations.id': LOCATION_ID_TAKEN };

export async function listLocations(ctx: Context): Promise<Location[]> {
  return findLocations(ctx.db.queries, requireScope(ctx, 'location.read'));
}

/**
 * Returns the locations of a company that the actor may see. Location users see only their own
 * location.
 */
export async function listCompanyLocations(ctx: Context, companyId: string): Promise<Location[]> {
  await requireCompany(ctx.db.queries, requireScope(ctx, 'company.read'), companyId);
  return findLocations(ctx.db.queries, requireScope(ctx, 'location.read'), companyId);
}

export async function getLocation(ctx: Context, id: string): Promise<Location> {
  return locationInScope(ctx.db.queries, requireScope(ctx, 'location.read'), id);
}

/**
 * Returns the state, coordinates and time zone of a ZIP code.
 * @throws AppError `not-found` for an unknown ZIP code
 */
export async function findZipPlace(ctx: Context, zip: string): Promise<ZipPlace> {
  requireScope(ctx, 'location.update');
  const place = placeOfZip(zip);
  if (!place) throw notFound(msg`ZIP code not found`);
  return place;
}

export async function createLocation(ctx: Context, input: LocationCreate): Promise<Location> {
  const scope = requireScope(ctx, 'location.create');
  const { id: givenId, companyId, ...fields } = input;
  requireCoordinatePair(fields);
  await requireCompany(ctx.db.queries, scope, companyId);
  const now = ctx.clock();
  const id = givenId ?? locationId(companyId, fields.city, now);
  if (!isLocationId(id, companyId))
    throw new AppError(
      'invalid',
      msg`The location ID must consist of the company ID, the city and a timestamp.`,
    );
  const store = async (trx: Trx) => {
    await storeLocations(trx, [{ ...fields, id, companyId }], now);
    const entry = { kind: 'location.created', companyId, locationId: id } as const;
    await recordActivity(trx, ctx, { ...entry, subject: fields.name });
  };
  return refusingTaken(LOCATION_KEY, () =>
    changeAndRead(ctx, store, (queries) => locationInScope(queries, scope, id)),
  );
}

type NewLocation = LocationCreate & { id: string };

/** Stores new locations, and queues copies of them for the realtime database. */
export async function storeLocations(
  trx: Trx,
  locations: readonly NewLocation[],
  now: number,
): Promise<void> {
  await inBatches(locations, async (batch) => {
    await insertLocations(trx, batch, now, null);
    await enqueueAll(trx, batch.map(locationMirror), now);
  });
  await enqueue(trx, companiesChanged(locations, now), now);
}

/**
 * Stores the rows of new locations.
 * @param importId the import that will make them visible; null if they are visible immediately
 */
export async function insertLocations(
  trx: Trx,
  locations: readonly NewLocation[],
  now: number,
  importId: string | null,
): Promise<void> {
  const rows = locations.map(({ companyId, ...fields }) => ({
    ...columnsOf(fields),
    company_id: companyId,
    created_at: now,
    import_id: importId,
  }));
  await trx.insertInto('locations').values(rows).execute();
}

export async function updateLocation(
  ctx: Context,
  id: string,
  input: LocationUpdate,
): Promise<Location> {
  const scope = requireScope(ctx, 'location.update');
  const present = await companyOfLocation(ctx.db.queries, scope, id);
  const { companyId, ...rest } = input;
  if (companyId !== undefined && companyId !== present) {
    await requireCompany(ctx.db.queries, scope, companyId);
    throw new AppError('invalid', msg`You can’t change a location’s company.`);
  }
  const fields = given(rest);
  if (Object.keys(fields).length === 0) {
    if (companyId === undefined) throw nothingToChange();
    return locationInScope(ctx.db.queries, scope, id);
  }
  return changeAndRead(
    ctx,
    (trx) => editLocations(trx, ctx, [{ id, fields }]),
    (queries) => locationInScope(queries, scope, id),
  );
}

/**
 * Deletes a location.
 * @throws AppError `conflict` if the location still has flags or accounts (decisions, "Data")
 */
export async function deleteLocation(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'location.delete');
  const now = ctx.clock();
  const ended = await change(ctx, async (trx) => {
    await lockLocation(trx, scope, id);
    const { companyId, name, flags, users } = await locationInScope(trx, scope, id);
    if (flags + users > 0) throw new AppError('conflict', locationInUse(flags, users));
    await refuseWhileImporting(trx, id);
    const tokens = await endTokens(trx, { locationId: id }, now);
    await trx.deleteFrom('locations').where('id', '=', id).execute();
    await recordActivity(trx, ctx, {
      kind: 'location.deleted',
      companyId,
      locationId: id,
      subject: name,
    });
    await enqueue(trx, { [`locations/${id}`]: null, ...companyChanged(companyId, now) }, now);
    return tokens;
  });
  ctx.link.sessionsEnded(ended);
}

/**
 * Rejects the deletion of a location while an import is adding records to it.
 * @throws AppError `conflict`
 */
async function refuseWhileImporting(trx: Trx, locationId: string): Promise<void> {
  for (const table of ['stored_flags', 'stored_users'] as const) {
    const staged = await trx
      .selectFrom(table as 'stored_flags')
      .select('id')
      .where('location_id', '=', locationId)
      .limit(1)
      .executeTakeFirst();
    if (staged)
      throw new AppError(
        'conflict',
        msg`An import is adding records to this location. Try again when it has finished.`,
      );
  }
}
