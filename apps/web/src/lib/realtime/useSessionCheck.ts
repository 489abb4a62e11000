import { useEffect, useRef } from 'react';
import { reportSessionDoubt } from '../sessionEvents.ts';
import { useConnectionState } from './connection.ts';

/**
 * A connection that is lost may be a session that is over: the socket does not say which. Asks when
 * it is lost, when it stays so, and whenever the network or the person comes back meanwhile.
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
