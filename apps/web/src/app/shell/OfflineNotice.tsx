import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { WifiOff } from '@/components/icons/index.ts';
import { ago } from '@/flags/texts/lastSeen.ts';
import { short } from '@/lib/moments.ts';
import { lastContactAt } from '@/lib/realtime/contact.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * A notice that there is no network. Always rendered at the end of the page, so that it does not
 * move the content when it appears.
 */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="pointer-events-auto">
      {!isOnline && (
        <p className="flex items-center gap-3 border-t border-warn/30 bg-warn-soft px-4 py-2.5 font-medium text-warn md:px-6">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          <span>
            <Trans>
              You’re offline. <Age /> You can control poles again after you reconnect.
            </Trans>
          </span>
        </p>
      )}
    </div>
  );
}

function Age() {
  const text = useTicked(() => {
    const at = lastContactAt();
    return at === null ? null : `${short(at)} (${ago(at, Date.now())})`;
  });
  if (text === null) return t`This page may be out of date.`;
  return (
    // Makes screen readers announce the notice once, not every second.
    <span aria-live="off">
      <Trans>Last updated {{ time: text }}.</Trans>
    </span>
  );
}
