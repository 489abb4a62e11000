import {
  type ActivityDetail,
  HALF_COORDINATES,
  hasHalfCoordinates,
  type LocationUpdate,
  type Scope,
} from '@halyard/domain';
import { messageOf } from '@halyard/messages/language';
import { inBatches } from '../../../platform/database/batches.ts';
import { given } from '../../../platform/database/scope.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { locationMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { editEntries } from '../../activity/record.ts';
import { type Edit, type Edited, storeEdited } from '../../activity/storeEdited.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { locationNotFound } from '../../fleet/errors.ts';
import { lockLocation } from '../../fleet/locations.ts';
import { concern, releasing } from '../../halfStaff/autopilot/release.ts';

/** Maps each column of a location to the field name that the activity log shows. */
const FIELD_NAMES = {
  name: 'name',
  address1: 'address',
  address2: 'address',
  city: 'address',
  state: 'address',
  zip: 'address',
  phone: 'phone',
  latitude: 'coordinates',
  longitude: 'coordinates',
  time_zone: 'time zone',
  daily_rule: 'daily rule',
};

/** The fields, other than the state, that determine a location's sunrise, sunset and local time. */
const PLACE_FIELDS = ['zip', 'latitude', 'longitude', 'timeZone'] as const;

/**
 * All fields of a location update except the company, because a location cannot move to another
 * company.
 */
export type LocationFields = Omit<LocationUpdate, 'companyId'>;
type Row = Awaited<ReturnType<typeof lockLocation>>;

/**
 * Changes one or more locations. Also updates their copies in the realtime database, their
 * half-staff data and the activity log.
 * @throws AppError `invalid` if only one coordinate is given; `not-found` outside the caller's
 * scope
 */
export async function editLocations(
  trx: Trx,
  ctx: Context,
  edits: readonly Edit<LocationFields>[],
  detail?: ActivityDetail,
): Promise<void> {
  const scope = requireScope(ctx, 'location.update');
  const present = new Map<string, Row>();
  await inBatches(edits, async (batch) => {
    for (const { id } of batch) present.set(id, await lockLocation(trx, scope, id));
  });
  const edited: Edited[] = [];
  const editAll = () =>
    inBatches(edits, async (batch) => {
      for (const { id, fields } of batch)
        edited.push(await editLocation(trx, ctx, present.get(id)!, fields));
    });
  // If the time zone or the sunset changes, an order that is in effect may turn out to have ended
  // before it was approved.
  const movesPoles = edits.some(
    ({ id, fields }) =>
      changesState(present.get(id)!, fields) ||
      PLACE_FIELDS.some((field) => fields[field] !== undefined),
  );
  if (movesPoles) await releasing(trx, ctx, polesOf([...present.values()], scope), editAll);
  else await editAll();
  await storeEdited(trx, ctx, edited, detail);
}

const changesState = (before: Row, { state }: LocationFields) =>
  state !== undefined && state !== before.state;

/**
 * Returns a scope that contains the poles of the given locations. For one location, this is only
 * that location. For several locations, it is the caller's whole scope, because a single query for
 * all poles is cheaper.
 */
function polesOf(rows: readonly Row[], scope: Scope): Scope {
  const [row] = rows;
  if (row === undefined || rows.length > 1) return scope;
  return { kind: 'location', companyId: row.company_id, locationId: row.id };
}

async function editLocation(
  trx: Trx,
  ctx: Context,
  before: Row,
  fields: LocationFields,
): Promise<Edited> {
  const { id } = before;
  const after = await trx
    .updateTable('locations')
    .set(columnsOf(fields))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!after) throw locationNotFound();
  requireCoordinatePair(after);
  if (changesState(before, fields)) await concern(trx, ctx, 'location_id', id);
  const { name: subject, company_id: companyId } = after;
  const entry = { kind: 'location.changed', companyId, locationId: id, subject } as const;
  return {
    mirror: locationMirror({ ...after, companyId }),
    entries: editEntries(entry, { before, after, names: FIELD_NAMES }),
    companyIds: [companyId],
  };
}

/**
 * Checks that latitude and longitude are set together.
 * @throws AppError `invalid`
 */
export function requireCoordinatePair(at: Pick<LocationUpdate, 'latitude' | 'longitude'>): void {
  if (hasHalfCoordinates(at)) throw new AppError('invalid', messageOf(HALF_COORDINATES));
}

/** Maps the fields of a location in a request to column names. */
export function columnsOf<T extends Pick<LocationUpdate, 'timeZone' | 'dailyRule'>>(fields: T) {
  const { timeZone, dailyRule, ...rest } = fields;
  return { ...rest, ...given({ time_zone: timeZone, daily_rule: dailyRule }) };
}
