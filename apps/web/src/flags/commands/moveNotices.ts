import type { Flag } from '@halyard/domain';
import { serverNow } from '@/lib/realtime/clock.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { onSessionEnd } from '@/lib/sessionEvents.ts';
import { commandStatus, isConfirmed } from '../texts/commandStatus.ts';
import { positionText } from '../texts/positionText.ts';

let current = '';
const listeners = new Set<() => void>();
/** The functions that cancel pending announcements, by flag ID. */
const waiting = new Map<string, () => void>();

function announce(text: string): void {
  current = text;
  for (const listener of listeners) listener();
}

/** Announces to screen readers how the pole responded to the latest command. */
export function announceResult(flag: Pick<Flag, 'id' | 'name'>): void {
  waiting.get(flag.id)?.();
  // Cleared first, so that a screen reader announces the same text again.
  announce('');
  const look = () => {
    const words = wordsOf(flag);
    if (words === null) return;
    stop();
    announce(words);
  };
  const unsubscribe = flagStore.subscribe(flag.id, look);
  const stop = () => {
    unsubscribe();
    waiting.delete(flag.id);
  };
  waiting.set(flag.id, stop);
  look();
}

/** Returns the text to announce; null while the pole has not responded. */
function wordsOf({ id, name }: Pick<Flag, 'id' | 'name'>): string | null {
  const state = flagStore.state(id);
  if (!state) return null;
  const { record, view } = state;
  const word = commandStatus(record, view, serverNow());
  switch (word?.kind) {
    case 'confirmed':
      return `${name}: ${positionText(view)}`;
    case 'stopped':
    case 'unknown':
      return isConfirmed(record, view) ? `${name}: ${word.text}` : null;
    case 'not-confirmed':
    case 'lapsed':
      return `${name}: ${word.text}`;
    default:
      return null;
  }
}

onSessionEnd(() => {
  for (const stop of waiting.values()) stop();
  announce('');
});

export const moveNotices = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => current,
};
