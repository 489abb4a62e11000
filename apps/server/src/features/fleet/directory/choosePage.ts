import {
  LIST_PAGE,
  type ListPage,
  type ListQuery,
  readSort,
  type SortState,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError, noSuchPage } from '../../../platform/errors.ts';
import { mapInTurns } from '../../../platform/limits/pauses.ts';
import type { Walks } from './walks.ts';

/** A list that can be read page by page. */
export interface Listing<Entry, Key extends string> {
  /** The name of the list. A cursor is valid only for the list that it came from. */
  name: string;
  sortKeys: readonly Key[];
  /**
   * Returns all matching list entries, sorted, in an array that does not change afterwards.
   * @param sort `id` to sort by ID; null for the default order
   */
  find(sort: SortState<Key> | 'id'): readonly Entry[] | Promise<readonly Entry[]>;
}

/** The record IDs of one page of a list. The caller must still read the records. */
export interface ChosenPage<Entry> extends Pick<ListPage<unknown>, 'total' | 'page' | 'next'> {
  ids: readonly string[];
  /**
   * All list entries that match the request. Null if a sorted list is read with cursors and this is
   * not the first page.
   */
  found: readonly Entry[] | null;
}

interface Caller {
  userId: string;
  walks: Walks;
  now: number;
}

/**
 * Returns one page of a list, by page number or by cursor. A list read by cursor is sorted by ID,
 * or keeps the order that it had when its first page was read. Its pages neither skip nor repeat a
 * record, unless the record is created or deleted in the meantime.
 * @throws AppError `invalid` if `after` is not from this list, `gone` if it has expired
 */
export async function choosePage<Entry extends { readonly id: string }, Key extends string>(
  query: ListQuery,
  { name, sortKeys, find }: Listing<Entry, Key>,
  { userId, walks, now }: Caller,
): Promise<ChosenPage<Entry>> {
  const { page, after, limit = LIST_PAGE, ...filters } = query;
  if (page !== undefined && after !== undefined) throw noSuchPage();
  const sort = readSort(query.sort, sortKeys);
  const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

  if (page !== undefined) {
    const found = await find(sort);
    const pages = Math.max(1, Math.ceil(found.length / limit));
    const shown = Math.min(page, pages);
    const ids = idsOf(found.slice((shown - 1) * limit, shown * limit));
    return { ids, found, total: found.length, page: shown, next: null };
  }

  if (sort === null) {
    const found = await find('id');
    const start = after === undefined ? 0 : firstAfter(found, readCursor(after, 'id'));
    const ids = idsOf(found.slice(start, start + limit));
    const next = start + limit < found.length ? `id.${encode(ids.at(-1)!)}` : null;
    return { ids, found, total: found.length, page: null, next };
  }

  const walk = { userId, query: JSON.stringify([name, filters]) };
  if (after === undefined) {
    const found = await find(sort);
    const all = await mapInTurns(found, ({ id }) => id);
    const isLast = limit >= all.length;
    const next = isLast ? null : walkCursor(walks.begin({ ...walk, ids: all }, now), limit);
    return { ids: all.slice(0, limit), found, total: all.length, page: null, next };
  }
  const { id, start } = readWalkCursor(after);
  const part = await walks.part(id, walk, { start, limit }, now);
  if (part === null)
    throw new AppError('gone', msg`This list is no longer available. Start again without "after".`);
  const next = start + limit >= part.total ? null : walkCursor(id, start + limit);
  return { ids: part.ids, found: null, total: part.total, page: null, next };
}

/** Returns the index of the first list entry after a given ID, in a list sorted by ID. */
function firstAfter(entries: readonly { readonly id: string }[], id: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.id <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

const encode = (text: string) => Buffer.from(text).toString('base64url');

function readCursor(after: string, kind: 'id' | 'walk'): string {
  const [found, encoded = ''] = after.split('.');
  if (found !== kind || !/^[\w-]+$/.test(encoded)) throw noSuchPage();
  return Buffer.from(encoded, 'base64url').toString();
}

/** Returns the cursor for reading a stored list from index `start` on. */
const walkCursor = (id: string, start: number) => `walk.${encode(`${id} ${start}`)}`;

function readWalkCursor(after: string): { id: string; start: number } {
  const [, id, start] = /^([\w-]+) (\d{1,9})$/.exec(readCursor(after, 'walk')) ?? [];
  if (id === undefined || start === undefined) throw noSuchPage();
  return { id, start: Number(start) };
}
