import type { SortState } from '@halyard/domain';

/**
 * Returns the sort order after the user clicks a column's header: ascending, then descending, then
 * unsorted (spec §2).
 */
export function nextSort<Key extends string>(current: SortState<Key>, key: Key): SortState<Key> {
  if (current?.key !== key) return { key, direction: 'asc' };
  return current.direction === 'asc' ? { key, direction: 'desc' } : null;
}
