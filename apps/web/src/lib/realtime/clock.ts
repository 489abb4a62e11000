/**
 * The server's clock, as estimated by this browser. It ticks once a second. Each tick updates
 * everything that depends on the time, such as "5 min ago" or whether a pole is offline.
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
 * Sets the offset of the server's clock.
 * @param milliseconds server clock minus browser clock
 */
export function setServerOffset(milliseconds: number): void {
  offset = milliseconds;
}

/** Returns how many ticks there have been since the page was opened. */
export const tickCount = (): number => ticks;

/** Calls `listener` once a second. Returns a function that stops the calls. */
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
