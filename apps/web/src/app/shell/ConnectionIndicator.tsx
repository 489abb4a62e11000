import { StatusShape, type StatusTone } from '@/components/ui/Status.tsx';
import { cn } from '@/lib/cn.ts';
import { type ConnectionState, useConnectionState } from '@/lib/realtime/connection.ts';

interface Look {
  tone: StatusTone;
  word: string;
  /** Muted while there is no problem. */
  className: string;
}

const LOOKS: Record<Exclude<ConnectionState, 'off'>, Look> = {
  connecting: { tone: 'off', word: 'Connecting', className: 'text-muted-foreground' },
  connected: { tone: 'ok', word: 'Connected', className: 'text-muted-foreground' },
  reconnecting: { tone: 'warn', word: 'Reconnecting', className: 'text-warn' },
  disconnected: { tone: 'bad', word: 'Disconnected', className: 'text-bad' },
};

/**
 * The state of the realtime connection, as shape, word and color. Shows nothing if realtime is off.
 */
export function ConnectionIndicator() {
  const state = useConnectionState();
  if (state === 'off') return null;
  const { tone, word, className } = LOOKS[state];
  return (
    <div
      role="status"
      title={`Realtime database: ${word}`}
      className={cn('flex min-w-27 items-center gap-2 px-2 text-xs font-medium', className)}
    >
      <StatusShape tone={tone} />
      <span className="sr-only">Realtime database: </span>
      <span>{word}</span>
    </div>
  );
}
