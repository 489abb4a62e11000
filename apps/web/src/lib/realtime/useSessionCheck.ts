import { useEffect, useRef } from 'react';
import { reportSessionDoubt } from '../sessionEvents.ts';
import { useConnectionState } from './connection.ts';

/**
 * When the connection is lost, checks whether the session has ended, because the socket does not
 * report the reason. Checks again while the connection stays lost, when the network returns, and
 * when the page becomes visible.
 */
export function useSessionCheck(): void {
  const state = useConnectionState();
  const wasConnected = useRef(false);
  useEffect(() => {
    if (state === 'connected') wasConnected.current = true;
    if (state === 'connected' || state === 'off' || !wasConnected.current) return;
    const ask = () => {
      if (document.visibilityState === 'visible') reportSessionDoubt();
    };
    ask();
    window.addEventListener('online', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('online', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [state]);
}
