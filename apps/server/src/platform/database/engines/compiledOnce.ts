import { type Compilable, type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../tables/schema.ts';
import type { Engine } from './engine.ts';

/**
 * Returns an SQL condition that is true if the query's list of values contains the column's value.
 */
type IsListed = (column: string) => RawBuilder<SqlBool>;

/**
 * Returns a function that runs a query for a list of values and returns the rows. The query is
 * compiled only once per database, because compiling takes longer than running it.
 * @param build creates the query, which must use `isListed` exactly once and no parameters
 */
export function compiledOnce<Row>(
  build: (queries: Queries, isListed: IsListed) => Compilable<Row>,
): (db: { queries: Queries; engine: Engine }, values: readonly string[]) => Promise<Row[]> {
  const compiled = new WeakMap<Queries, CompiledQuery<Row>>();
  return async ({ queries, engine }, values) => {
    let query = compiled.get(queries);
    if (query === undefined) {
      query = build(queries, IS_LISTED[engine]).compile();
      if (query.parameters.length !== 1)
        throw new Error('The query must use the list exactly once and no other parameters');
      compiled.set(queries, query);
    }
    const parameters = [JSON.stringify(values)];
    const { rows } = await queries.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/**
 * The condition for each database engine. The list is a single JSON parameter. On PostgreSQL, the
 * condition converts it to an array, because a comparison with a subquery would read the whole
 * table.
 */
const IS_LISTED: Record<Engine, IsListed> = {
  sqlite: (column) => sql`${sql.ref(column)} in (select value from json_each(${'[]'}))`,
  postgres: (column) =>
    sql`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${'[]'}::jsonb)))`,
};
