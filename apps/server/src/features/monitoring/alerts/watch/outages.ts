import { type AlertOutage, findOutages, type Outage, type OutageGroup } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { type Context, requireScope } from '../../../calls/context.ts';

const SETTING = 'outages';

/**
 * The stored outages, grouped by who can see them. For a company's users, an outage counts only
 * that company's poles.
 */
interface StoredOutages {
  fleet: Outage[];
  /** Outages by company ID. Companies without outages are left out. */
  companies: Record<string, Outage[]>;
  locations: Record<string, Outage[]>;
}

const NONE: StoredOutages = { fleet: [], companies: {}, locations: {} };

/** Returns the outages that the actor may see. */
export async function listOutages(ctx: Context): Promise<AlertOutage[]> {
  return named(ctx.db.queries, await findOutagesFor(ctx));
}

/**
 * Returns the stored outages that the actor may see, including outages of companies and locations
 * that have since been deleted.
 */
export async function findOutagesFor(ctx: Context): Promise<readonly Outage[]> {
  const scope = requireScope(ctx, 'alert.read');
  const stored = parse(await findStored(ctx.db.queries));
  switch (scope.kind) {
    case 'all':
      return stored.fleet;
    case 'company':
      return stored.companies[scope.companyId] ?? [];
    case 'location':
      return stored.locations[scope.locationId] ?? [];
    case 'nothing':
      return [];
  }
}

/** Looks for outages and stores them, so that every process can show them. */
export class OutageWatch {
  readonly #queries: Queries;
  /** The stored outages as JSON. Null until they have been read. */
  #stored: string | null = null;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /**
   * Stores the current outages.
   * @param fleet the counts of the whole fleet
   * @param begins whether new outages may start; just after Halyard was down, poles may look
   * offline because they have not had time to report
   * @returns the companies whose screens must be updated
   */
  async look(fleet: OutageGroup, { begins }: { begins: boolean }): Promise<Iterable<string>> {
    this.#stored ??= await findStored(this.#queries);
    const seen = outagesAmong(fleet);
    const found = begins ? seen : knownOnly(seen, parse(this.#stored));
    const value = JSON.stringify(found);
    if (value === this.#stored) return [];
    await this.#queries
      .insertInto('settings')
      .values({ id: SETTING, value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
      .execute();
    const before = parse(this.#stored);
    this.#stored = value;
    return new Set([before, found].flatMap(companiesOf));
  }
}

function outagesAmong(fleet: OutageGroup): StoredOutages {
  return {
    fleet: findOutages(fleet, 'fleet'),
    companies: outagesOfEach(fleet.parts, 'company'),
    locations: outagesOfEach(
      fleet.parts.flatMap(({ parts }) => parts),
      'location',
    ),
  };
}

const outagesOfEach = (
  groups: readonly OutageGroup[],
  kind: 'company' | 'location',
): Record<string, Outage[]> =>
  Object.fromEntries(
    groups
      .map((group) => [group.id, findOutages(group, kind)] as const)
      .filter(([, outages]) => outages.length > 0),
  );

/**
 * Keeps only the outages of companies and locations that already had one. Used while no new outages
 * may start.
 */
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
 * Adds the names of companies and locations to outages. Leaves out outages of deleted companies and
 * locations.
 */
export async function named(queries: Queries, outages: readonly Outage[]): Promise<AlertOutage[]> {
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
