import type { SessionUser } from '@halyard/domain';
import { queryOptions } from '@tanstack/react-query';
import { fetchCurrentUser } from '../api/api.ts';
import { configQuery, KEYS } from '../api/query.ts';
import { keepLastAccount, lookForLastAccount } from './lastAccount.ts';

/**
 * Who is signed in when the page opens; from then on `setCurrentUser` updates it. Asks only if
 * there is a session, because a 401 would show as an error in the browser console of everybody
 * else.
 */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: KEYS.user,
    queryFn: async ({ client, signal }): Promise<SessionUser | null> => {
      const { signedIn } = await client.ensureQueryData(configQuery());
      const user = signedIn ? await fetchCurrentUser(signal) : null;
      if (user) keepLastAccount(user.id);
      else await lookForLastAccount();
      return user;
    },
  });
