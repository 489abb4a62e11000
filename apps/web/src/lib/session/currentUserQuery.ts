import type { SessionUser } from '@halyard/domain';
import { queryOptions } from '@tanstack/react-query';
import { fetchCurrentUser } from '../api/api.ts';
import { configQuery, KEYS } from '../api/query.ts';
import { keepLastAccount, lookForLastAccount } from './lastAccount.ts';

/**
 * Fetches the signed-in user when the page opens; afterwards, `setCurrentUser` updates it. Calls
 * the server only if there is a session, because otherwise a 401 would appear as an error in the
 * browser console.
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
