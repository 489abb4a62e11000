import {
  DAILY_RULES,
  HALF_COORDINATES,
  hasHalfCoordinates,
  type LocationCreate,
  locationCreate,
  locationId,
  locationUpdate,
} from '@halyard/domain';
import { refusingTaken } from '../../../platform/database/scope.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { locationMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { BY_IMPORT } from '../../activity/record.ts';
import { requireScope } from '../../calls/context.ts';
import { editLocations, type LocationFields } from '../../customers/locations/editLocations.ts';
import { insertLocations, LOCATION_KEY } from '../../customers/locations/locations.ts';
import { locationsAfter } from '../../fleet/locations.ts';
import { type FieldNote, writtenText } from '../rows/judge.ts';
import { allInSlices, grouped, readPlaces } from '../rows/places.ts';
import { type Kind, keyOfParts, numberOf } from './kind.ts';

const [NO_DAILY_RULE] = DAILY_RULES;
const keyOf = (companyId: unknown, name: unknown) =>
  keyOfParts(String(companyId), uniqueKey(String(name)));

/** How to import locations, which are identified by company and name. */
export const locations: Kind<LocationCreate, LocationFields> = {
  table: 'locations',
  async rules(ctx, queries) {
    const scope = requireScope(ctx, 'location.create');
    const places = await readPlaces(queries, scope);
    const present = await allInSlices((after, limit) =>
      locationsAfter(queries, scope, after, limit),
    );
    return {
      schema: locationCreate,
      editSchema: locationUpdate,
      inputOf: (cells, notes) => ({
        ...cells,
        companyId: places.company(cells, notes),
        latitude: numberOf(cells.latitude),
        longitude: numberOf(cells.longitude),
        timeZone: cells.timeZone || null,
        dailyRule: cells.dailyRule?.toLowerCase() || NO_DAILY_RULE,
      }),
      keyField: 'name',
      keyOf: ({ companyId, name }) => (companyId && name ? keyOf(companyId, name) : null),
      nameOf: ({ name = '' }) => name,
      present: grouped(present, (location) => keyOf(location.companyId, location.name)),
      refusals: coordinateRefusals,
      // The company is part of what identifies a location. A location with the same name in another
      // company is a different one.
      fixed: {},
      editRefusals: (_, next) => coordinateRefusals(next),
      written: (_, value) => writtenText(value),
    };
  },
  async stager({ db, clock }, importId) {
    const now = clock();
    const ids = await allInSlices((after, limit) =>
      db.queries
        .selectFrom('stored_locations')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    );
    const taken = new Set(ids.map(({ id }) => id));
    return async (trx, values) => {
      const withIds = values.map((value) => {
        const id = freeId(value, now, taken);
        taken.add(id);
        return { ...value, id };
      });
      await refusingTaken(LOCATION_KEY, () => insertLocations(trx, withIds, now, importId));
    };
  },
  async publish(queries, ids) {
    const rows = await queries
      .selectFrom('locations')
      .select(['id', 'name', 'company_id as companyId', 'city', 'state'])
      .where('id', 'in', ids)
      .execute();
    return {
      mirrors: rows.map(locationMirror),
      entries: rows.map(({ id, name, companyId }) => ({
        kind: 'location.created' as const,
        companyId,
        locationId: id,
        subject: name,
        detail: BY_IMPORT,
      })),
    };
  },
  async edit(ctx, trx, edits) {
    await editLocations(trx, ctx, edits, BY_IMPORT);
    return [];
  },
  flagIdsOf: () => [],
};

const coordinateRefusals = (at: Parameters<typeof hasHalfCoordinates>[0]): FieldNote[] =>
  hasHalfCoordinates(at) ? [{ field: 'latitude', text: HALF_COORDINATES }] : [];

/**
 * Returns an unused location ID. IDs contain a time in ms. Starts with the current time, and goes
 * back 1 ms at a time until the ID is unused.
 */
function freeId(
  { companyId, city }: LocationCreate,
  now: number,
  taken: ReadonlySet<string>,
): string {
  for (let at = now; ; at--) {
    const id = locationId(companyId, city, at);
    if (!taken.has(id)) return id;
  }
}
