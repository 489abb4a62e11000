import type { Logger } from 'pino';

/** How long to wait after a failed attempt to start a task, in ms. */
const RETRY_MS = 5_000;

/** A task whose start is repeated until it succeeds. */
export interface Kept<T> {
  /** The task whose start is repeated. Null until it has started. */
  current(): T | null;
  stop(): Promise<void>;
}

/** Starts a task that depends on other services. Repeats failed attempts until one succeeds. */
export function keepTrying<T extends { stop(): Promise<void> }>(
  begin: () => Promise<T>,
  log: Pick<Logger, 'warn'>,
): Kept<T> {
  let current: T | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const attempt = async () => {
    try {
      const begun = await begin();
      if (stopped) await begun.stop();
      else current = begun;
    } catch (error) {
      if (stopped) return;
      log.warn({ err: error }, 'The Firebase project is not up to date yet. Retrying');
      timer = setTimeout(() => void attempt(), RETRY_MS);
      timer.unref();
    }
  };
  void attempt();
  return {
    current: () => current,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current?.stop();
    },
  };
}
