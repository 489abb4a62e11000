import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { WifiOff } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { ago } from '@/flags/texts/lastSeen.ts';
import { cn } from '@/lib/cn.ts';
import { useTicked } from '@/lib/realtime/useTicked.ts';
import type { OfflineCopy } from './copy.ts';

interface CopyNoticeProps {
  copy: OfflineCopy;
  isOffline: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Shows how old the data is, and that poles cannot be controlled. */
export function CopyNotice({ copy: { takenAt }, isOffline, isRetrying, onRetry }: CopyNoticeProps) {
  const age = useTicked(() => ago(takenAt, Date.now()));
  return (
    <div
      role="status"
      className={cn(
        'flex items-center gap-3 border-t px-4 py-2 md:px-6',
        isOffline
          ? 'border-warn/30 bg-warn-soft text-warn'
          : 'border-border bg-muted text-muted-foreground',
      )}
    >
      {isOffline ? <WifiOff aria-hidden="true" className="size-4 shrink-0" /> : <Spinner />}
      <p className="min-w-0 flex-1">
        <span className="font-medium">
          {isOffline ? t`Offline.` : t`Connecting…`}{' '}
          {/* Makes screen readers announce the age once, not every second. */}
          <Trans>
            Last known state from <Moment at={takenAt} />{' '}
            <span aria-live="off" className="tabular-nums">
              ({age}).
            </span>
          </Trans>
        </span>
        {isOffline && ` ${t`Poles can’t be controlled. Retrying automatically…`}`}
      </p>
      {isOffline && (
        <Button onClick={onRetry} pending={isRetrying}>
          <Trans>Retry</Trans>
        </Button>
      )}
    </div>
  );
}
