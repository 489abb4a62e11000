import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { RowSelection, type SelectionSnapshot } from './rowSelection.ts';

/**
 * Returns the row selection of a page, which drops rows that leave the list. @param rows all rows
 * that the user sees
 */
export function useRowSelection(rows: readonly { id: string }[]): RowSelection {
  const [selection] = useState(() => new RowSelection());
  useEffect(() => selection.keepOnly(rows.map(({ id }) => id)), [selection, rows]);
  return selection;
}

export const useSelected = (selection: RowSelection): SelectionSnapshot =>
  useSyncExternalStore(selection.subscribe, selection.getSnapshot);

const never = () => () => {};

/** Returns whether selection mode is on; false if rows cannot be selected. */
export const useIsSelecting = (selection: RowSelection | undefined): boolean =>
  useSyncExternalStore(selection?.subscribe ?? never, () => selection?.getSnapshot().isOn ?? false);

/** Passes the rows on screen to a selection. */
export function useRowsOnScreen(
  selection: RowSelection | undefined,
  rows: readonly { id: string }[],
): void {
  useLayoutEffect(() => selection?.showRows(rows.map(({ id }) => id)), [selection, rows]);
}
