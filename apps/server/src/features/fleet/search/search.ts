import {
  type Flag,
  type FoundCompany,
  type FoundLocation,
  type FoundUser,
  inScope,
  isPlainText,
  type RecordSearch,
  type RecordSearchQuery,
  type Scope,
  searchText,
} from '@halyard/domain';
import { uniqueKey } from '../../../platform/database/text.ts';
import { type Context, scopeFor } from '../../calls/context.ts';
import { withLiveState } from '../../flags/flags.ts';
import { BY_NAME as FLAGS_BY_NAME, placeOfFlag } from '../../flags/matchFlags.ts';
import { findUsersById } from '../../identity/queries.ts';
import { BY_NAME as USERS_BY_NAME } from '../../identity/users/listUserPage.ts';
import { findCompaniesById } from '../companies.ts';
import type { CompanyEntry, FlagEntry, LocationEntry, UserEntry } from '../directory/entries.ts';
import { type Lists, orderOf } from '../directory/lists.ts';
import type { Tables } from '../directory/tables.ts';
import { findFlagsById } from '../flags.ts';
import { findLocationsById } from '../locations.ts';
import { citiesOfCompanies } from './citiesOfCompanies.ts';
import { type Nearest, NOTHING, nearest, type Wanted, wantedBy } from './nearest.ts';

const NOWHERE: Scope = { kind: 'nothing' };
const NO_ONE: ReadonlySet<string> = new Set();

/** The scope in which the caller may see each kind of record. */
interface Scopes {
  companies: Scope;
  /** The scope in which the caller may see locations and their addresses. */
  locations: Scope;
  flags: Scope;
  users: Scope;
}

/**
 * Finds records of all kinds by words or ID, for the caller's search field. Chooses the records in
 * memory, and reads them from the database within the caller's scope.
 */
export async function searchRecords(
  ctx: Context,
  { fleet }: Lists,
  { q = '', poles, only, limit, ...ids }: RecordSearchQuery,
): Promise<RecordSearch> {
  const scopes: Scopes = {
    companies: scopeFor(ctx, 'company.read') ?? NOWHERE,
    locations: scopeFor(ctx, 'location.read') ?? NOWHERE,
    flags: scopeFor(ctx, 'flag.read') ?? NOWHERE,
    users: scopeFor(ctx, 'user.read') ?? NOWHERE,
  };
  const tables = await fleet.current();
  const found = only === 'named' ? null : await findAll(ctx, tables, scopes, wantedBy(q), limit);
  const named = poles === undefined ? null : findPoles(tables, scopes, wantedBy(poles), limit);
  const wanted = {
    companies: idsIn(ids.companies),
    locations: idsIn(ids.locations),
    flags: idsIn(ids.flags),
    users: idsIn(ids.users),
  };
  // Each record is read once, even if it is in several parts of the answer.
  const records = {
    companies: await readCompanies(ctx, tables, scopes, [
      ...wanted.companies,
      ...(found?.companies.ids ?? []),
    ]),
    locations: await readLocations(ctx, tables, scopes, [
      ...wanted.locations,
      ...(found?.locations.ids ?? []),
      ...(named?.locations.ids ?? []),
    ]),
    flags: await readFlags(ctx, scopes, [
      ...wanted.flags,
      ...(found?.flags.ids ?? []),
      ...(named?.flags.ids ?? []),
    ]),
    users: await readUsers(ctx, scopes, [...wanted.users, ...(found?.users.ids ?? [])]),
  };
  const pick = <Item>(from: ReadonlyMap<string, Item>, wantedIds: readonly string[]) =>
    wantedIds.flatMap((id) => from.get(id) ?? []);
  const part = <Item>(from: ReadonlyMap<string, Item>, chosen: typeof NOTHING) => ({
    items: pick(from, chosen.ids),
    total: chosen.total,
  });
  return {
    found: found && {
      companies: part(records.companies, found.companies),
      locations: part(records.locations, found.locations),
      flags: part(records.flags, found.flags),
      users: part(records.users, found.users),
    },
    poles: named && {
      locations: part(records.locations, named.locations),
      flags: part(records.flags, named.flags),
    },
    named: {
      companies: pick(records.companies, wanted.companies),
      locations: pick(records.locations, wanted.locations),
      flags: pick(records.flags, wanted.flags),
      users: pick(records.users, wanted.users),
    },
  };
}

const idsIn = (list = ''): readonly string[] => [
  ...new Set(list.split(',').filter((id) => id !== '')),
];

async function findAll(
  ctx: Context,
  tables: Tables,
  scopes: Scopes,
  wanted: Wanted,
  limit: number,
) {
  return {
    companies: await findCompanies(ctx, tables, scopes.companies, wanted, limit),
    locations: findLocations(tables, scopes, wanted, limit),
    flags: findFlags(tables, scopes.flags, wanted, limit),
    users: await findUsers(ctx, tables, scopes.users, wanted, limit),
  };
}

/**
 * Finds the poles and locations that a command in the search field may refer to. Searches names but
 * not addresses, because a command must never move all the poles in a city.
 */
function findPoles(tables: Tables, scopes: Scopes, wanted: Wanted, limit: number) {
  return {
    locations: nearest(
      locationsByName(tables),
      wanted,
      {
        isVisible: (entry) => entry.flags > 0 && inScope(scopes.flags, placeOfLocation(entry)),
        textOf: textWithoutAddress,
      },
      limit,
    ),
    flags: findFlags(tables, scopes.flags, wanted, limit),
  };
}

