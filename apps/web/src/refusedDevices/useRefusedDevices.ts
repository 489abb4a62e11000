import type { RefusedDevices } from '@halyard/domain';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';

/** Milliseconds between looks: someone stands at a pole and waits. */
const LOOK_MS = 5000;

/** Refused devices, a page at a time. No revision tells of them. */
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
