import {
  DEFAULT_MOVE_TIMEOUT_SECONDS,
  EXPORT_ONLY_COLUMNS,
  type FlagExportQuery,
  IMPORT_COLUMNS,
  type ImportKind,
  type Invitation,
  ROLE_FACTS,
  SWITCHES,
  viewFlag,
} from '@halyard/domain';
import { type Cell, csvParts } from '../../platform/csv.ts';
import { FileParts } from '../../platform/http/send/fileParts.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { matchFlags } from '../flags/matchFlags.ts';
import { findCompaniesById } from '../fleet/companies.ts';
import type { CompanyEntry, LocationEntry, UserEntry } from '../fleet/directory/entries.ts';
import { type Lists, matching } from '../fleet/directory/lists.ts';
import { findFlagsById, findMoveTimeouts, simulatedFlagIds } from '../fleet/flags.ts';
import { findLocationsById } from '../fleet/locations.ts';
import { invitationsInSlices } from '../identity/invitations/invitations.ts';
import { findUsersById } from '../identity/queries.ts';
import { onlineUserIds } from '../identity/sessions/onlineUsers.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import { chooseRecords, recordsInSlices } from './exports/choose.ts';
import { type PlaceNames, readPlaceNames } from './exports/places.ts';
import { foreignOwner } from './kinds/flags.ts';

/** The byte order mark, which Excel needs to read UTF-8. */
const WITH_BOM = { bom: true };

/** The search text on a list page of the console. If omitted, all records are exported. */
interface Search {
  q?: string | undefined;
}

const nameOf = ({ name }: { name: string }) => [name];

export async function exportCompanies(
  ctx: Context,
  { directory }: Lists,
  { q }: Search,
): Promise<FileParts> {
  const scope = requireScope(ctx, 'company.read');
  const { companies } = await directory.current();
  // As in the database query, filter a company by its own ID.
  const isFound = matching<CompanyEntry>({ q }, scope, ({ id }) => ({
    companyId: id,
    locationId: id,
  }));
  const ids = await chooseRecords(companies.values(), isFound, nameOf);
  return sheet(
    'companies',
    ids,
    (some) => findCompaniesById(ctx.db.queries, scope, some),
    (company) => ({
      ...company,
      more: [company.autoHalfMast, company.locations, company.flags, company.users],
    }),
  );
}

export async function exportLocations(
  ctx: Context,
  { directory }: Lists,
  { q }: Search,
): Promise<FileParts> {
  const scope = requireScope(ctx, 'location.read');
  const tables = await directory.current();
  const names = await readPlaceNames(tables, requireScope(ctx, 'company.read'));
  const isFound = matching<LocationEntry>({ q }, scope, ({ id, company }) => ({
    companyId: company.id,
    locationId: id,
  }));
  const ids = await chooseRecords(tables.locations.values(), isFound, nameOf);
  return sheet(
    'locations',
    ids,
    (some) => findLocationsById(ctx.db.queries, scope, some),
    (location) => ({
      ...location,
      companyId: names.ofCompany(location.companyId, location.company),
      more: [location.flags, location.users],
    }),
  );
}

/**
 * Exports flags as CSV. Leaves out simulated poles, because an import would treat them as real
 * ones.
 */
export async function exportFlags(
  ctx: Context,
  { fleet }: Lists,
  query: FlagExportQuery,
): Promise<FileParts> {
  const { queries } = ctx.db;
  const scope = requireScope(ctx, 'flag.read');
  const tables = await fleet.current();
  const names = await readPlaceNames(tables, requireScope(ctx, 'company.read'));
  const simulated = await simulatedFlagIds(queries);
  const { found } = matchFlags([...tables.flags.values()], scope, query);
  const ids = await chooseRecords(found, ({ id }) => !simulated.has(id), nameOf);
  const read = async (some: readonly string[]) => {
    const timeouts = await findMoveTimeouts(queries, some);
    return (await findFlagsById(queries, scope, some)).map((row) => ({
      ...row,
      moveTimeout: timeouts.get(row.id) ?? DEFAULT_MOVE_TIMEOUT_SECONDS,
      live: viewFlag(ctx.link.record(row), ctx.clock()),
    }));
  };
  return sheet('flags', ids, read, (flag) => ({
    ...flag,
    ...written(names, flag),
    adoptOwnerId: foreignOwner(flag) ?? null,
    more: [
      flag.live.isOnline ? 'online' : 'offline',
      flag.live.voltage,
      ...SWITCHES.map(({ id }) => flag.live.switches.find((one) => one.id === id)?.state ?? null),
      dateOf(flag.live.lastSeen),
    ],
  }));
}

