/**
 * Returns a function that runs `work`, but never twice at the same time. Each call gets the result
 * of a run that began after the call, because a run in progress may already have read its data.
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
