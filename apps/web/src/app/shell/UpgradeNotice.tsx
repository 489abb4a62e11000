import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { RefreshCw } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { reload, upgradeStore } from '@/offline/upgrade.ts';

/**
 * A notice that a new version of the console is ready. Shown if the page did not reload
 * automatically.
 */
export function UpgradeNotice() {
  const isReady = useSyncExternalStore(upgradeStore.subscribe, upgradeStore.getSnapshot);
  return (
    <div role="status" className="pointer-events-auto print:hidden">
      {isReady && (
        <div className="flex items-center gap-3 border-t border-border bg-raised px-4 py-2 md:px-6">
          <RefreshCw aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
          <p className="min-w-0 flex-1">
            <Trans>A new version is ready. Save your changes, then reload.</Trans>
          </p>
          <Button onClick={reload}>
            <Trans>Reload</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
