import { searchText } from '@halyard/domain';
import type { LucideIcon } from '@/components/icons/index.ts';

/** Something that the palette goes to or does. */
export interface Entry {
  /** Unique among all entries. */
  key: string;
  label: string;
  /** What tells it from others of the same label; searched too. */
  detail: string;
  /** Searched too, though not shown. */
  alias?: string;
  icon: LucideIcon;
  /** What to do, once the palette is gone. */
  run?: () => void;
  /** The page of ours to go to, after that. */
  to?: string;
  /** Why it cannot be chosen now. */
  refusal?: string;
  /** The entry that is remembered as chosen, by its key; by default its own. Null: none. */
  recent?: string | null;
}

/** Entries of one kind, prepared for searching. */
export interface EntryGroup {
  name: string;
  entries: readonly { entry: Entry; text: string }[];
  /** Shown before anything is typed. */
  always: boolean;
}

export interface FoundGroup {
  name: string;
  shown: readonly Entry[];
  /** How many fit, with those that are not shown. */
  total: number;
  /** Whether the label of one of them begins with what was typed. */
  begins: boolean;
}

/** Entries shown of one kind at most: whoever has more types on. */
export const MAX_SHOWN = 8;

export function entryGroup(name: string, entries: readonly Entry[], always = false): EntryGroup {
  return {
    name,
    always,
    entries: entries.map((entry) => ({
      entry,
      text: searchText([entry.label, entry.detail, entry.alias ?? '']),
    })),
  };
}

/**
 * Entries that hold every typed word, without regard to case. Those whose label begins with what was
 * typed come first in their kind, and their kind before the others. One pass over each kind, and
 * MAX_SHOWN of it at most: the same work whatever was typed.
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

function findIn({ name, entries }: EntryGroup, query: string, words: string[]): FoundGroup {
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
  return { name, shown, total, begins: beginning.length > 0 };
}
