import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { StatusShape, type StatusTone } from '@/components/ui/Status.tsx';
import { cn } from '@/lib/cn.ts';
import { type ConnectionState, useConnectionState } from '@/lib/realtime/connection.ts';

interface Look {
  tone: StatusTone;
  word: string;
  /** The CSS class that colors the connection indicator: muted, unless there is a problem. */
  className: string;
}

const LOOKS: Record<Exclude<ConnectionState, 'off'>, Look> = {
  connecting: { tone: 'off', word: t`Connecting`, className: 'text-muted-foreground' },
  connected: { tone: 'ok', word: t`Connected`, className: 'text-muted-foreground' },
  reconnecting: { tone: 'warn', word: t`Reconnecting`, className: 'text-warn' },
  disconnected: { tone: 'bad', word: t`Disconnected`, className: 'text-bad' },
};

/**
 * Shows the state of the realtime connection as a shape, a word and a color. Shows nothing if
 * realtime is off.
 */
export function ConnectionIndicator() {
  const state = useConnectionState();
  if (state === 'off') return null;
  const { tone, word, className } = LOOKS[state];
  return (
    <div
      role="status"
      title={t`Realtime database: ${{ state: word }}`}
      className={cn(
        'flex min-w-27 items-center gap-2 px-2 text-xs font-medium zoomed:min-w-0 zoomed:gap-0 zoomed:px-0',
        className,
      )}
    >
      <StatusShape tone={tone} />
      <span className="sr-only">
        <Trans>Realtime database:</Trans>{' '}
      </span>
      <span className="zoomed:sr-only">{word}</span>
    </div>
  );
}
