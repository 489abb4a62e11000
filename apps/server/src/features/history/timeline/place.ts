/**
 * The position of an item in a timeline: by time, then source, then ID within the source. No two
 * items have the same position, so pages neither skip nor repeat items that existed all along.
 */
export interface Place {
  /** Time of the item, in epoch milliseconds. */
  at: number;
  /** Number of the source. */
  source: number;
  /** Sorts items of one source at the same time, by that source's own comparison. */
  key: string;
}

export const cursorOf = ({ at, source, key }: Place): string => `${at}.${source}.${key}`;

/**
 * Parses a cursor.
 * @param cursor a cursor made by `cursorOf`
 */
export function placeOf(cursor: string): Place {
  const [at = '0', source = '0', key = ''] = cursor.split('.');
  return { at: Number(at), source: Number(source), key };
}

/** The items to read from a source: those before a time, and those at that time after a key. */
export interface Before {
  /** Epoch milliseconds; undefined to start with the newest. */
  at: number | undefined;
  /** Which items at exactly that time to read: all, none, or those after this key. */
  same: 'all' | 'none' | { after: string };
}

/** Returns which items of one source come after a position in the timeline. */
export function beforeOf(place: Place | null, source: number): Before {
  if (place === null) return { at: undefined, same: 'all' };
  if (source === place.source) return { at: place.at, same: { after: place.key } };
  return { at: place.at, same: source > place.source ? 'all' : 'none' };
}
