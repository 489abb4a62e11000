/**
 * The position of an item in a timeline. Items are sorted by time, then by source, then by ID
 * within the source. No two items have the same position, so reading page by page neither skips nor
 * repeats any.
 */
export interface TimelinePosition {
  /** The time of the timeline item, in epoch milliseconds. */
  at: number;
  /** The index of the timeline source that the item comes from. */
  source: number;
  /**
   * The sort key for simultaneous items of one timeline source. Each source compares its own keys.
   */
  key: string;
}

export const cursorOf = ({ at, source, key }: TimelinePosition): string => `${at}.${source}.${key}`;

/**
 * Converts a cursor to the timeline position that it stands for.
 * @param cursor a result of `cursorOf`
 */
export function positionOf(cursor: string): TimelinePosition {
  const [at = '0', source = '0', key = ''] = cursor.split('.');
  return { at: Number(at), source: Number(source), key };
}

/**
 * Says which items to read from one source of the timeline: all items older than `at`, and some or
 * all of the items at exactly `at`.
 */
export interface Before {
  /**
   * Only items up to this time are read, in epoch milliseconds. Undefined to start with the newest
   * item.
   */
  at: number | undefined;
  /** Which items at exactly the time `at` to read: all, none, or those after the key `after`. */
  same: 'all' | 'none' | { after: string };
}

/** Returns which items of one timeline source to read after a given position in the timeline. */
export function beforeOf(position: TimelinePosition | null, source: number): Before {
  if (position === null) return { at: undefined, same: 'all' };
  if (source === position.source) return { at: position.at, same: { after: position.key } };
  return { at: position.at, same: source > position.source ? 'all' : 'none' };
}
