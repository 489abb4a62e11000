/**
 * The server's clock as this browser knows it, and a tick once a second. Everything that changes
 * without an event uses the tick: online to offline, pending to not confirmed, "5 min ago".
 */

const TICK_MS = 1000;

let offset = 0;
let ticks = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Returns the server's time in epoch milliseconds. */
export function serverNow(): number {
  return Date.now() + offset;
}

/**
 * Sets the offset of the server's clock. @param milliseconds server clock minus browser clock
 * (`.info/serverTimeOffset`)
 */
export function setServerOffset(milliseconds: number): void {
  offset = milliseconds;
}

/** Returns how often the clock has ticked since the page was opened. */
export const tickCount = (): number => ticks;

/** Calls `listener` once a second. The timer runs only while there are listeners. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    ticks++;
    for (const each of [...listeners]) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== undefined) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}
