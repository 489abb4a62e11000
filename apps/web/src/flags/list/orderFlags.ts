import {
  type Flag,
  type FlagCriteria,
  type FlagSortKey,
  meetsCriteria,
  NO_CRITERIA,
  SEARCHED,
  type SortState,
  type SortValue,
  searchQuery,
  searchText,
  sortRows,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { FlagState } from '@/lib/realtime/flagStore.ts';

export const FLAG_SORT_HEADERS: Record<FlagSortKey, string> = {
  company: t`Company`,
  flag: t`Flag`,
  location: t`Location`,
  status: t`Status`,
  voltage: t`Voltage`,
};

/** The order of an unsorted list: flags by name; on the dashboard by company (spec §5). */
export type DefaultOrder = 'flag' | 'company';

type StateOf = (id: string) => FlagState | undefined;

/** The searchable texts of the Status column. */
const ONLINE = searchText([t`Online`]);
const OFFLINE = searchText([t`Offline`]);

/** The flags in their default order, with the searchable text of each flag. */
export interface PreparedFlags {
  flags: readonly Flag[];
  texts: readonly string[];
}

export function prepareFlags(flags: readonly Flag[], order: DefaultOrder): PreparedFlags {
  const byName = sortRows(flags, { key: 'flag', direction: 'asc' }, readStatic);
  const ordered =
    order === 'flag' ? byName : sortRows(byName, { key: 'company', direction: 'asc' }, readStatic);
  const texts = ordered.map((flag) => searchText(SEARCHED.flag(flag)));
  return { flags: ordered, texts };
}

/**
 * Returns whether the order depends on what the poles report, so that it may change even if the
 * list does not.
 */
export function isLiveOrder(
  search: string,
  sort: SortState<FlagSortKey>,
  criteria: FlagCriteria = NO_CRITERIA,
): boolean {
  const query = searchQuery(search);
  const matchesStatus = query !== '' && (ONLINE.includes(query) || OFFLINE.includes(query));
  const isLiveFilter = criteria.show.length > 0 || criteria.position !== null;
  return isLiveFilter || matchesStatus || sort?.key === 'status' || sort?.key === 'voltage';
}

/**
 * Searches by flagId, name, company, location and status (spec §5), applies the filters, then
 * sorts.
 */
export function orderFlags(
  { flags, texts }: PreparedFlags,
  search: string,
  sort: SortState<FlagSortKey>,
  stateOf: StateOf,
  criteria: FlagCriteria = NO_CRITERIA,
): Flag[] {
  const query = searchQuery(search);
  const found = flags.filter(
    (flag, index) =>
      (criteria === NO_CRITERIA || meetsCriteria(criteria, flag, stateOf(flag.id)?.view)) &&
      (query === '' ||
        texts[index]!.includes(query) ||
        (stateOf(flag.id)?.view.isOnline ? ONLINE : OFFLINE).includes(query)),
  );
  return sort ? sortRows(found, sort, (flag, key) => read(flag, key, stateOf)) : found;
}

function readStatic(flag: Flag, key: DefaultOrder): string {
  return key === 'flag' ? flag.name : flag.company;
}

function read(flag: Flag, key: FlagSortKey, stateOf: StateOf): SortValue {
  switch (key) {
    case 'flag':
      return flag.name;
    case 'company':
      return flag.company;
    case 'location':
      return flag.location;
    case 'status':
      return stateOf(flag.id)?.view.isOnline ?? false;
    case 'voltage':
      return stateOf(flag.id)?.view.voltage ?? null;
  }
}

export function sameFlags(a: readonly Flag[], b: readonly Flag[]): boolean {
  return a.length === b.length && a.every((flag, index) => flag === b[index]);
}
