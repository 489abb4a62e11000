/** Work that is done again and again, never twice at once. */
export interface Rounds {
  /** Ends them; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** Does `work` every so many milliseconds; a round that fails is told, and the next one comes. */
export function everyRound(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Rounds {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, ms);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
