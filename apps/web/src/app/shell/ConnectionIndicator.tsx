import { Status, type StatusTone } from '@/components/ui/status.tsx';
import { type ConnectionState, useConnectionState } from '@/lib/realtime/connection.ts';

const LOOKS: Record<Exclude<ConnectionState, 'off'>, { tone: StatusTone; word: string }> = {
  connected: { tone: 'ok', word: 'Connected' },
  reconnecting: { tone: 'warn', word: 'Reconnecting' },
  disconnected: { tone: 'bad', word: 'Disconnected' },
};

/** The real state of the realtime connection, as shape, word and colour; nothing where it is off. */
export function ConnectionIndicator() {
  const state = useConnectionState();
  if (state === 'off') return null;
  const { tone, word } = LOOKS[state];
  return (
    <div role="status" title={`Realtime database: ${word}`} className="px-2 text-xs font-medium">
      <span className="sr-only">Realtime database: </span>
      <Status tone={tone}>
        <span>{word}</span>
      </Status>
    </div>
  );
}
