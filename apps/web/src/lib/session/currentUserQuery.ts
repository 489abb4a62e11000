import type { SessionUser } from '@halyard/domain';
import { queryOptions } from '@tanstack/react-query';
import { fetchCurrentUser } from '../api/api.ts';
import { configQuery, KEYS } from '../api/query.ts';
import { keepLastAccount, lookForLastAccount } from './lastAccount.ts';

/**
 * Fetches the signed-in user when the page opens, if there is a session. Afterwards,
 * `setCurrentUser` updates the result.
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
