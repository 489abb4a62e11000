import type { TimelineTopic } from '@halyard/domain';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN } from '@/lib/api/query.ts';

/**
 * How often to fetch new timeline items, in milliseconds. Used until the user loads a second page.
 */
const LOOK_MS = 5000;

/**
 * Fetches a pole's events page by page, newest first.
 * @param topic null for events of all kinds
 */
export const timelineQuery = (flagId: string, topic: TimelineTopic | null) =>
  infiniteQueryOptions({
    queryKey: ['/api/flags', flagId, 'timeline', topic],
    queryFn: ({ pageParam, signal }) =>
      call('flagTimeline', {
        params: { id: flagId },
        query: { ...(topic && { topic }), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    ...ASKED_WHEN_SHOWN,
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? LOOK_MS : false),
  });
