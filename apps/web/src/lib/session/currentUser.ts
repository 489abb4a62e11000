import type { SessionUser } from '@halyard/domain';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchCurrentUser } from '../api/api.ts';
import { KEYS } from '../api/query.ts';
import { dropDraftsExceptOf, keepDrafts } from '../forms/drafts.ts';
import { endSession } from '../sessionEvents.ts';
import { currentUserQuery } from './currentUserQuery.ts';
import { keepLastAccount, lookForLastAccount } from './lastAccount.ts';
import { isLeaving } from './returnPath.ts';

/**
 * When the current user changes, cached data is removed unless its query key starts with one of
 * these segments.
 */
const KEPT: readonly unknown[] = [KEYS.config[0], KEYS.user[0]];

/**
 * Returns the signed-in user. For pages that require a sign-in. If a page renders once more while
 * the session ends, returns the user who was signed in before.
 */
export function useCurrentUser(): SessionUser {
  const { data } = useQuery(currentUserQuery());
  const [openedFor] = useState(data);
  const user = data ?? openedFor;
  if (!user) throw new Error('useCurrentUser is for pages behind the sign-in');
  return user;
}

/**
 * Changes the current user after a sign-in, a sign-out, a role change or the end of the session.
 * Clears all data of the previous user first. No other function changes the current user.
 */
export function setCurrentUser(client: QueryClient, next: SessionUser | null): void {
  const previous = client.getQueryData(currentUserQuery().queryKey);
  if (next) keepLastAccount(next.id);
  else if (isLeaving()) keepLastAccount(null);
  if (next) dropDraftsExceptOf(next.id);
  else if (isLeaving()) dropDraftsExceptOf(null);
  else if (previous) keepDrafts(previous.id);
  // At the end of a session, the guards must know it before any page renders again, because a page
  // would fetch its removed data again and get a 401 response.
  if (!next) client.setQueryData(currentUserQuery().queryKey, null);
  if (previous && !seesTheSame(previous, next)) {
    try {
      endSession();
    } finally {
      client.removeQueries({ predicate: ({ queryKey }) => !KEPT.includes(queryKey[0]) });
      client.getMutationCache().clear();
    }
  }
  if (next) client.setQueryData(currentUserQuery().queryKey, next);
}

/**
 * Asks the server who is signed in, and updates the current user. If the call fails, nothing
 * changes.
 */
export async function recheckCurrentUser(client: QueryClient): Promise<void> {
  try {
    const next = await fetchCurrentUser();
    const previous = client.getQueryData(currentUserQuery().queryKey);
    if (!next && previous && !isLeaving()) await lookForLastAccount();
    setCurrentUser(client, next);
  } catch (error) {
    console.info('Could not ask who is signed in:', error);
  }
}

function seesTheSame(a: SessionUser, b: SessionUser | null): boolean {
  return (
    b !== null &&
    a.id === b.id &&
    a.role === b.role &&
    a.companyId === b.companyId &&
    a.locationId === b.locationId &&
    a.allCompanies === b.allCompanies &&
    a.temporary === b.temporary &&
    a.secondFactorMissing === b.secondFactorMissing
  );
}
