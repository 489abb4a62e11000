import type { Adoptable, DeviceKey, PoleCheck } from '@halyard/domain';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { KEYS } from '@/lib/api/query.ts';

/** How often to refetch the checklist while it is open, in milliseconds. */
export const CHECK_MS = 2000;

/** Fetches devices in a Firebase project that report under a flag ID and have no flag yet. */
export const adoptableQuery = (flagId: string) =>
  queryOptions({
    queryKey: [...KEYS.flags, 'adoptable', flagId] as string[],
    queryFn: ({ signal }): Promise<Adoptable[]> =>
      call('listAdoptable', { params: { flagId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Fetches a flag's device keys. Invalidating the queries of flags also refetches these keys. */
export const deviceKeysQuery = (flagId: string) =>
  queryOptions({
    queryKey: [...KEYS.flags, flagId, 'keys'] as string[],
    queryFn: ({ signal }): Promise<DeviceKey[]> =>
      call('listDeviceKeys', { params: { id: flagId }, signal }),
    refetchOnMount: 'always',
  });

/**
 * Fetches a pole's checklist at short intervals, because the server pushes no updates about a new
 * device.
 */
export const poleCheckQuery = (flagId: string) =>
  queryOptions({
    queryKey: [...KEYS.flags, flagId, 'test'] as string[],
    queryFn: ({ signal }): Promise<PoleCheck> =>
      call('getPoleCheck', { params: { id: flagId }, signal }),
    refetchOnMount: 'always',
    refetchInterval: CHECK_MS,
  });
