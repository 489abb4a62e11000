import { SEARCH_WORDS, searchQuery } from '@halyard/domain';

/** The best matches of a search, best first, and the total number of matches. */
export interface Nearest {
  ids: readonly string[];
  total: number;
}

export const NOTHING: Nearest = { ids: [], total: 0 };

/** The text to search for, and its words. */
export interface Wanted {
  /** The whole search text, in lowercase. */
  text: string;
  /**
   * The distinct words of the search text, at most `SEARCH_WORDS`. If there are none, every record
   * matches.
   */
  words: readonly string[];
}

/** Splits typed text into words to search for. */
export function wantedBy(typed: string): Wanted {
  const text = searchQuery(typed).replaceAll(/\s+/g, ' ');
  const words = text === '' ? [] : [...new Set(text.split(' '))].slice(0, SEARCH_WORDS);
  return { text, words };
}

/** Defines how records of one kind are searched. */
interface Searched<Entry> {
  /** Whether the caller may see a record. */
  isVisible: (entry: Entry) => boolean;
  /** Returns the search text of a record, as created by `searchText`. */
  textOf: (entry: Entry) => string;
  /** Returns the index in a record's search text at which the record's name begins. */
  nameAt?: (entry: Entry) => number;
}

/**
 * Finds the records that contain all words of a search. Records whose name is exactly the search
 * text come first, followed by records whose name begins with the search text, and then all other
 * matches.
 * @param entries the records, in the order in which equally good matches are returned
 */
export function nearest<Entry extends { readonly id: string }>(
  entries: Iterable<Entry>,
  { text, words }: Wanted,
  { isVisible, textOf, nameAt = () => 0 }: Searched<Entry>,
  limit: number,
): Nearest {
  const exact: string[] = [];
  const beginning: string[] = [];
  const others: string[] = [];
  let total = 0;
  for (const entry of entries) {
    if (!isVisible(entry)) continue;
    const searched = textOf(entry);
    if (!words.every((word) => searched.includes(word))) continue;
    total++;
    const list = nearnessOf(searched, nameAt(entry));
    if (list.length < limit) list.push(entry.id);
  }
  return { ids: [...exact, ...beginning, ...others].slice(0, limit), total };

  function nearnessOf(searched: string, start: number): string[] {
    if (!searched.startsWith(text, start)) return others;
    const end = searched[start + text.length];
    return end === undefined || end === '\n' ? exact : beginning;
  }
}
