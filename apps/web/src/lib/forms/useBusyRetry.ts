import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api.ts';

/**
 * Maximum random extra wait in milliseconds, which spreads the retries of browsers that were
 * refused at the same time.
 */
const SPREAD_MS = 1000;

/**
 * Thrown if a call was not retried because its form was edited or left. This is not a failure to
 * report.
 */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/**
 * Retries calls that check or set a password, because the server may be too busy for such a call at
 * first.
 */
export interface BusyRetry {
  /** Whether the server is busy and the call is being retried automatically. */
  isBusy: boolean;
  /**
   * Sends a call, and retries it while the server is busy, after the wait that the server asks for.
   * @param call ends early when its signal is aborted @throws Stopped after `stop`
   */
  send<T>(call: (signal?: AbortSignal) => Promise<T>): Promise<T>;
  /**
   * Stops the retries, for a form that is being edited. A call that was sent only once continues.
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
 * @throws the signal's reason as soon as it is aborted
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
