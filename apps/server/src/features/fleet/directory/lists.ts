import {
  inScope,
  type ListPage,
  type ListQuery,
  type Scope,
  type SortState,
  searchQuery,
} from '@halyard/domain';
import type { Context } from '../../calls/context.ts';
import type { KeyOf, SortOrder } from './catalog.ts';
import { choosePage, type Listing } from './choosePage.ts';
import type { Directory } from './directory.ts';
import type { LiveFleet } from './liveFleet.ts';
import type { Walks } from './walks.ts';

/** The in-memory data shared by all lists of records in this process. */
export interface Lists {
  readonly directory: Directory;
  readonly fleet: LiveFleet;
  readonly walks: Walks;
}

/** The company and location of a record, which decide whether the record is in scope. */
interface RecordPlace {
  companyId: string | null;
  locationId: string | null;
}

/**
 * Returns a function that checks whether a list entry is in the caller's scope, is in the requested
 * company and location, and contains the search text.
 * @param isFound checks an entry for the search text; by default its `text` is searched
 */
export function matching<Entry extends { text: string }>(
  { q = '', company, location }: Pick<ListQuery, 'q' | 'company' | 'location'>,
  scope: Scope,
  placeOf: (entry: Entry) => RecordPlace,
  isFound: (entry: Entry, query: string) => boolean = ({ text }, query) => text.includes(query),
): (entry: Entry) => boolean {
  const query = searchQuery(q);
  if (scope.kind === 'all' && company === undefined && location === undefined)
    return (entry) => query === '' || isFound(entry, query);
  return (entry) => {
    const place = placeOf(entry);
    return (
      inScope(scope, place) &&
      (company === undefined || place.companyId === company) &&
      (location === undefined || place.locationId === location) &&
      (query === '' || isFound(entry, query))
    );
  };
}

/**
 * Returns the sort order that a request asks for: by ID, by the default keys, or by one column and
 * then by the default keys.
 */
export function orderOf<Entry, Key extends string>(
  sort: SortState<Key> | 'id',
  columns: Readonly<Record<Key, KeyOf<Entry>>>,
  byDefault: readonly KeyOf<Entry>[],
): SortOrder<Entry> {
  if (sort === 'id') return { name: 'id', keys: [], sign: 1 };
  if (sort === null) return { name: 'default', keys: byDefault, sign: 1 };
  const { key, direction } = sort;
  const sign = direction === 'asc' ? 1 : -1;
  return { name: `${key} ${direction}`, keys: [columns[key], ...byDefault], sign };
}

/** One page of a list, and all list entries that match the request. */
export interface Answer<Entry, Item> {
  page: ListPage<Item>;
  /**
   * All list entries that match the request. Null if a sorted list is read with cursors and this is
   * not the first page.
   */
  found: readonly Entry[] | null;
}

/**
 * Returns one page of a list.
 * @param read returns the records with the given IDs that are in scope, in any order
 */
export async function answerPage<
  Entry extends { readonly id: string },
  Key extends string,
  Item extends { readonly id: string },
>(
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  walks: Walks,
  query: ListQuery,
  listing: Listing<Entry, Key>,
  read: (ids: readonly string[]) => readonly Item[] | Promise<readonly Item[]>,
): Promise<Answer<Entry, Item>> {
  const { ids, found, ...chosen } = await choosePage(query, listing, {
    userId: actor.id,
    walks,
    now: clock(),
  });
  const rows = ids.length === 0 ? [] : await read(ids);
  const records = new Map(rows.map((record) => [record.id, record]));
  return { page: { ...chosen, items: ids.flatMap((id) => records.get(id) ?? []) }, found };
}

/**
 * Returns a function that takes IDs and returns the list entries with these IDs. For lists that are
 * entirely in memory.
 */
export function amongEntries<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
): (ids: readonly string[]) => Entry[] {
  return (ids) => {
    const wanted = new Set(ids);
    return entries.filter(({ id }) => wanted.has(id));
  };
}

/** Whether a request asks for a page rather than for the whole list (spec §7). */
export const asksForPage = (query: object): boolean =>
  Object.values(query).some((value) => value !== undefined);
