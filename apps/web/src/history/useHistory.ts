import type { HistoryRange } from '@halyard/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';

/** Milliseconds for which the spark lines are not asked for anew: they gain a point an hour. */
const SPARKS_STALE_MS = 10 * 60_000;

/** What became of a flag; time alone changes it: asked anew when shown. */
export const historyQuery = (id: string, range: HistoryRange) =>
  queryOptions({
    queryKey: ['/api/history', id, range],
    queryFn: ({ signal }) => call('flagHistory', { params: { id }, query: { range }, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export const uptimeQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/history', id, 'uptime'],
    queryFn: ({ signal }) => call('flagUptime', { params: { id }, signal }),
    refetchOnMount: 'always',
  });

export const sparklinesQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: ['/api/history', 'sparklines'],
    queryFn: ({ signal }) => call('sparklines', { signal }),
    staleTime: SPARKS_STALE_MS,
    enabled,
  });
