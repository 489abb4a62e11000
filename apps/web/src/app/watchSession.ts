import type { QueryClient } from '@tanstack/react-query';
import { dropEarly } from '@/lib/api/earlyAnswers.ts';
import { configQuery, KEYS } from '@/lib/api/query.ts';
import { forgetRecent } from '@/lib/lists/recentEntries.ts';
import { forgetCopy, keepCopyOnlyOf } from '@/lib/session/copyOwner.ts';
import { recheckCurrentUser } from '@/lib/session/currentUser.ts';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { onSignInElsewhere } from '@/lib/session/otherTabs.ts';
import { onSessionDoubt, onSessionEnd, onUnauthorized } from '@/lib/sessionEvents.ts';

/**
 * After a 401 response, or when another tab signs in or out, asks the server who is signed in.
 * Deletes the data of an ended session from the device.
 * @returns a function that stops watching the session
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
  const stop = [
    onUnauthorized(forgetCopy),
    onUnauthorized(ask),
    onSessionDoubt(ask),
    onSignInElsewhere(ask),
    onSessionEnd(forgetRecent),
    onSessionEnd(forgetCopy),
    onSessionEnd(dropEarly),
    watchCopyOwner(client),
  ];
  return () => {
    for (const end of stop) end();
  };
}

/**
 * Deletes the offline copy if it belongs to a session other than the current one, or if the
 * operator does not allow offline use.
 */
function watchCopyOwner(client: QueryClient): () => void {
  const look = () => {
    if (client.getQueryData(configQuery().queryKey)?.offlineApp === false) keepCopyOnlyOf(null);
    const user = client.getQueryData(currentUserQuery().queryKey);
    if (user !== undefined) keepCopyOnlyOf(user?.session.key ?? null);
  };
  look();
  return client.getQueryCache().subscribe(({ type, query }) => {
    const [key] = query.queryKey;
    if (type === 'updated' && (key === KEYS.user[0] || key === KEYS.config[0])) look();
  });
}
