import type { Flag } from '@halyard/domain';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FlagPageResult } from '../../data/useFlagPage.ts';
import { RowSelection, type SelectionSnapshot } from './rowSelection.ts';

/**
 * The selection in a list, with the data of every flag seen so far. Selected flags may be on other
 * pages.
 */
export interface FlagRowSelection {
  selection: RowSelection;
  /** The flags that have been on screen, by ID. */
  seen: ReadonlyMap<string, ShownFlag>;
  /**
   * Adds flags to `seen`. Needed when the user selects all matching flags, some of which have not
   * been on screen.
   */
  see: (flags: readonly Flag[]) => void;
}

interface ShownFlag {
  flag: Flag;
  /** The search and filters that matched the flag. */
  matched: unknown;
}

/** A page of rows, and the search and filters that the rows match. */
type Rows = Pick<FlagPageResult, 'rows' | 'selection' | 'total' | 'isSettled'>;

/**
 * Returns the row selection of a list. Deselects rows that disappear from the page because they
 * were deleted.
 */
export function useRowSelection({
  rows,
  selection: matched,
  total,
  isSettled,
}: Rows): FlagRowSelection {
  const [selection] = useState(() => new RowSelection());
  const [seen, setSeen] = useState<ReadonlyMap<string, ShownFlag>>(new Map());
  const see = (flags: readonly Flag[]) =>
    setSeen(
      (known) => new Map([...known, ...flags.map((flag) => [flag.id, { flag, matched }] as const)]),
    );
  const isNew = rows.some((flag) => {
    const known = seen.get(flag.id);
    return known?.flag !== flag || known.matched !== matched;
  });
  if (isNew && isSettled) see(rows);
  const before = useRef({ rows, matched, total });
  useEffect(() => {
    if (!isSettled) return;
    const last = before.current;
    before.current = { rows, matched, total };
    if (last.matched !== matched || (total ?? 0) >= (last.total ?? 0)) return;
    const left = new Set(rows.map(({ id }) => id));
    const gone = last.rows.filter(({ id }) => !left.has(id));
    if (gone.some(({ id }) => selection.has(id)))
      selection.set(
        gone.map(({ id }) => id),
        false,
      );
  }, [selection, rows, matched, total, isSettled]);
  return { selection, seen, see };
}

export const useSelected = (selection: RowSelection): SelectionSnapshot =>
  useSyncExternalStore(selection.subscribe, selection.getSnapshot);

const never = () => () => {};

/** Returns whether selection mode is on. False for a list without a selection. */
export const useIsSelecting = (selection: RowSelection | undefined): boolean =>
  useSyncExternalStore(selection?.subscribe ?? never, () => selection?.getSnapshot().isOn ?? false);

/** Passes the rows on screen to the selection, which needs them for selecting a range. */
export function useRowsOnScreen(
  selection: RowSelection | undefined,
  rows: readonly { id: string }[],
): void {
  useLayoutEffect(() => selection?.showRows(rows.map(({ id }) => id)), [selection, rows]);
}
