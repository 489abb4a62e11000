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
 * Returns the last time when this page was connected and up to date, in epoch milliseconds by this
 * device's clock; null if it has not been connected yet.
 */
export const lastContactAt = (): number | null =>
  realtime.connection === 'connected' ? Date.now() : leftAt;
