import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { RowSelection, type SelectionSnapshot } from './rowSelection.ts';

/**
 * Returns a selection of a page's rows, which drops rows that leave the list.
 * @param rows all that the user sees
 */
export function useRowSelection(rows: readonly { id: string }[]): RowSelection {
  const [selection] = useState(() => new RowSelection());
  useEffect(() => selection.keepOnly(rows.map(({ id }) => id)), [selection, rows]);
  return selection;
}

export const useSelected = (selection: RowSelection): SelectionSnapshot =>
  useSyncExternalStore(selection.subscribe, selection.getSnapshot);

const never = () => () => {};

/** Whether the user is selecting; false if rows cannot be selected. */
export const useIsSelecting = (selection: RowSelection | undefined): boolean =>
  useSyncExternalStore(selection?.subscribe ?? never, () => selection?.getSnapshot().isOn ?? false);

/** Updates a selection with the rows that are on screen. */
export function useRowsOnScreen(
  selection: RowSelection | undefined,
  rows: readonly { id: string }[],
): void {
  useLayoutEffect(() => selection?.showRows(rows.map(({ id }) => id)), [selection, rows]);
}
