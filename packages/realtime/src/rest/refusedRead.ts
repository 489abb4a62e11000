import type { Database } from '../core/database.ts';
import { permissionDenied, Refused } from '../errors.ts';
import type { Identity } from '../options.ts';
import { neededIndex } from '../query/query.ts';
import type { Path } from '../tree/types.ts';
import type { Filter } from './filter.ts';

/**
 * Returns why a read is rejected; undefined if it is allowed. Only clients that may read the path
 * learn that the query needs an index.
 */
export function refusalOfRead(
  database: Database,
  identity: Identity,
  path: Path,
  { query, order }: Filter,
): Refused | undefined {
  if (!database.mayRead(identity, path, query)) return permissionDenied();
  if (order === undefined || database.isIndexed(path, { order })) return undefined;
  const index = JSON.stringify(neededIndex({ order }));
  return new Refused(
    'invalid_data',
    `Index not defined, add ".indexOn": ${index}, for path "/${path.join('/')}", to the rules`,
  );
}
