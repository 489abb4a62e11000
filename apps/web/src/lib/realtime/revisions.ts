import type { QueryClient } from '@tanstack/react-query';
import { refetchLists } from '@/lib/query.ts';

/** Milliseconds in which a burst of revisions counts as one. */
const GATHER_MS = 250;

/**
 * Fetches lists anew when their company's revision grew. Lists that name another company are left
 * alone; unscoped ones hold every company's things.
 */
export function refetchOnRevision(client: QueryClient): (companyId: string | null) => void {
  const gathered = new Set<string | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refetch = () => {
    timer = undefined;
    const companies = new Set(gathered);
    gathered.clear();
    const concerned = (key: readonly unknown[]) =>
      companies.has(null) || key[1] !== 'company' || companies.has(key[2] as string);
    // A failed refetch keeps the last list; the next revision tries again.
    void refetchLists(client, concerned);
  };
  return (companyId) => {
    gathered.add(companyId);
    if (timer === undefined) timer = setTimeout(refetch, GATHER_MS);
  };
}
