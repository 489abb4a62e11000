import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api.ts';

/**
 * Maximum random time to add to a wait, in milliseconds, so that browsers do not all retry at the
 * same time.
 */
const SPREAD_MS = 1000;

/**
 * Thrown if the retries were stopped because the user edited or left the form. Do not show this
 * error.
 */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Retries a call while the server is too busy for it. */
export interface BusyRetry {
  /** Whether the server is busy and the call is being retried automatically. */
  isBusy: boolean;
  /**
   * Makes a call, and repeats it while the server is busy. Before each retry, waits as long as the
   * server asks.
   * @param call ends early when its signal is aborted
   * @throws Stopped after `stop`
   */
  send<T>(call: (signal?: AbortSignal) => Promise<T>): Promise<T>;
  /**
   * Stops the retries, because the user edited the form. If the call is still in its first attempt,
   * it continues.
   */
  stop(): void;
}

export function useBusyRetry(): BusyRetry {
  const [isBusy, setBusy] = useState(false);
  const waiting = useRef<AbortController | null>(null);
  const stop = useCallback(() => waiting.current?.abort(new Stopped()), []);
  useEffect(() => stop, [stop]);
  const send = useCallback(async <T>(call: (signal?: AbortSignal) => Promise<T>): Promise<T> => {
    let controller: AbortController | null = null;
    try {
      for (;;) {
        try {
          return await call(controller?.signal);
        } catch (error) {
          if (controller?.signal.aborted) throw new Stopped();
          const waitMs = error instanceof ApiError ? error.busyForMs : null;
          if (waitMs === null) throw error;
          controller ??= new AbortController();
          waiting.current = controller;
          setBusy(true);
          await pause(waitMs + Math.random() * SPREAD_MS, controller.signal);
        }
      }
    } finally {
      if (controller !== null) setBusy(false);
      if (waiting.current === controller) waiting.current = null;
    }
  }, []);
  return { isBusy, send, stop };
}

/**
 * Waits for `ms` milliseconds.
 * @throws the signal's reason when the signal is aborted
 */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
