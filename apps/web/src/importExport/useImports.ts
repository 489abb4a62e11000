import type { Import, ImportKind } from '@halyard/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '@/lib/api/api.ts';
import { refetchLists } from '@/lib/api/query.ts';

/** How often to fetch the progress of a running import, in milliseconds. */
const POLL_MS = 1000;

export const IMPORTS_KEY = ['imports'];

const isRunning = ({ endedAt }: Import) => endedAt === null;

/**
 * Returns the user's imports of one kind that are running, have device keys to save, or ended while
 * the page was open.
 */
export function useImports(kind: ImportKind): Import[] {
  const client = useQueryClient();
  const { data = [] } = useQuery({
    queryKey: IMPORTS_KEY,
    queryFn: ({ signal }) => call('listImports', { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
  });
  const seen = useRef(new Set<string>());
  const shown = data.filter((one) => one.kind === kind && isShown(one, seen.current));
  const visible = data.filter(({ state }) => state === 'finishing' || state === 'done').length;
  useEffect(() => {
    for (const one of data) if (isRunning(one)) seen.current.add(one.id);
  }, [data]);
  // Lists on other pages contain the new records as soon as they are visible.
  useEffect(() => {
    if (visible > 0 && seen.current.size > 0) void refetchLists(client);
  }, [visible, client]);
  return shown;
}

const isShown = (one: Import, seen: ReadonlySet<string>): boolean =>
  isRunning(one) || one.hasKeys || seen.has(one.id);
