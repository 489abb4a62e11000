import { useCallback } from 'react';
import { type Action, useAction } from './useAction.ts';
import { Stopped, useBusyRetry } from './useBusyRetry.ts';

/** Of a form whose call a busy server refuses for a moment. */
export interface Busy {
  /** The server is busy and the call is sent again by itself: show `BusyNote`. */
  isBusy: boolean;
  /** Does not send the call again; for a form that is edited. */
  stop(): void;
}

interface BusyActionOptions<Output, Input> {
  /** @param signal ends a call that is sent again, after `stop`; a call may do without */
  mutationFn: (input: Input, signal?: AbortSignal) => Promise<Output>;
  onSuccess: (output: Output) => unknown;
  /** A call that was stopped is no failure. */
  onError?: (error: Error) => void;
}

/**
 * `useAction` for every call that checks or sets a password: while the server is busy, the call is sent
 * again as often as it takes, until `stop` or `reset`.
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
