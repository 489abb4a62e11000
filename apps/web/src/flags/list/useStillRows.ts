import type { Flag } from '@halyard/domain';
import { type PointerEvent, useState } from 'react';
import type { FlagPageResult } from '../data/useFlagPage.ts';

/**
 * Returns the rows to show. While a mouse is over a list whose order depends on what the poles
 * report, its rows stay where they are, so that a click reaches the intended row.
 */
export function useStillRows({ rows, selection, query, isLive }: FlagPageResult) {
  const [isOver, setOver] = useState(false);
  const page = query.data?.page;
  const [kept, setKept] = useState({ rows, selection, page });
  const isSameList = kept.selection === selection && kept.page === page;
  const isKept = isOver && isLive && isSameList;
  if (!isKept && (kept.rows !== rows || !isSameList)) setKept({ rows, selection, page });
  const onPointer = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setOver(true),
    onPointerLeave: () => setOver(false),
  };
  return { rows: isKept ? latest(kept.rows, rows) : rows, onPointer };
}

/** Returns the kept rows in their order, each as it is now if it is still on the page. */
function latest(kept: readonly Flag[], rows: readonly Flag[]): readonly Flag[] {
  const known = new Map(rows.map((flag) => [flag.id, flag]));
  return kept.map((flag) => known.get(flag.id) ?? flag);
}
