import type { Flag, SessionUser } from '@halyard/domain';
import { type QueryFunctionContext, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { flagsQuery } from '@/lib/query.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';

interface FlagsOptions {
  queryKey: string[];
  queryFn?: unknown;
}

/**
 * A list of flags whose live state goes into the store as it arrives, before any row is rendered;
 * from there on the store is the state's home, and the cache keeps the list alone.
 */
export function useFlagList(options: FlagsOptions): UseQueryResult<Flag[]> {
  const fetchFlags = options.queryFn as (context: QueryFunctionContext) => Promise<Flag[]>;
  return useQuery({
    queryKey: options.queryKey,
    queryFn: async (context: QueryFunctionContext) => {
      const flags = await fetchFlags(context);
      flagStore.accept(flags);
      return flags;
    },
  });
}

/** The flags that this person sees. */
export function useFlags(user: SessionUser): UseQueryResult<Flag[]> {
  return useFlagList(flagsQuery(user));
}
