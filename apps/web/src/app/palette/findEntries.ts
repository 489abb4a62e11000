import { searchText } from '@halyard/domain';
import type { LucideIcon } from '@/components/icons/index.ts';

/** A page or an action that the palette offers. */
export interface Entry {
  /** A key that is unique among all entries of the command palette. */
  key: string;
  label: string;
  /** Text that distinguishes palette entries with the same label. */
  detail: string;
  /** The strings that a search matches in addition to the label; by default only `detail`. */
  searched?: readonly string[];
  icon: LucideIcon;
  /** The action to run after the palette has closed. */
  run?: () => void;
  /** The console page to open after the palette has closed. */
  to?: string;
  /** Why the palette entry is unavailable now; omitted if it is available. */
  refusal?: string;
  /**
   * The key to store in the list of recently chosen entries; null to store nothing. Defaults to the
   * entry's own key.
   */
  recent?: string | null;
}

/** The palette entries of one kind, such as pages or poles, each with its searchable text. */
export interface EntryGroup {
  name: string;
  entries: readonly { entry: Entry; text: string }[];
  /** Whether the palette shows this group before the user has typed anything. */
  always: boolean;
  /**
   * The total number of matches on the server. Omitted if `entries` already contains all matches.
   */
  total?: number | undefined;
}

export interface FoundGroup {
  name: string;
  shown: readonly Entry[];
  /** The number of matching palette entries, shown or not. */
  total: number;
  /** Whether the label of one of the matches begins with the typed text. */
  begins: boolean;
}

/** Maximum number of entries shown per kind. Typing more narrows them down. */
export const MAX_SHOWN = 8;

export function entryGroup(
  name: string,
  entries: readonly Entry[],
  { always = false, total }: Partial<Pick<EntryGroup, 'always' | 'total'>> = {},
): EntryGroup {
  return {
    name,
    always,
    total,
    entries: entries.map((entry) => ({
      entry,
      text: searchText([entry.label, ...(entry.searched ?? [entry.detail])]),
    })),
  };
}

/**
 * Finds the palette entries that contain every typed word, ignoring case. Returns at most MAX_SHOWN
 * entries of each kind. Entries whose label begins with the typed text come first.
 */
export function findEntries(groups: readonly EntryGroup[], typed: string): FoundGroup[] {
  const query = typed.trim().toLowerCase();
  if (query === '') {
    return groups
      .filter(({ always }) => always)
      .map(({ name, entries }) => ({
        name,
        shown: entries.map(({ entry }) => entry),
        total: entries.length,
        begins: false,
      }));
  }
  const words = query.split(/\s+/);
  return groups
    .map((group) => findIn(group, query, words))
    .filter(({ total }) => total > 0)
    .sort((a, b) => Number(b.begins) - Number(a.begins));
}

function findIn(
  { name, entries, total: counted }: EntryGroup,
  query: string,
  words: string[],
): FoundGroup {
  const beginning: Entry[] = [];
  const others: Entry[] = [];
  let total = 0;
  for (const { entry, text } of entries) {
    if (!words.every((word) => text.includes(word))) continue;
    total++;
    const list = text.startsWith(query) ? beginning : others;
    if (list.length < MAX_SHOWN) list.push(entry);
  }
  const shown = [...beginning, ...others].slice(0, MAX_SHOWN);
  return { name, shown, total: total === 0 ? 0 : (counted ?? total), begins: beginning.length > 0 };
}
