import {
  COMPANY_AUTHORITIES,
  type Order,
  type OrderScope,
  type OrderTerms,
  PlacesInScope,
  type Scope,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { within } from '../../../platform/database/scope.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { companyChanged } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueueAll } from '../../../realtime/outbox/outbox.ts';
import { companyNotFound, locationNotFound } from '../../fleet/errors.ts';
import { locationPlace } from '../../fleet/locationPlace.ts';

const YEAR_MS = 366 * 24 * 60 * 60_000;
/** The maximum number of orders per company and year. Deleted drafts do not count. */
const MOST_IN_A_YEAR = 200;

/**
 * Checks that the actor may record this order. A company may record orders only for itself and its
 * locations, and may not record orders of the President.
 * @param present the stored order's scope. Its companies and locations were checked when it was
 * stored, so they are not checked again.
 * @throws AppError `not-found` for a company or location that does not exist or belongs to another
 * company
 */
export async function requireReach(
  queries: Queries,
  actor: Scope,
  { authority, scope }: Pick<OrderTerms, 'authority' | 'scope'>,
  present: OrderScope | null = null,
): Promise<void> {
  if (actor.kind !== 'all') {
    if (!COMPANY_AUTHORITIES.includes(authority))
      throw forbidden(msg`Only the operator can record an order from the President.`);
    if (scope.kind === 'all' || scope.kind === 'states')
      throw forbidden(msg`A company can record orders only for its own poles.`);
  }
  const known = new Set(present ? namedBy(present) : []);
  const ids = [...new Set(namedBy(scope))].filter((id) => !known.has(id));
  if (ids.length === 0) return;
  const isOfCompanies = scope.kind === 'companies';
  const rows = isOfCompanies
    ? await queries
        .selectFrom('companies')
        .select('id')
        .where('id', 'in', ids)
        .where(within(actor, { company: 'companies.id', location: 'companies.id' }))
        .execute()
    : await queries
        .selectFrom('locations')
        .select('id')
        .where('id', 'in', ids)
        .where(within(actor, { company: 'locations.company_id', location: 'locations.id' }))
        .execute();
  if (rows.length < ids.length) throw isOfCompanies ? companyNotFound() : locationNotFound();
}

/**
 * Checks that a company may record one more order. The number is limited, because the engine
 * evaluates all orders for every pole.
 * @throws AppError `conflict` if the limit is reached
 */
export async function requireRoom(queries: Queries, companyId: string, now: number): Promise<void> {
  const { count } = await queries
    .selectFrom('half_staff_orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('created_at', '>', now - YEAR_MS)
    .executeTakeFirstOrThrow();
  if (count >= MOST_IN_A_YEAR)
    throw new AppError(
      'conflict',
      msg`A company can record at most ${{ max: MOST_IN_A_YEAR }} orders a year.`,
    );
}

/**
 * Returns the IDs of the companies or locations in a scope. Empty if the scope covers all poles or
 * whole states.
 */
function namedBy(scope: OrderScope): readonly string[] {
  if (scope.kind === 'companies') return scope.companyIds;
  return scope.kind === 'locations' ? scope.locationIds : [];
}

/**
 * Makes open screens reload their lists, for all companies that have locations in the given scopes.
 */
export async function refreshScreens(
  trx: Trx,
  scopes: readonly OrderScope[],
  now: number,
): Promise<void> {
  const companies = new Set<string>();
  for (const scope of scopes) for (const id of await companiesIn(trx, scope)) companies.add(id);
  const changes = [...companies].map((id) => companyChanged(id, now));
  await enqueueAll(trx, changes, now);
}

async function companiesIn(queries: Queries, scope: OrderScope): Promise<string[]> {
  const ofLocations = queries.selectFrom('locations').select('company_id as id').distinct();
  const companies = queries.selectFrom('companies').select('id');
  const chosen = () => {
    switch (scope.kind) {
      case 'all':
        return companies;
      case 'companies':
        return companies.where('id', 'in', scope.companyIds);
      case 'states':
        return ofLocations.where('state', 'in', scope.states);
      case 'locations':
        return ofLocations.where('locations.id', 'in', scope.locationIds);
    }
  };
  return (await chosen().execute()).map(({ id }) => id);
}

/** The number of locations that are read per query. */
const PAGE = 200;

/**
 * Checks that an order can have an effect. Stops reading locations once it finds a pole where the
 * order would be in effect, which is almost always at the first location.
 * @throws AppError `conflict` if the order would never be in effect at any pole in its scope
 */
export async function requireEffect(trx: Trx, order: Order, at: number): Promise<void> {
  const places = new PlacesInScope(order, at);
  for (let after = ''; ; ) {
    const rows = await locationsAfter(trx, order, after);
    for (const { id: locationId, companyId, state, ...row } of rows) {
      const { place } = locationPlace({ state, ...row });
      places.add({ companyId, locationId, state, place });
    }
    after = rows.at(-1)?.id ?? '';
    if (rows.length < PAGE || places.haveEffect) break;
  }
  if (places.areEmpty)
    throw new AppError(
      'conflict',
      msg`This order would never be in effect: its end has passed, or it starts after it ends. Change its dates, then approve it.`,
    );
}

/**
 * Returns the next page of locations that have flags and may be in the order's scope.
 * @param after the last location ID of the previous page
 */
function locationsAfter(queries: Queries, { scope }: Order, after: string) {
  return queries
    .selectFrom('locations')
    .select([
      'id',
      'company_id as companyId',
      'state',
      'zip',
      'latitude',
      'longitude',
      'time_zone as timeZone',
    ])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('flags')
          .select('flags.id')
          .whereRef('flags.location_id', '=', 'locations.id'),
      ),
    )
    .where('id', '>', after)
    .$if(scope.kind === 'states', (query) =>
      query.where('state', 'in', scope.kind === 'states' ? scope.states : []),
    )
    .orderBy('id')
    .limit(PAGE)
    .execute();
}
