/** The channel on which the browser's tabs notify each other when somebody signs in or out. */
const CHANNEL = 'halyard-session';

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

export function notifyOtherTabs(): void {
  channel?.postMessage('changed');
}

/**
 * Calls `listener` when somebody has signed in or out in another tab. Returns a function that stops
 * the calls.
 */
export function onSignInElsewhere(listener: () => void): () => void {
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}
