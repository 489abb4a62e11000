import {
  type AlertOutage,
  findOutages,
  isLocked,
  isOnline,
  lastSeenAt,
  type Outage,
  type OutagePole,
} from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { type Context, requireScope, type Services } from '../../calls/context.ts';

const SETTING = 'outages';

/**
 * The stored outages, grouped by who can see them. For users of one company, only that company's
 * poles count.
 */
interface StoredOutages {
  fleet: Outage[];
  /** Outages by company ID. Companies without outages are left out. */
  companies: Record<string, Outage[]>;
  locations: Record<string, Outage[]>;
}

const NONE: StoredOutages = { fleet: [], companies: {}, locations: {} };

/** Returns the outages among the poles that the actor may see. */
export async function listOutages(ctx: Context): Promise<AlertOutage[]> {
  const scope = requireScope(ctx, 'alert.read');
  const { queries } = ctx.db;
  const stored = parse(await findStored(queries));
  switch (scope.kind) {
    case 'all':
      return named(queries, stored.fleet);
    case 'company':
      return named(queries, stored.companies[scope.companyId] ?? []);
    case 'location':
      return named(queries, stored.locations[scope.locationId] ?? []);
    case 'nothing':
      return [];
  }
}

/** A pole with its location and its path in the realtime database. */
interface WatchedPole {
  ownerId: string;
  flagId: string;
  companyId: string;
  locationId: string;
}

/** Repeatedly looks for outages and stores them, so that every process can show them. */
export class OutageWatch {
  readonly #services: Pick<Services, 'db' | 'link'>;
  /** The stored outages as JSON. Null until they are read. */
  #stored: string | null = null;

  constructor(services: Pick<Services, 'db' | 'link'>) {
    this.#services = services;
  }

  /**
   * Checks all poles for outages.
   * @param begins whether new outages may start; after Halyard was down, poles may look offline
   *   only because they have had no time to report again
   * @returns the companies whose screens must be updated
   */
  async look(
    flags: readonly WatchedPole[],
    { now, begins }: { now: number; begins: boolean },
  ): Promise<Iterable<string>> {
    const { queries } = this.#services.db;
    this.#stored ??= await findStored(queries);
    const seen = outagesAmong(this.#polesOf(flags, now));
    const found = begins ? seen : knownOnly(seen, parse(this.#stored));
    const value = JSON.stringify(found);
    if (value === this.#stored) return [];
    await queries
      .insertInto('settings')
      .values({ id: SETTING, value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
      .execute();
    const before = parse(this.#stored);
    this.#stored = value;
    return new Set([before, found].flatMap(companiesOf));
  }

  /**
   * Returns the poles and when they went offline. A locked pole does not count as offline, because
   * someone is working on it.
   */
  #polesOf(flags: readonly WatchedPole[], now: number): OutagePole[] {
    return flags.map((flag) => {
      const record = this.#services.link.record(flag);
      const seen = lastSeenAt(record, now);
      const isMissed = !isOnline(record, now) && !isLocked(record);
      const { companyId, locationId } = flag;
      const isKnown = seen !== null;
      return { companyId, locationId, isKnown, offlineSince: isMissed ? seen : null };
    });
  }
}

function outagesAmong(poles: readonly OutagePole[]): StoredOutages {
  return {
    fleet: findOutages(poles, 'fleet'),
    companies: outagesOfEach(poles, 'company', ({ companyId }) => companyId),
    locations: outagesOfEach(poles, 'location', ({ locationId }) => locationId),
  };
}

function outagesOfEach(
  poles: readonly OutagePole[],
  kind: 'company' | 'location',
  idOf: (pole: OutagePole) => string,
): Record<string, Outage[]> {
  const groups = new Map<string, OutagePole[]>();
  for (const pole of poles) {
    const group = groups.get(idOf(pole));
    if (group) group.push(pole);
    else groups.set(idOf(pole), [pole]);
  }
  return Object.fromEntries(
    Array.from(groups, ([id, group]) => [id, findOutages(group, kind)] as const).filter(
      ([, outages]) => outages.length > 0,
    ),
  );
}

/** Leaves out the outages of companies and locations that did not have one before. */
function knownOnly(seen: StoredOutages, before: StoredOutages): StoredOutages {
  const known = (outages: readonly Outage[] = [], old: readonly Outage[] = []) =>
    outages.filter(({ shared, companyId, locationId }) =>
      old.some(
        (each) =>
          each.shared === shared && each.companyId === companyId && each.locationId === locationId,
      ),
    );
  const knownOfEach = (of: 'companies' | 'locations') =>
    Object.fromEntries(
      Object.entries(seen[of])
        .map(([id, outages]) => [id, known(outages, before[of][id])] as const)
        .filter(([, outages]) => outages.length > 0),
    );
  return {
    fleet: known(seen.fleet, before.fleet),
    companies: knownOfEach('companies'),
    locations: knownOfEach('locations'),
  };
}

const companiesOf = ({ fleet, companies, locations }: StoredOutages): string[] =>
  [fleet, ...Object.values(companies), ...Object.values(locations)]
    .flat()
    .flatMap(({ companyIds }) => companyIds);

async function findStored(queries: Queries): Promise<string> {
  const row = await queries
    .selectFrom('settings')
    .select('value')
    .where('id', '=', SETTING)
    .executeTakeFirst();
  return row?.value ?? JSON.stringify(NONE);
}

const parse = (value: string) => JSON.parse(value) as StoredOutages;

/**
 * Adds the names of companies and locations to outages. Leaves out outages of those that were
 * deleted.
 */
async function named(queries: Queries, outages: readonly Outage[]): Promise<AlertOutage[]> {
  const ids = (of: (outage: Outage) => string | null) =>
    outages.flatMap((outage) => of(outage) ?? []);
  const find = async (table: 'companies' | 'locations', wanted: string[]) =>
    wanted.length === 0
      ? []
      : queries.selectFrom(table).select(['id', 'name']).where('id', 'in', wanted).execute();
  const companies = await find(
    'companies',
    ids(({ companyId }) => companyId),
  );
  const locations = await find(
    'locations',
    ids(({ locationId }) => locationId),
  );
  return outages.flatMap(({ companyId, locationId, companyIds, ...outage }) => {
    const company = companies.find(({ id }) => id === companyId) ?? null;
    const location = locations.find(({ id }) => id === locationId) ?? null;
    if ((companyId !== null && !company) || (locationId !== null && !location)) return [];
    return { ...outage, company, location, companies: companyIds.length };
  });
}
