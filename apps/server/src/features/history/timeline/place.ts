/**
 * An item's position in a timeline: by time, then source, then ID within the source. No two items
 * have the same position, so paging neither skips nor repeats items.
 */
export interface Place {
  /** Time of the item, in epoch milliseconds. */
  at: number;
  /** Number of the item's source. */
  source: number;
  /** Sorts items of one source with the same time, using that source's own comparison. */
  key: string;
}

export const cursorOf = ({ at, source, key }: Place): string => `${at}.${source}.${key}`;

/**
 * Parses a cursor.
 * @param cursor a result of `cursorOf`
 */
export function placeOf(cursor: string): Place {
  const [at = '0', source = '0', key = ''] = cursor.split('.');
  return { at: Number(at), source: Number(source), key };
}

/**
 * Which items to read from a source: those before a time, and those at that time that come after a
 * key.
 */
export interface Before {
  /** Epoch milliseconds; undefined to start with the newest item. */
  at: number | undefined;
  /** Which items at exactly that time to read: all, none, or those that come after this key. */
  same: 'all' | 'none' | { after: string };
}

/** Returns which items of one source come after a position in the timeline. */
export function beforeOf(place: Place | null, source: number): Before {
  if (place === null) return { at: undefined, same: 'all' };
  if (source === place.source) return { at: place.at, same: { after: place.key } };
  return { at: place.at, same: source > place.source ? 'all' : 'none' };
}
