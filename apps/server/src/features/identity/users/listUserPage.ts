import {
  type ListPage,
  type ListQuery,
  ROLE_FACTS,
  textKey,
  USER_SORT_KEYS,
  type User,
  type UserSortKey,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { type KeyOf, sortedBy } from '../../fleet/directory/catalog.ts';
import type { UserEntry } from '../../fleet/directory/entries.ts';
import { answerPage, type Lists, matching, orderOf } from '../../fleet/directory/lists.ts';
import { findUsersById } from '../queries.ts';
import { onlineUserIds } from '../sessions/onlineUsers.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** The default order of users. */
export const BY_NAME: readonly KeyOf<UserEntry>[] = [
  ({ lastNameKey }) => lastNameKey,
  ({ firstNameKey }) => firstNameKey,
];

/**
 * Returns one page of the accounts that the actor may see. Sorts by last and first name unless the
 * request says otherwise.
 */
export async function listUserPage(
  ctx: Context,
  sessions: Sessions,
  { directory, walks }: Lists,
  query: ListQuery,
): Promise<ListPage<User>> {
  const scope = requireScope(ctx, 'user.read');
  const online = await onlineUserIds(ctx, sessions);
  const { users } = await directory.current();
  const isMatch = matching<UserEntry>(query, scope, ({ company, location }) => ({
    companyId: company?.id ?? null,
    locationId: location?.id ?? null,
  }));
  const columns: Record<UserSortKey, KeyOf<UserEntry>> = {
    name: ({ nameKey }) => nameKey,
    email: ({ emailKey }) => emailKey,
    role: ({ role }) => textKey(ROLE_FACTS[role].label),
    location: ({ location }) => location?.nameKey ?? null,
    status: ({ id, isSuspended }) =>
      isSuspended ? 'suspended' : online.has(id) ? 'online' : 'offline',
  };
  const { page } = await answerPage(
    ctx,
    walks,
    query,
    {
      name: 'users',
      sortKeys: USER_SORT_KEYS,
      find: (sort) => {
        const order = orderOf(sort, columns, BY_NAME);
        // The order by status can change without a change to any account.
        if (sort === null || sort === 'id' || sort.key !== 'status')
          return users.inOrder(order).filter(isMatch);
        const byName = users.inOrder(orderOf(null, columns, BY_NAME)).filter(isMatch);
        return sortedBy(columns.status, order.sign, byName);
      },
    },
    (ids) => findUsersById(ctx.db.queries, scope, online, ids),
  );
  return page;
}
