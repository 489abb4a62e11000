import {
  type Flag,
  type FlagExportQuery,
  isInPlace,
  meetsCriteria,
  ROLE_FACTS,
  readCriteria,
  SEARCHED,
  searchQuery,
  searchText,
  viewFlag,
} from '@halyard/domain';
import { type Cell, writeCsv } from '../../../platform/csv.ts';
import type { Context } from '../../calls/context.ts';
import { listCompanies } from '../../customers/companies/companies.ts';
import { listLocations } from '../../customers/locations/locations.ts';
import { listFlags } from '../../flags/flags.ts';
import { listInvitations } from '../../identity/invitations/invitations.ts';
import type { Sessions } from '../../identity/sessions/sessions.ts';
import { listUsers } from '../../identity/users/users.ts';

/**
 * The expected text of each export. It is created from complete lists that the database has sorted.
 */
export interface WholeExports {
  companies(q?: string): Promise<string>;
  locations(q?: string): Promise<string>;
  flags(query?: FlagExportQuery): Promise<string>;
  people(q?: string): Promise<string>;
  invitations(): Promise<string>;
}

/** Returns an account's exports. Simulated poles are named by their flag IDs. */
export function wholeExports(
  ctx: Context,
  sessions: Sessions,
  simulated: ReadonlySet<string>,
): WholeExports {
  const ADDRESS = ['Address 1', 'Address 2', 'City', 'State', 'ZIP', 'Phone'];
  const addressOf = (one: {
    address1: string;
    address2: string | null;
    city: string;
    state: string;
    zip: string;
    phone: string;
  }) => [one.address1, one.address2, one.city, one.state, one.zip, one.phone];

  /**
   * Returns how exports identify companies and locations: by name if the name is unique, and
   * otherwise by ID.
   */
  async function namesOf() {
    const companies = await listCompanies(ctx);
    const locations = await listLocations(ctx);
    const key = (name: string) => name.normalize('NFKC').toLowerCase();
    return {
      company(id: string) {
        const { name } = companies.find((one) => one.id === id)!;
        return companies.filter((one) => key(one.name) === key(name)).length === 1 ? name : id;
      },
      location(id: string) {
        const { name, companyId } = locations.find((one) => one.id === id)!;
        const same = locations.filter(
          (one) => one.companyId === companyId && key(one.name) === key(name),
        );
        return same.length === 1 ? name : id;
      },
    };
  }

  return {
    async companies(q) {
      const found = searched(await listCompanies(ctx), SEARCHED.company, q);
      return file(
        ['Name', ...ADDRESS, 'Description', 'Auto Half Mast', 'Locations', 'Flags', 'Users'],
        found.map((one) => [
          one.name,
          ...addressOf(one),
          one.description,
          one.autoHalfMast,
          one.locations,
          one.flags,
          one.users,
        ]),
      );
    },
    async locations(q) {
      const names = await namesOf();
      const found = searched(await listLocations(ctx), SEARCHED.location, q);
      return file(
        [
          'Company',
          'Name',
          ...ADDRESS,
          'Latitude',
          'Longitude',
          'Time Zone',
          'Daily Rule',
          'Flags',
          'Users',
        ],
        found.map((one) => [
          names.company(one.companyId),
          one.name,
          ...addressOf(one),
          one.latitude,
          one.longitude,
          one.timeZone,
          one.dailyRule,
          one.flags,
          one.users,
        ]),
      );
    },
    async flags(query = {}) {
      const names = await namesOf();
      const place = { companyId: query.company ?? null, locationId: query.location ?? null };
      const criteria = readCriteria(query);
      const found = searched(
        (await listFlags(ctx)).filter((one) => !simulated.has(one.flagId) && isInPlace(one, place)),
        (one) => [...SEARCHED.flag(one), one.status],
        query.q,
      ).filter((one) => meetsCriteria(criteria, one, viewFlag(one.live, ctx.clock())));
      const timeouts = await ctx.db.queries
        .selectFrom('flags')
        .select(['flag_id', 'move_timeout'])
        .execute();
      const state = (one: Flag, label: string) =>
        one.switches.find((each) => each.label === label)?.state ?? null;
      return file(
        [
          'Company',
          'Location',
          'Name',
          'Flag ID',
          'Flag Flown',
          'Move Timeout',
          'Owner',
          'Status',
          'Voltage',
          'Flag Up',
          'Flag Down',
          'Flag Half',
          'Lamp',
          'Last Seen',
        ],
        found.map((one) => [
          names.company(one.companyId),
          names.location(one.locationId),
          one.name,
          one.flagId,
          one.flies,
          timeouts.find((each) => each.flag_id === one.flagId)?.move_timeout ?? 15,
          one.firebaseUserId === `company-${one.companyId}` ? null : one.firebaseUserId,
          one.status,
          one.voltage,
          state(one, 'Flag Up'),
          state(one, 'Flag Down'),
          state(one, 'Flag Half'),
          state(one, 'Lamp'),
          one.lastUpdated === null ? null : new Date(one.lastUpdated).toISOString(),
        ]),
      );
    },
    async people(q) {
      const names = await namesOf();
      const found = searched(await listUsers(ctx, sessions), SEARCHED.user, q);
      return file(
        [
          'Company',
          'Location',
          'First Name',
          'Last Name',
          'Email',
          'Phone',
          'Username',
          'Role',
          'May Move Poles',
          'Status',
        ],
        found.map((one) => [
          one.companyId === null ? null : names.company(one.companyId),
          one.locationId === null ? null : names.location(one.locationId),
          one.firstName,
          one.lastName,
          one.email,
          one.phone,
          one.username,
          ROLE_FACTS[one.role].label,
          one.mayMovePoles,
          one.status,
        ]),
      );
    },
    async invitations() {
      return file(
        ['Role', 'Company', 'Location', 'Invited By', 'Created', 'Expires'],
        (await listInvitations(ctx)).map((one) => [
          ROLE_FACTS[one.role].label,
          one.company,
          one.location,
          one.createdBy,
          new Date(one.createdAt).toISOString(),
          new Date(one.expiresAt).toISOString(),
        ]),
      );
    },
  };
}

const file = (headings: readonly string[], rows: readonly Cell[][]) =>
  writeCsv(headings, rows, { bom: true });

function searched<T>(
  all: readonly T[],
  fieldsOf: (one: T) => readonly string[],
  q = '',
): readonly T[] {
  return all.filter((one) => searchText(fieldsOf(one)).includes(searchQuery(q)));
}
