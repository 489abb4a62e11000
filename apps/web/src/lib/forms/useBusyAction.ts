import { useCallback } from 'react';
import { type Action, useAction } from './useAction.ts';
import { Stopped, useBusyRetry } from './useBusyRetry.ts';

/** The state of a form whose call is retried while the server is too busy. */
export interface Busy {
  /** Whether the server is busy and the call is being retried. If so, show `BusyNote`. */
  isBusy: boolean;
  /** Stops the retries. Call this when the user edits the form. */
  stop(): void;
}

interface BusyActionOptions<Output, Input> {
  /**
   * Makes the call.
   * @param signal aborted if `stop` is called during a retry; the function may ignore it
   */
  mutationFn: (input: Input, signal?: AbortSignal) => Promise<Output>;
  onSuccess: (output: Output) => unknown;
  /** Called with the error if the call fails. Not called if `stop` ended the call. */
  onError?: (error: Error) => void;
}

/**
 * A version of `useAction` for calls that check or set a password. Retries while the server is too
 * busy, until `stop` or `reset` is called.
 */
export function useBusyAction<Output, Input>({
  mutationFn,
  onSuccess,
  onError,
}: BusyActionOptions<Output, Input>): Action<Output, Input> & Busy {
  const { isBusy, send, stop } = useBusyRetry();
  const action = useAction({
    mutationFn: (input: Input) => send((signal) => mutationFn(input, signal)),
    onSuccess,
    onError: (error) => {
      if (!(error instanceof Stopped)) onError?.(error);
    },
  });
  const { reset: forget } = action;
  const reset = useCallback(() => {
    stop();
    forget();
  }, [stop, forget]);
  return { ...action, reset, isBusy, stop };
}
