import type { Query, QueryClient } from '@tanstack/react-query';
import { call, isUnavailable } from '@/lib/api/api.ts';

/** Milliseconds before the server is asked again, and again; the last one repeats. */
const ASK_AFTER_MS = [1_000, 2_000, 5_000, 10_000] as const;
/** Share by which a wait may be longer, so that not every console asks a server that starts at once. */
const SPREAD = 0.25;

const isWanting = (query: Query) =>
  query.state.status === 'error' && query.isActive() && isUnavailable(query.state.error);

/**
 * Brings back by itself what could not be loaded because the server was away (it started, the network
 * was gone): asks one small call until it is answered, then fetches what is on show and failed. Nothing
 * is asked while nothing is missing. Returns the function that ends it.
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

/** Whether the server answers, be it with a refusal. */
async function isThere(signal: AbortSignal): Promise<boolean> {
  try {
    await call('config', { signal });
    return true;
  } catch (error) {
    return !isUnavailable(error);
  }
}