export async function exportUsers(
  ctx: Context,
  sessions: Sessions,
  { directory }: Lists,
  { q }: Search,
): Promise<FileParts> {
  const scope = requireScope(ctx, 'user.read');
  const online = await onlineUserIds(ctx, sessions);
  const tables = await directory.current();
  const names = await readPlaceNames(tables, requireScope(ctx, 'company.read'));
  const isFound = matching<UserEntry>({ q }, scope, ({ company, location }) => ({
    companyId: company?.id ?? null,
    locationId: location?.id ?? null,
  }));
  const ids = await chooseRecords(tables.users.values(), isFound, ({ lastName, firstName }) => [
    lastName,
    firstName,
  ]);
  return sheet(
    'people',
    ids,
    (some) => findUsersById(ctx.db.queries, scope, online, some),
    (user) => ({
      ...user,
      ...written(names, user),
      role: ROLE_FACTS[user.role].label,
      more: [user.status],
    }),
  );
}

const INVITATION_COLUMNS: readonly [heading: string, cell: (one: Invitation) => Cell][] = [
  ['Role', ({ role }) => ROLE_FACTS[role].label],
  ['Company', ({ company }) => company],
  ['Location', ({ location }) => location],
  ['Invited By', ({ createdBy }) => createdBy],
  ['Created', ({ createdAt }) => dateOf(createdAt)],
  ['Expires', ({ expiresAt }) => dateOf(expiresAt)],
];

/** Exports the unused invitations without their codes. */
export async function exportInvitations(ctx: Context): Promise<FileParts> {
  const slices = invitationsInSlices(ctx);
  const titles = INVITATION_COLUMNS.map(([heading]) => heading);
  return new FileParts(
    csvParts(
      titles,
      rowsOf(slices, (one) => INVITATION_COLUMNS.map(([, cell]) => cell(one))),
      WITH_BOM,
    ),
  );
}

interface Placed {
  companyId: string | null;
  company: string | null;
  locationId: string | null;
  location: string | null;
}

/** Returns the names or IDs that an import uses to find a company and location. */
function written(names: PlaceNames, { companyId, company, locationId, location }: Placed) {
  const atLocation = companyId !== null && locationId !== null && location !== null;
  return {
    companyId: companyId === null ? null : names.ofCompany(companyId, company ?? companyId),
    locationId: atLocation ? names.ofLocation({ id: locationId, name: location, companyId }) : null,
  };
}

/** Writes the columns that an import reads, followed by the columns that only exports have. */
function sheet<T extends { id: string }>(
  kind: ImportKind,
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly T[]>,
  rowOf: (thing: T) => { more: Cell[] },
): FileParts {
  const columns = IMPORT_COLUMNS[kind];
  const headings = [...columns.map(({ header }) => header), ...EXPORT_ONLY_COLUMNS[kind]];
  const rows = rowsOf(recordsInSlices(ids, read), (thing) => {
    const { more, ...values } = rowOf(thing);
    const cells = values as Record<string, Cell>;
    return [...columns.map(({ field }) => cells[field] ?? null), ...more];
  });
  return new FileParts(csvParts(headings, rows, WITH_BOM), ids.length);
}

async function* rowsOf<T>(
  slices: AsyncIterable<readonly T[]>,
  rowOf: (thing: T) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const slice of slices) yield slice.map(rowOf);
}

const dateOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();
