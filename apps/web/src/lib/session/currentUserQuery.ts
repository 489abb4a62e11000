import type { SessionUser } from '@halyard/domain';
import { queryOptions } from '@tanstack/react-query';
import { fetchCurrentUser } from '../api/api.ts';
import { configQuery, KEYS } from '../api/query.ts';
import { keepLastAccount, lookForLastAccount } from './lastAccount.ts';

/**
 * Who is signed in when the page opens; from then on `setCurrentUser` says so. Asks only where there
 * is a session: the 401 of everybody else would stand as an error in their browser's console.
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
