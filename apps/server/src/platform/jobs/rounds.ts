/** Repeated work whose runs never overlap. */
export interface Rounds {
  /** Starts a run of the repeated work now, or right after the current run. */
  kick(): void;
  /** Stops repeating the work. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` at intervals of `ms`. If a run fails, passes the error to `onError` and continues.
 */
export function everyRound(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Rounds {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  const begin = () => {
    again = false;
    running = work()
      .catch(onError)
      .finally(() => {
        running = null;
        if (again && !stopped) begin();
      });
  };
  const timer = setInterval(() => {
    if (!running) begin();
  }, ms);
  timer.unref();
  return {
    kick() {
      if (stopped) return;
      if (running) again = true;
      else begin();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
