import type { QueryClient } from '@tanstack/react-query';
import { recheckCurrentUser } from '@/lib/currentUser.ts';
import { forgetRecent } from '@/lib/recentEntries.ts';
import { onSessionEnd, onUnauthorized } from '@/lib/session.ts';
import { onSessionNews } from '@/lib/sessionNews.ts';

/**
 * Asks again who is signed in when a call was answered with 401, or when another tab signed in or
 * out. Many calls may be refused at once: they are asked about once. Deletes what a session leaves on the
 * device. Returns the function that ends it.
 */
export function watchSession(client: QueryClient): () => void {
  let asking = false;
  const ask = () => {
    if (asking) return;
    asking = true;
    void recheckCurrentUser(client).finally(() => {
      asking = false;
    });
  };
  const stop = [onUnauthorized(ask), onSessionNews(ask), onSessionEnd(forgetRecent)];
  return () => {
    for (const end of stop) end();
  };
}