async function findCompanies(
  { db }: Context,
  { companies }: Tables,
  scope: Scope,
  wanted: Wanted,
  limit: number,
): Promise<Nearest> {
  if (scope.kind === 'nothing') return NOTHING;
  const cities = await citiesOfCompanies(db.queries, scope, wanted);
  const byName = companies.inOrder(orderOf(null, {}, [({ nameKey }: CompanyEntry) => nameKey]));
  const isVisible = ({ id }: CompanyEntry) =>
    scope.kind === 'all' || ('companyId' in scope && scope.companyId === id);
  const textOf = ({ id, text }: CompanyEntry) => {
    const city = cities.get(id);
    return city === undefined ? text : `${text}\n${city}`;
  };
  return nearest(byName, wanted, { isVisible, textOf }, limit);
}

function findLocations(tables: Tables, scopes: Scopes, wanted: Wanted, limit: number) {
  const isVisible = (entry: LocationEntry) => seesLocation(scopes, entry);
  const textOf = (entry: LocationEntry) =>
    seesAddress(scopes, entry) ? entry.text : textWithoutAddress(entry);
  return nearest(locationsByName(tables), wanted, { isVisible, textOf }, limit);
}

const locationsByName = ({ locations }: Tables) =>
  locations.inOrder(orderOf(null, {}, [({ nameKey }: LocationEntry) => nameKey]));
const textWithoutAddress = ({ name, company }: LocationEntry) => searchText([name, company.name]);
const placeOfLocation = ({ id, company }: LocationEntry) => ({
  companyId: company.id,
  locationId: id,
});
const seesAddress = ({ locations }: Scopes, entry: LocationEntry): boolean =>
  inScope(locations, placeOfLocation(entry));
/**
 * Whether the caller may see a location's name. This includes callers who may see one of its
 * flags.
 */
const seesLocation = (scopes: Scopes, entry: LocationEntry): boolean =>
  seesAddress(scopes, entry) || (entry.flags > 0 && inScope(scopes.flags, placeOfLocation(entry)));

function findFlags({ flags }: Tables, scope: Scope, wanted: Wanted, limit: number) {
  const byName = flags.inOrder(orderOf(null, {}, FLAGS_BY_NAME));
  return nearest(
    byName,
    wanted,
    {
      isVisible: (entry: FlagEntry) => inScope(scope, placeOfFlag(entry)),
      textOf: ({ text }) => text,
      // The text begins with the flag ID.
      nameAt: ({ flagId }) => flagId.length + 1,
    },
    limit,
  );
}

async function findUsers(
  ctx: Context,
  { users }: Tables,
  scope: Scope,
  wanted: Wanted,
  limit: number,
): Promise<Nearest> {
  if (scope.kind === 'nothing') return NOTHING;
  const byName = users.inOrder(orderOf(null, {}, USERS_BY_NAME));
  const isVisible = ({ company, location }: UserEntry) =>
    inScope(scope, { companyId: company?.id ?? null, locationId: location?.id ?? null });
  const found = nearest(byName, wanted, { isVisible, textOf: ({ text }) => text }, limit);
  const named = await withUsername(ctx, wanted.text);
  const entry = named === null ? undefined : users.get(named);
  if (!entry || !isVisible(entry) || wanted.words.every((word) => entry.text.includes(word)))
    return found;
  return { ids: [entry.id, ...found.ids].slice(0, limit), total: found.total + 1 };
}

/** Returns the ID of the account with exactly this username; null if there is none. */
async function withUsername({ db }: Context, username: string): Promise<string | null> {
  if (username === '' || !isPlainText(username)) return null;
  const row = await db.queries
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', uniqueKey(username))
    .executeTakeFirst();
  return row?.id ?? null;
}

const byId = <Item extends { id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

async function readCompanies(
  ctx: Context,
  { locations }: Tables,
  scopes: Scopes,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundCompany>> {
  if (ids.length === 0) return new Map();
  const rows = await findCompaniesById(ctx.db.queries, scopes.companies, ids);
  const states = new Map(rows.map(({ id }) => [id, new Set<string>()]));
  for (const entry of locations.values())
    if (seesAddress(scopes, entry)) states.get(entry.company.id)?.add(entry.state);
  return byId(rows.map((row) => ({ ...row, states: [...states.get(row.id)!].sort() })));
}

async function readLocations(
  ctx: Context,
  tables: Tables,
  scopes: Scopes,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundLocation>> {
  if (ids.length === 0) return new Map();
  // Use the scope of flags. For no role is it narrower than the scope of locations.
  const rows = await findLocationsById(ctx.db.queries, scopes.flags, ids);
  return byId(
    rows.flatMap(({ id, name, companyId, company, city, state, flags }) => {
      const entry = tables.locations.get(id);
      const place = { companyId, locationId: id };
      const hasAddress = inScope(scopes.locations, place);
      if (!entry || (!hasAddress && flags === 0)) return [];
      const { controls } = entry.tally.summary();
      const address = hasAddress ? { city, state } : { city: null, state: null };
      return { id, name, company, ...address, flags, controls };
    }),
  );
}

async function readFlags(
  ctx: Context,
  { flags }: Scopes,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Flag>> {
  if (ids.length === 0) return new Map();
  return byId(await withLiveState(ctx, await findFlagsById(ctx.db.queries, flags, ids), ids));
}

async function readUsers(
  ctx: Context,
  { users }: Scopes,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundUser>> {
  return byId(ids.length === 0 ? [] : await findUsersById(ctx.db.queries, users, NO_ONE, ids));
}
