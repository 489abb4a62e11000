import type { SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import { recentEntries } from '@/lib/lists/recentEntries.ts';
import type { Entry, EntryGroup, FoundGroup } from './findEntries.ts';

/**
 * Returns this user's recent entries with their current labels; null once something is typed.
 * Leaves out entries that no longer exist or may no longer be opened.
 */
export function useRecent(
  { id }: SessionUser,
  groups: readonly EntryGroup[],
  typed: string,
): FoundGroup | null {
  const [keys] = useState(() => recentEntries(id));
  return useMemo(() => {
    if (typed.trim() !== '' || keys.length === 0) return null;
    const wanted = new Set(keys);
    const known = new Map<string, Entry>();
    for (const { entries } of groups)
      for (const { entry } of entries) if (wanted.has(entry.key)) known.set(entry.key, entry);
    const shown = keys.flatMap((key) => known.get(key) ?? []);
    return shown.length === 0
      ? null
      : { name: t`Recent`, shown, total: shown.length, begins: false };
  }, [keys, groups, typed]);
}
