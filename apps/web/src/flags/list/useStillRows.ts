import type { Flag } from '@halyard/domain';
import { type PointerEvent, useState } from 'react';
import type { FlagPageResult } from '../data/useFlagPage.ts';

/**
 * Returns the rows to show. If the order of the list depends on the poles' reports, the rows stay
 * where they are while the mouse is over the list, so that a click reaches the intended row.
 */
export function useStillRows({ rows, asked, isSettled, isLive }: FlagPageResult) {
  const [isOver, setOver] = useState(false);
  const [kept, setKept] = useState({ rows, asked });
  const isSameList = kept.asked === asked;
  const isKept = isOver && isLive && isSameList;
  if (isSettled && !isKept && (kept.rows !== rows || !isSameList)) setKept({ rows, asked });
  const onPointer = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setOver(true),
    onPointerLeave: () => setOver(false),
  };
  return { rows: isKept ? latest(kept.rows, rows) : rows, onPointer };
}

/** Returns the rows in their old order, with their latest values. */
function latest(kept: readonly Flag[], rows: readonly Flag[]): readonly Flag[] {
  const known = new Map(rows.map((flag) => [flag.id, flag]));
  return kept.map((flag) => known.get(flag.id) ?? flag);
}
