import type { Sparklines } from '@halyard/domain';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';

/**
 * How long a fetched sparkline is used before it is fetched again, in milliseconds. A sparkline
 * gains one point per hour.
 */
const STALE_MS = 10 * 60_000;
/** The key of the query cache for the sparklines of all flags. */
const KNOWN = ['/api/history', 'sparklines'];

type Sparkline = Sparklines['volts'][string];
/**
 * The fetched sparklines by flag, each with the time of the fetch; null for a flag without
 * voltages.
 */
type Known = ReadonlyMap<string, { line: Sparkline | null; at: number }>;

const NONE: Known = new Map();

/**
 * Fetches the sparklines of the given flags, unless they were fetched recently.
 * @returns a function that returns a flag's sparkline; null if there is none yet
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
    // The lines change only when a response arrives.
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
