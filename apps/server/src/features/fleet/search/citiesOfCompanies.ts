import { cityState, type Scope, searchText } from '@halyard/domain';
import { sql } from 'kysely';
import { within } from '../../../platform/database/scope.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import type { Wanted } from './nearest.ts';

/**
 * The minimum length of a word that is searched for in city names. Shorter words, such as single
 * letters, occur in most names.
 */
const WORD_LENGTH = 2;
const COLUMNS = { company: 'companies.id', location: 'companies.id' };

/**
 * Returns the companies whose city or state contains any of the words, each with its city and state
 * as text to search in. Reads them from the database, because the in-memory directory has only the
 * names of companies.
 */
export async function citiesOfCompanies(
  queries: Queries,
  scope: Scope,
  { words }: Wanted,
): Promise<ReadonlyMap<string, string>> {
  const long = words.filter(({ length }) => length >= WORD_LENGTH);
  if (long.length === 0) return new Map();
  const rows = await queries
    .selectFrom('companies')
    .select(['companies.id', 'city', 'state'])
    .where(within(scope, COLUMNS))
    .where((eb) =>
      eb.or(
        long.map((word) => {
          const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
          return sql<boolean>`lower(city || ', ' || state) like ${pattern} escape '\\'`;
        }),
      ),
    )
    .execute();
  return new Map(rows.map(({ id, ...place }) => [id, searchText([cityState(place)])]));
}
