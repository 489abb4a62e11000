/**
 * The channel that notifies the other tabs of this browser, which share the session cookie, that
 * somebody signed in or out.
 */
const CHANNEL = 'halyard-session';

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

export function notifyOtherTabs(): void {
  channel?.postMessage('changed');
}

/**
 * Adds a listener that runs when somebody signs in or out in another tab. Returns a function that
 * removes the listener.
 */
export function onSignInElsewhere(listener: () => void): () => void {
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}
