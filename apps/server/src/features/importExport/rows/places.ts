import type { Scope } from '@halyard/domain';
import { plural, t } from '@halyard/messages';
import { inLanguage } from '@halyard/messages/language';
import { within } from '../../../platform/database/scope.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import { COMPANY_NOT_FOUND, LOCATION_NOT_FOUND } from '../../fleet/errors.ts';
import type { FieldNote } from './judge.ts';
import type { Cells } from './readCsv.ts';

interface Place {
  id: string;
  name: string;
}
interface LocationPlace extends Place {
  companyId: string;
}

/** The companies and locations that a line of a CSV file may refer to by name or ID. */
export interface Places {
  company(cells: Cells, notes: FieldNote[]): string | undefined;
  /**
   * Returns the location that a CSV line refers to.
   * @param companyId the company that the location must belong to; undefined for any company
   */
  location(cells: Cells, companyId: string | undefined, notes: FieldNote[]): LocationPlace | null;
  /**
   * Returns the name by which an import finds a company, or its ID if several companies have that
   * name.
   */
  writeCompany(companyId: string, name: string): string;
  writeLocation(location: LocationPlace): string;
  /**
   * Returns the name or ID that an import uses to find a location. Returns an unknown ID unchanged.
   */
  nameOfLocation(id: string): string;
}

/**
 * Reads the companies and locations that a user's CSV file may refer to. A user who belongs to a
 * company may leave out the company's name.
 */
export async function readPlaces(queries: Queries, scope: Scope): Promise<Places> {
  const companies = await allInSlices((after, limit) =>
    queries
      .selectFrom('companies')
      .select(['id', 'name'])
      .where(within(scope, { company: 'companies.id', location: 'companies.id' }))
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  const locations = await allInSlices((after, limit) =>
    queries
      .selectFrom('locations')
      .select(['id', 'name', 'company_id as companyId'])
      .where(within(scope, { company: 'locations.company_id', location: 'locations.id' }))
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  const own = scope.kind === 'company' ? scope.companyId : undefined;
  const findCompany = finder(companies);
  const findLocation = finder(locations);
  const writeLocation = ({ id, name, companyId }: LocationPlace) => {
    const namesakes = findLocation(name).filter((location) => location.companyId === companyId);
    return namesakes.length === 1 ? name : id;
  };
  return {
    company(cells, notes) {
      const named = cells.companyId ?? '';
      if (named === '') return own;
      return theOne(findCompany(named), named, COMPANY, notes)?.id;
    },
    location(cells, companyId, notes) {
      const named = cells.locationId ?? '';
      if (named === '' || notes.length > 0) return null;
      const found = findLocation(named).filter(
        (location) => companyId === undefined || location.companyId === companyId,
      );
      return theOne(found, named, LOCATION, notes);
    },
    writeCompany: (id, name) => (findCompany(name).length === 1 ? name : id),
    writeLocation,
    nameOfLocation(id) {
      const [place] = findLocation(id);
      return place ? writeLocation(place) : id;
    },
  };
}

const COMPANY = {
  field: 'companyId',
  missing: () => inLanguage(COMPANY_NOT_FOUND),
  many: (count: number, name: string) =>
    t`${plural({ count }, { one: '# company is called', other: '# companies are called' })} “${{ name }}”. Enter the company ID instead.`,
};
const LOCATION: typeof COMPANY = {
  field: 'locationId',
  missing: () => inLanguage(LOCATION_NOT_FOUND),
  many: (count, name) =>
    t`${plural({ count }, { one: '# location is called', other: '# locations are called' })} “${{ name }}”. Enter the location ID instead.`,
};

function finder<P extends Place>(places: readonly P[]): (named: string) => readonly P[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const byName = grouped(places, ({ name }) => uniqueKey(name));
  return (named) => {
    const known = byId.get(named);
    return known ? [known] : (byName.get(uniqueKey(named)) ?? []);
  };
}

function theOne<P extends Place>(
  found: readonly P[],
  named: string,
  { field, missing, many }: typeof COMPANY,
  notes: FieldNote[],
): P | null {
  if (found.length === 0) notes.push({ field, text: missing() });
  if (found.length > 1) notes.push({ field, text: many(found.length, named) });
  return found.length === 1 ? found[0]! : null;
}

/** The number of records that one query reads. */
const SLICE = 1000;

/**
 * Reads all records in batches, ordered by ID, and lets the server handle other requests between
 * batches.
 */
export async function allInSlices<T extends { id: string }>(
  read: (after: string, limit: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let after = ''; ; after = all.at(-1)!.id) {
    const rows = await read(after, SLICE);
    for (const row of rows) all.push(row);
    if (rows.length < SLICE) return all;
    await nextTurn();
  }
}

/** Groups records by a key. Several records may have the same key. */
export function grouped<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
