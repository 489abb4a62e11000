import type { RefusedDevices } from '@halyard/domain';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';

/** How often to fetch the list of rejected devices, in milliseconds. */
const LOOK_MS = 5000;

/** Fetches rejected devices page by page. */
export const refusedDevicesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['/api/refused-devices'],
    queryFn: ({ pageParam, signal }): Promise<RefusedDevices> =>
      call('listRefusedDevices', {
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchInterval: LOOK_MS,
  });
