import type { Flag } from '@halyard/domain';
import { serverNow } from '@/lib/realtime/clock.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { onSessionEnd } from '@/lib/sessionEvents.ts';
import { commandStatus, isConfirmed } from '../texts/commandStatus.ts';
import { positionText } from '../texts/positionText.ts';

let current = '';
const listeners = new Set<() => void>();
/** By flag: how to stop waiting for its pole. */
const waiting = new Map<string, () => void>();

function tell(text: string): void {
  current = text;
  for (const listener of listeners) listener();
}

/**
 * Tells in words, once, what the pole made of the command that it was just given: a toggled switch
 * says so where it is looked at, these words where it is heard. A later command takes its place.
 */
export function announceResult(flag: Pick<Flag, 'id' | 'name'>): void {
  waiting.get(flag.id)?.();
  // The same words again are news again.
  tell('');
  const look = () => {
    const words = wordsOf(flag);
    if (words === null) return;
    stop();
    tell(words);
  };
  const unsubscribe = flagStore.subscribe(flag.id, look);
  const stop = () => {
    unsubscribe();
    waiting.delete(flag.id);
  };
  waiting.set(flag.id, stop);
  look();
}

/** Null while the pole has not spoken. */
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
  tell('');
});

export const moveNotices = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => current,
};
