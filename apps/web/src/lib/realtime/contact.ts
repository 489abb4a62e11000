import { onSessionEnd } from '../sessionEvents.ts';
import { realtime } from './realtime.ts';

let wasConnected = false;
let leftAt: number | null = null;

realtime.subscribe(() => {
  const isConnected = realtime.connection === 'connected';
  if (wasConnected && !isConnected) leftAt = Date.now();
  wasConnected = isConnected;
});

onSessionEnd(() => {
  leftAt = null;
});

/**
 * Returns the time up to which this page knows every change, in epoch milliseconds by this device's
 * clock. The current time while connected; null if the page was never connected.
 */
export const lastContactAt = (): number | null =>
  realtime.connection === 'connected' ? Date.now() : leftAt;
