import type { Queries } from '../../../platform/database/tables/schema.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';

/** The database tables whose records appear in lists. */
export const LISTED_TABLES = ['companies', 'locations', 'flags', 'users'] as const;
export type ListedTable = (typeof LISTED_TABLES)[number];

/** The maximum number of rows per query, so that SQLite responds within milliseconds. */
const BATCH = 500;

const select = {
  companies: (queries: Queries) =>
    queries
      .selectFrom('companies')
      .select(['companies.id', 'name', 'auto_half_mast as followsOrders']),
  locations: (queries: Queries) =>
    queries
      .selectFrom('locations')
      .select(['locations.id', 'company_id as companyId', 'name', 'city', 'state']),
  flags: (queries: Queries) =>
    queries
      .selectFrom('flags')
      .select([
        'flags.id',
        'flag_id as flagId',
        'owner_id as ownerId',
        'name',
        'company_id as companyId',
        'location_id as locationId',
      ]),
  users: (queries: Queries) =>
    queries
      .selectFrom('users')
      .select([
        'users.id',
        'first_name as firstName',
        'last_name as lastName',
        'email',
        'role',
        'company_id as companyId',
        'location_id as locationId',
        'suspended_at as suspendedAt',
      ]),
};

/** The row type of each table that is kept in memory for lists. */
export type Rows = {
  [T in ListedTable]: Awaited<ReturnType<ReturnType<(typeof select)[T]>['execute']>>;
};
export type Row<T extends ListedTable> = Rows[T][number];

/** Reads all rows of a table in batches, sorted by ID. */
export async function* allRows<T extends ListedTable>(
  queries: Queries,
  table: T,
): AsyncIterable<Rows[T]> {
  for (let after = ''; ; ) {
    const rows = await batchAfter(queries, table, after);
    if (rows.length > 0) yield rows as Rows[T];
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

// The four queries differ only in their columns. Kysely's types cannot express that for a variable
// table.
function batchAfter(queries: Queries, table: ListedTable, after: string) {
  const query = select[table](queries) as ReturnType<(typeof select)['companies']>;
  return query
    .where(`${table as 'companies'}.id`, '>', after)
    .orderBy(`${table as 'companies'}.id`)
    .limit(BATCH)
    .execute();
}

/** Reads the rows with these IDs in batches. IDs without a row are left out. */
export async function* rowsById<T extends ListedTable>(
  queries: Queries,
  table: T,
  ids: Iterable<string>,
): AsyncIterable<Rows[T]> {
  const all = [...ids];
  for (let start = 0; start < all.length; start += BATCH) {
    const query = select[table](queries) as ReturnType<(typeof select)['companies']>;
    const rows = await query
      .where(`${table as 'companies'}.id`, 'in', all.slice(start, start + BATCH))
      .execute();
    yield rows as Rows[T];
    // An import adds many records at once.
    if (all.length > BATCH) await nextTurn();
  }
}
