import type { Flag, FlagPage, FlagSelection } from '@halyard/domain';
import { call } from '@/lib/api/api.ts';
import { acceptFlags } from '@/lib/api/query.ts';

/**
 * Fetches all flags that match a search and filters, with their live state, in as many calls as
 * needed.
 */
export async function matchingFlags(query: FlagSelection): Promise<Flag[]> {
  const flags: Flag[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = (await call('listFlags', {
      query: { ...query, limit: '200', ...(after !== undefined && { after }) },
    })) as FlagPage;
    flags.push(...(page.items as Flag[]));
    after = page.next;
  }
  await acceptFlags(flags);
  return flags;
}
