import type { Sparklines } from '@halyard/domain';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';

/** How long a sparkline is not refetched, in milliseconds. It gains one point per hour. */
const STALE_MS = 10 * 60_000;
/** The fetched sparklines, of all pages. */
const KNOWN = ['/api/history', 'sparklines'];

type Sparkline = Sparklines['volts'][string];
/** The sparkline of each flag, or null if it has none, and when it was fetched. */
type Known = ReadonlyMap<string, { line: Sparkline | null; at: number }>;

const NONE: Known = new Map();

/**
 * Returns the sparklines of these flags, as far as they have been fetched. Fetches only those that
 * no list has shown lately, so that a list whose order changes all the time fetches each once.
 */
export function useSparklines(
  flagIds: readonly string[],
  enabled: boolean,
): (flagId: string) => Sparkline | null {
  const ids = [...flagIds].sort();
  const { data: known = NONE } = useQuery({
    queryKey: [...KNOWN, ids],
    queryFn: ({ client, signal }) => fetchMissing(client, ids, signal),
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    // The lines themselves change only with the answer.
    structuralSharing: false,
    enabled: enabled && ids.length > 0,
  });
  return (flagId) => known.get(flagId)?.line ?? null;
}

async function fetchMissing(
  client: QueryClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Known> {
  const freshFrom = Date.now() - STALE_MS;
  const known = [...(client.getQueryData<Known>(KNOWN) ?? NONE)].filter(
    ([, { at }]) => at > freshFrom,
  );
  const all = new Map(known);
  const missing = ids.filter((id) => !all.has(id));
  if (missing.length === 0) return all;
  const { volts } = await call('sparklines', { query: { flags: missing.join(',') }, signal });
  const at = Date.now();
  for (const id of missing) all.set(id, { line: volts[id] ?? null, at });
  client.setQueryData<Known>(KNOWN, all);
  return all;
}
