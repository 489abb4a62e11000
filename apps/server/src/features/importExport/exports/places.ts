import { inScope, type Scope } from '@halyard/domain';
import { slices } from '../../../platform/database/batches.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import type { Tables } from '../../fleet/directory/tables.ts';

/**
 * The number of companies or locations that are read per batch. The server can handle other
 * requests between batches.
 */
const SLICE = 2000;

/**
 * The names by which an import finds companies and locations. If a name is not unique, the ID is
 * used instead.
 */
export interface PlaceNames {
  ofCompany(companyId: string, name: string): string;
  ofLocation(location: { id: string; name: string; companyId: string }): string;
}

/**
 * Returns the names or IDs by which an import finds the companies and locations that the caller may
 * see. Pauses regularly to let the server handle other requests.
 */
export async function readPlaceNames(tables: Tables, scope: Scope): Promise<PlaceNames> {
  const companies = new Names();
  const locations = new Map<string, Names>();
  for (const slice of slices([...tables.companies.values()], SLICE)) {
    for (const { id, name } of slice)
      if (inScope(scope, { companyId: id, locationId: id })) companies.add(id, name);
    await nextTurn();
  }
  for (const slice of slices([...tables.locations.values()], SLICE)) {
    for (const { id, name, company } of slice) {
      if (!inScope(scope, { companyId: company.id, locationId: id })) continue;
      const names = locations.get(company.id) ?? new Names();
      locations.set(company.id, names);
      names.add(id, name);
    }
    await nextTurn();
  }
  return {
    ofCompany: (id, name) => companies.nameOrId(id, name),
    ofLocation: ({ id, name, companyId }) => locations.get(companyId)?.nameOrId(id, name) ?? id,
  };
}

/** The names of records. An import looks for a record by ID first, and then by name. */
class Names {
  readonly #ids = new Set<string>();
  /** The number of records with each name. */
  readonly #counts = new Map<string, number>();

  add(id: string, name: string): void {
    const key = uniqueKey(name);
    this.#ids.add(id);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  nameOrId(id: string, name: string): string {
    if (name !== id && this.#ids.has(name)) return id;
    return this.#counts.get(uniqueKey(name)) === 1 ? name : id;
  }
}
