import type { HistoryQuery } from '@halyard/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';

/**
 * Fetches a flag's history. Refetched whenever the history is shown, because the result changes
 * with time.
 */
export const historyQuery = (id: string, time: HistoryQuery) =>
  queryOptions({
    queryKey: ['/api/history', id, time],
    queryFn: ({ signal }) => call('flagHistory', { params: { id }, query: time, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

export const uptimeQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/history', id, 'uptime'],
    queryFn: ({ signal }) => call('flagUptime', { params: { id }, signal }),
    refetchOnMount: 'always',
  });
