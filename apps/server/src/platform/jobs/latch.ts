/** A value that exists only while something is running. Other code can wait until it exists. */
export interface Latch<T> {
  /** Returns the value; null if there is none. */
  current(): T | null;
  /** Resolves with the value as soon as there is one. Rejects when the signal is aborted. */
  opened(signal: AbortSignal): Promise<T>;
  open(value: T): void;
  close(): void;
}

export function createLatch<T>(): Latch<T> {
  let current: T | null = null;
  let announce: (value: T) => void;
  let next: Promise<T>;
  const wait = () => {
    next = new Promise((resolve) => {
      announce = resolve;
    });
  };
  wait();
  return {
    current: () => current,
    opened: (signal) => unlessAborted(next, signal),
    open(value) {
      current = value;
      announce(value);
    },
    close() {
      if (current === null) return;
      current = null;
      wait();
    },
  };
}

/** Waits for a promise. Rejects as soon as the signal is aborted. */
export function unlessAborted<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    awaited.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
