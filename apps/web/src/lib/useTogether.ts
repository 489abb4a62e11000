import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Milliseconds that one slow answer may keep a page waiting. */
const MOST_MS = 3000;

type Asked = Pick<UseQueryResult, 'isPending' | 'fetchStatus'>;

/**
 * Whether all parts of a page can be shown: each is answered, failed, or is not asked for. What comes at
 * once pushes nothing down that somebody is about to press. Once true it stays true; it is after 3 seconds.
 */
export function useTogether(...parts: readonly Asked[]): boolean {
  const [isShown, setShown] = useState(false);
  const isKnown = parts.every(({ isPending, fetchStatus }) => !isPending || fetchStatus === 'idle');
  if (isKnown && !isShown) setShown(true);
  useEffect(() => {
    if (isShown) return;
    const timer = setTimeout(() => setShown(true), MOST_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isKnown || isShown;
}
