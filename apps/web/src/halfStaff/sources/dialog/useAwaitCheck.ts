import type { OrderSource } from '@halyard/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { refetchHalfStaff } from '../../data/halfStaffQueries.ts';

/** How often to refetch the order sources while one of them is being checked, in milliseconds. */
const LOOK_MS = 2000;
/**
 * Maximum time to wait for the check of a source, in milliseconds. The server starts the check
 * within 10 s, and each request of the check can take 15 s.
 */
const GIVE_UP_MS = 60_000;

/** Refetches the sources and their drafts until a requested check has ended. */
export function useAwaitCheck(sources: readonly OrderSource[]) {
  const client = useQueryClient();
  /** The sources that are being checked, by ID. */
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
  /** The time to stop waiting for the check, in epoch milliseconds by this device's clock. */
  until: number;
}
