/**
 * The server's clock as this browser knows it, and one tick a second, shared by everything that
 * changes without an event: online to offline, pending to not confirmed, "5 min ago".
 */

const TICK_MS = 1000;

let offset = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Epoch milliseconds by the server's clock. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** @param milliseconds server clock minus browser clock (`.info/serverTimeOffset`) */
export function setServerOffset(milliseconds: number): void {
  offset = milliseconds;
}

/** Calls back once a second. The timer runs only while there are listeners. */
export function onTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
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
