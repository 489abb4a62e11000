import {
  DEFAULT_MOVE_TIMEOUT_SECONDS,
  EXPORT_ONLY_COLUMNS,
  type FlagExportQuery,
  IMPORT_COLUMNS,
  type ImportKind,
  isInPlace,
  meetsCriteria,
  ROLE_FACTS,
  readCriteria,
  SEARCHED,
  SWITCHES,
  searchQuery,
  searchText,
  viewFlag,
} from '@halyard/domain';
import { type Cell, writeCsv } from '../../platform/csv.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { listCompanies } from '../customers/companies/companies.ts';
import { listLocations } from '../customers/locations/locations.ts';
import { listFlags } from '../flags/flags.ts';
import { findFlagSettings } from '../fleet/flags.ts';
import { listInvitations } from '../identity/invitations/invitations.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import { listUsers } from '../identity/users/users.ts';
import { foreignOwner } from './kinds/flags.ts';
import { type Places, readPlaces } from './rows/places.ts';

/** The byte order mark, which Excel needs to read UTF-8. */
const WITH_BOM = { bom: true };

/** The search text of a page of the console. Undefined to export everything. */
type Search = string | undefined;

export async function exportCompanies(ctx: Context, search: Search): Promise<string> {
  const found = searched(await listCompanies(ctx), SEARCHED.company, search);
  return sheet('companies', found, (company) => ({
    ...company,
    more: [company.autoHalfMast, company.locations, company.flags, company.users],
  }));
}

export async function exportLocations(ctx: Context, search: Search): Promise<string> {
  const places = await placesOf(ctx);
  const found = searched(await listLocations(ctx), SEARCHED.location, search);
  return sheet('locations', found, (location) => ({
    ...location,
    companyId: places.writeCompany(location.companyId, location.company),
    more: [location.flags, location.users],
  }));
}

/**
 * Exports flags as CSV. Leaves out simulated poles, because an import would treat them as real
 * ones.
 */
export async function exportFlags(ctx: Context, query: FlagExportQuery): Promise<string> {
  const { q, company, location } = query;
  const criteria = readCriteria(query);
  const place = { companyId: company ?? null, locationId: location ?? null };
  const places = await placesOf(ctx);
  const settings = await findFlagSettings(ctx.db.queries, requireScope(ctx, 'flag.read'));
  const timeouts = new Map(settings.map(({ flagId, moveTimeout }) => [flagId, moveTimeout]));
  const found = searched(
    (await listFlags(ctx)).filter((flag) => !flag.isSimulated && isInPlace(flag, place)),
    (flag) => [...SEARCHED.flag(flag), flag.status],
    q,
  ).filter((flag) => meetsCriteria(criteria, flag, viewFlag(flag.live, ctx.clock())));
  return sheet('flags', found, (flag) => ({
    ...flag,
    ...written(places, flag),
    moveTimeout: timeouts.get(flag.flagId) ?? DEFAULT_MOVE_TIMEOUT_SECONDS,
    adoptOwnerId: foreignOwner({ ...flag, ownerId: flag.firebaseUserId }) ?? null,
    more: [
      flag.status,
      flag.voltage,
      ...SWITCHES.map(({ id }) => flag.switches.find((one) => one.id === id)?.state ?? null),
      dateOf(flag.lastUpdated),
    ],
  }));
}

export async function exportUsers(
  ctx: Context,
  sessions: Sessions,
  search: Search,
): Promise<string> {
  const places = await placesOf(ctx);
  const found = searched(await listUsers(ctx, sessions), SEARCHED.user, search);
  return sheet('people', found, (user) => ({
    ...user,
    ...written(places, user),
    role: ROLE_FACTS[user.role].label,
    more: [user.status],
  }));
}

/** Exports the unused invitations without their codes. */
export async function exportInvitations(ctx: Context): Promise<string> {
  const rows = (await listInvitations(ctx)).map((invitation) => [
    ROLE_FACTS[invitation.role].label,
    invitation.company,
    invitation.location,
    invitation.createdBy,
    dateOf(invitation.createdAt),
    dateOf(invitation.expiresAt),
  ]);
  const titles = ['Role', 'Company', 'Location', 'Invited By', 'Created', 'Expires'];
  return writeCsv(titles, rows, WITH_BOM);
}

const placesOf = (ctx: Context) => readPlaces(ctx.db.queries, requireScope(ctx, 'company.read'));

interface Placed {
  companyId: string | null;
  company: string | null;
  locationId: string | null;
  location: string | null;
}

/** Returns a company and location in a form that an import can match. */
function written(places: Places, { companyId, company, locationId, location }: Placed) {
  const atLocation = companyId !== null && locationId !== null && location !== null;
  return {
    companyId: companyId === null ? null : places.writeCompany(companyId, company ?? companyId),
    locationId: atLocation
      ? places.writeLocation({ id: locationId, name: location, companyId })
      : null,
  };
}

function searched<T>(
  things: readonly T[],
  fieldsOf: (thing: T) => readonly string[],
  search: Search,
): readonly T[] {
  const query = searchQuery(search ?? '');
  return things.filter((thing) => searchText(fieldsOf(thing)).includes(query));
}

/** Writes the columns that an import reads, followed by the columns that only exports have. */
function sheet<T>(
  kind: ImportKind,
  things: readonly T[],
  rowOf: (thing: T) => { more: Cell[] },
): string {
  const columns = IMPORT_COLUMNS[kind];
  const headings = [...columns.map(({ header }) => header), ...EXPORT_ONLY_COLUMNS[kind]];
  const rows = things.map((thing) => {
    const { more, ...values } = rowOf(thing);
    const cells = values as Record<string, Cell>;
    return [...columns.map(({ field }) => cells[field] ?? null), ...more];
  });
  return writeCsv(headings, rows, WITH_BOM);
}

const dateOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();
