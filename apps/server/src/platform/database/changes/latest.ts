/**
 * Returns a function that calls `work`, but never twice at the same time. Calls during a run share
 * the result of the next run, because the current run may have read outdated data.
 */
export function latest<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;
  const current = (): Promise<Result> => {
    if (!running) {
      running = work().finally(() => {
        running = null;
      });
      return running;
    }
    // All callers wait for the same next run.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return current();
      });
    return next;
  };
  return current;
}
