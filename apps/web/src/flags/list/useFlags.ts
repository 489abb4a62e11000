import type { Flag, SessionUser } from '@halyard/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { flagsQuery } from '@/lib/api/query.ts';

/** Fetches the flags that this user sees. */
export function useFlags(user: SessionUser): UseQueryResult<Flag[]> {
  return useQuery(flagsQuery(user));
}
