import type { Flag, RecordSearch, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import type { Entry, EntryGroup, FoundGroup } from './findEntries.ts';
import { entriesOf } from './usePaletteGroups.ts';
import type { RecentIds } from './useSearch.ts';

/** Maps the prefix of a stored key, such as "flag" in "flag 12", to a kind of record. */
const KINDS = {
  company: 'companies',
  location: 'locations',
  flag: 'flags',
  user: 'users',
} as const;

/**
 * Converts the stored keys of recently chosen entries, such as "flag 12", to record IDs by kind.
 */
export function recentIds(keys: readonly string[]): RecentIds {
  const ids: Record<keyof RecentIds, string[]> = {
    companies: [],
    locations: [],
    flags: [],
    users: [],
  };
  for (const key of keys) {
    const [kind, id] = splitKey(key);
    if (kind in KINDS) ids[KINDS[kind as keyof typeof KINDS]].push(id);
  }
  return ids;
}

function splitKey(key: string): [kind: string, id: string] {
  const space = key.indexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}

/**
 * Returns the user's recently chosen entries with their current labels; null if the user has typed
 * something. Leaves out entries that no longer exist or that the user may no longer open.
 * @param keys the keys of the entries, most recent first
 * @param named the records with these keys
 */
export function useRecent(
  user: SessionUser,
  keys: readonly string[],
  groups: readonly EntryGroup[],
  named: RecordSearch['named'] | undefined,
  typed: string,
): FoundGroup | null {
  return useMemo(() => {
    if (typed.trim() !== '' || keys.length === 0) return null;
    const known = new Map<string, Entry>();
    for (const { always, entries } of groups)
      if (always) for (const { entry } of entries) known.set(entry.key, entry);
    if (named) {
      const records = entriesOf(user, { ...named, flags: named.flags as Flag[] });
      for (const entries of Object.values(records))
        for (const entry of entries) known.set(entry.key, entry);
    }
    const shown = keys.flatMap((key) => known.get(key) ?? []);
    return shown.length === 0
      ? null
      : { name: t`Recent`, shown, total: shown.length, begins: false };
  }, [user, keys, groups, named, typed]);
}
