import { addressOf } from '../api/addresses.ts';

/** Code in a separate file, fetched when it is first needed or once the first page is on screen. */
export interface LaterCode<Code> {
  /**
   * Fetches the code if it has not been fetched yet.
   * @throws if it cannot be fetched; the next call tries again
   */
  load(): Promise<Code>;
  /**
   * Fetches the code before it is needed. Never reloads the page, unlike `load`, which reloads it
   * if a second fetch fails because a new version has replaced the code.
   */
  prefetch(): Promise<Code>;
  /** Returns the code; null until it has been fetched. */
  current(): Code | null;
  /**
   * Calls `listener` when the code has been fetched.
   * @returns a function that unsubscribes
   */
  subscribe(listener: () => void): () => void;
}

const loaders = new WeakMap<() => Promise<unknown>, LaterCode<unknown>>();

/**
 * Returns the loader for code that is fetched later, such as pages (`lazyPart.tsx`) and overlays
 * (`overlays.ts`). Calls with the same function return the same loader, so prefetched code is shown
 * without a placeholder.
 */
export function laterCode<Code>(fetchCode: () => Promise<Code>): LaterCode<Code> {
  const loader = (loaders.get(fetchCode) as LaterCode<Code> | undefined) ?? createLoader(fetchCode);
  loaders.set(fetchCode, loader);
  return loader;
}

function createLoader<Code>(fetchCode: () => Promise<Code>): LaterCode<Code> {
  let current: Code | null = null;
  let loading: Promise<Code> | null = null;
  let hasFailed = false;
  const listeners = new Set<() => void>();
  const attempt = async (counts: boolean) => {
    try {
      current = await fetchCode();
    } catch (error) {
      loading = null;
      if (!counts) throw error;
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
      loading ??= attempt(true);
      return loading;
    },
    prefetch: () => {
      loading ??= attempt(false);
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
    return (await fetch(addressOf('config'), { credentials: 'include' })).ok;
  } catch {
    return false;
  }
}
