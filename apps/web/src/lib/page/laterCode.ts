import { call, isUnavailable } from '../api/api.ts';

/** Code in a separate file, fetched when it is first needed or once the first page is on screen. */
export interface LaterCode<Code> {
  /**
   * Fetches the code if it has not been fetched yet.
   * @throws if it cannot be fetched; the next call tries again
   */
  load(): Promise<Code>;
  /** Returns the code; null until it has been fetched. */
  current(): Code | null;
  /**
   * Calls `listener` when the code has been fetched.
   * @returns a function that unsubscribes
   */
  subscribe(listener: () => void): () => void;
}

/**
 * Creates a loader for code that is fetched later, such as pages (`lazyPart.tsx`) and overlays
 * (`overlays.ts`).
 */
export function laterCode<Code>(fetchCode: () => Promise<Code>): LaterCode<Code> {
  let current: Code | null = null;
  let loading: Promise<Code> | null = null;
  let hasFailed = false;
  const listeners = new Set<() => void>();
  const attempt = async () => {
    try {
      current = await fetchCode();
    } catch (error) {
      loading = null;
      // The server responds but no longer has the code, so a new version has replaced it.
      if (hasFailed && (await isServerThere())) window.location.reload();
      hasFailed = true;
      throw error;
    }
    for (const listener of [...listeners]) listener();
    return current;
  };
  return {
    load: () => {
      loading ??= attempt();
      return loading;
    },
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

async function isServerThere(): Promise<boolean> {
  try {
    await call('config', {});
    return true;
  } catch (error) {
    return !isUnavailable(error);
  }
}
