import type { Compilable, CompiledQuery } from 'kysely';
import type { Queries } from '../tables/schema.ts';

/**
 * Returns a function that runs a query with one parameter and returns the rows. The query is
 * compiled only once per database, because compiling takes longer than running it.
 * @param build creates the query, which must use the value exactly once and no other parameters
 */
export function compiledOnce<Row>(
  build: (queries: Queries, value: string) => Compilable<Row>,
): (queries: Queries, value: string) => Promise<Row[]> {
  const compiled = new WeakMap<Queries, CompiledQuery<Row>>();
  return async (queries, value) => {
    let query = compiled.get(queries);
    if (query === undefined) {
      query = build(queries, value).compile();
      if (query.parameters.length !== 1) throw new Error('The query needs exactly one parameter');
      compiled.set(queries, query);
    }
    const { rows } = await queries.executeQuery<Row>({ ...query, parameters: [value] });
    return rows;
  };
}
