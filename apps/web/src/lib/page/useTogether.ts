import type { UseQueryResult } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { MOST_WAIT_MS } from './firstPage.ts';

type Asked = Pick<UseQueryResult, 'isPending' | 'fetchStatus'>;

/**
 * Returns whether to show the parts of a page: true once all their queries have ended, or after 3
 * seconds. The parts appear together, so that nothing moves while the user is about to press a
 * control.
 */
export function useTogether(...parts: readonly Asked[]): boolean {
  const isKnown = parts.every(({ isPending, fetchStatus }) => !isPending || fetchStatus === 'idle');
  // If everything is already known, for example after Back, the page is shown immediately.
  const [isShown, setShown] = useState(isKnown);
  useEffect(() => {
    // A transition, because much is rendered at once.
    const show = () => startTransition(() => setShown(true));
    if (isKnown) return show();
    const timer = setTimeout(show, MOST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return isShown;
}
