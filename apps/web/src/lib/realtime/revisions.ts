import type { QueryClient } from '@tanstack/react-query';
import { refetchLists } from '@/lib/api/query.ts';

/** How long to collect revisions before a refetch, in milliseconds. */
const GATHER_MS = 250;
/**
 * Minimum pause after a refetch, as a multiple of the time that the refetch took. Keeps many
 * browsers from overloading the server.
 */
const REST = 4;
/** Maximum time that a refetch may delay the next one, in milliseconds. */
const PATIENCE_MS = 15_000;

const sleep = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));

/**
 * Returns a function that refetches the lists that contain a company's data. Call it when the
 * company's revision has increased; null stands for any company.
 */
export function refetchOnRevision(client: QueryClient): (companyId: string | null) => void {
  const gathered = new Set<string | null>();
  let isWorking = false;
  let restsUntil = 0;
  const refetch = async () => {
    const companies = new Set(gathered);
    gathered.clear();
    const concerned = (key: readonly unknown[]) =>
      companies.has(null) || key[1] !== 'company' || companies.has(key[2] as string);
    const begun = performance.now();
    // A failed refetch keeps the last list; the next revision tries again.
    const work = refetchLists(client, concerned).catch(() => undefined);
    const isOver = await Promise.race([work.then(() => true), sleep(PATIENCE_MS)]);
    const ended = performance.now();
    restsUntil = isOver ? ended + (ended - begun) * REST : 0;
    isWorking = false;
    if (gathered.size > 0) begin();
  };
  const begin = () => {
    isWorking = true;
    setTimeout(() => void refetch(), Math.max(GATHER_MS, restsUntil - performance.now()));
  };
  return (companyId) => {
    gathered.add(companyId);
    if (!isWorking) begin();
  };
}
