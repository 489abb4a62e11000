import type { OrderSource } from '@halyard/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { refetchHalfStaff } from '../../data/halfStaffQueries.ts';

/** How often to ask whether a source has been checked, in milliseconds. */
const LOOK_MS = 2000;
/**
 * How long to keep asking, in milliseconds. The server needs up to 10 s, and its requests 15 s
 * each.
 */
const GIVE_UP_MS = 60_000;

/**
 * Reloads the sources and their drafts until the server has checked the awaited sources, which
 * takes it some seconds.
 */
export function useAwaitCheck(sources: readonly OrderSource[]) {
  const client = useQueryClient();
  /** For each awaited source: its last check when the wait began, and when to stop waiting. */
  const [awaited, setAwaited] = useState<ReadonlyMap<string, Wait>>(new Map());
  const wait = useCallback(
    ({ id, checkedAt }: OrderSource) =>
      setAwaited((before) =>
        new Map(before).set(id, { checkedAt, until: Date.now() + GIVE_UP_MS }),
      ),
    [],
  );
  const isAwaited = (id: string) => {
    const one = awaited.get(id);
    const source = sources.find((candidate) => candidate.id === id);
    return one !== undefined && source?.checkedAt === one.checkedAt;
  };
  const isWaiting = [...awaited.keys()].some(isAwaited);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      setAwaited((before) => new Map([...before].filter(([, { until }]) => until > Date.now())));
      void refetchHalfStaff(client);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, client]);
  return { await: wait, isAwaited };
}

interface Wait {
  checkedAt: number | null;
  /** When to stop waiting, in epoch milliseconds. */
  until: number;
}
