import type { Query, QueryClient } from '@tanstack/react-query';
import { call, isUnavailable } from '@/lib/api/api.ts';

/**
 * The delays before successive attempts to reach the server, in milliseconds. The last delay
 * repeats.
 */
const ASK_AFTER_MS = [1_000, 2_000, 5_000, 10_000] as const;
/**
 * The maximum random extra delay, as a fraction of the regular delay. Without it, all consoles
 * would call a server at the same moment after it restarts.
 */
const SPREAD = 0.25;

const isWanting = (query: Query) =>
  query.state.status === 'error' && query.isActive() && isUnavailable(query.state.error);

/**
 * Reloads data that failed to load because no server was available. Repeats one small call until
 * the server responds, then refetches the failed queries of the current page.
 * @returns a function that stops the attempts
 */
export function watchServer(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  const wait = () => {
    if (timer !== undefined || asking) return;
    const ms = ASK_AFTER_MS[Math.min(attempt++, ASK_AFTER_MS.length - 1)]!;
    timer = setTimeout(() => void ask(), ms * (1 + SPREAD * Math.random()));
  };
  const ask = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (asking || cache.findAll({ predicate: isWanting }).length === 0) return;
    asking = new AbortController();
    const answers = await isThere(asking.signal);
    if (asking.signal.aborted) return;
    asking = undefined;
    if (!answers) return wait();
    await client.refetchQueries({ predicate: isWanting });
  };
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type !== 'updated' && type !== 'observerAdded') return;
    if (isWanting(query)) wait();
    else if (query.state.status === 'success') attempt = 0;
  });
  const askNow = () => void ask();
  window.addEventListener('online', askNow);
  return () => {
    clearTimeout(timer);
    asking?.abort();
    unsubscribe();
    window.removeEventListener('online', askNow);
  };
}

/** Returns whether the server responds at all, even with an error. */
async function isThere(signal: AbortSignal): Promise<boolean> {
  try {
    await call('config', { signal });
    return true;
  } catch (error) {
    return !isUnavailable(error);
  }
}
