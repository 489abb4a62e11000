/**
 * The position of an item in a timeline: sorted by time, then source, then id within the source. A total
 * order, so that pages neither skip nor repeat what existed throughout.
 */
export interface Place {
  /** Epoch milliseconds. */
  at: number;
  /** Number of the source. */
  source: number;
  /** Of one source, comparable as that source compares them. */
  key: string;
}

export const cursorOf = ({ at, source, key }: Place): string => `${at}.${source}.${key}`;

/** @param cursor one that `cursorOf` made */
export function placeOf(cursor: string): Place {
  const [at = '0', source = '0', key = ''] = cursor.split('.');
  return { at: Number(at), source: Number(source), key };
}

/** What a source is asked for: items before a moment, and of that moment those that come after a key. */
export interface Before {
  /** Epoch milliseconds; undefined: from the newest on. */
  at: number | undefined;
  /** Of the items at that very moment: all, none, or those after this key. */
  same: 'all' | 'none' | { after: string };
}

/** What is still to be shown of one source after a place. */
export function beforeOf(place: Place | null, source: number): Before {
  if (place === null) return { at: undefined, same: 'all' };
  if (source === place.source) return { at: place.at, same: { after: place.key } };
  return { at: place.at, same: source > place.source ? 'all' : 'none' };
}
