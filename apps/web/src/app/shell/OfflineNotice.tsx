import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the network is gone; at the end of the page and always in sight, so that nothing moves. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="sticky bottom-0 z-20">
      {!isOnline && (
        <p className="flex items-center gap-3 border-t border-warn/30 bg-warn-soft px-4 py-2.5 font-medium text-warn md:px-6">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          No network. What you see may be out of date, and nothing can be switched until it is back.
        </p>
      )}
    </div>
  );
}
