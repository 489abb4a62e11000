import type { Company, Flag, Invitation, ZipPlace } from '@halyard/domain';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, call, getByKey } from './api.ts';

/**
 * Creates the query cache: no retries, no polling, no refetch on focus or for stale data (spec §7).
 * Realtime messages report when data has changed.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => getByKey(queryKey, signal),
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // The calls go to our own server, which may be reachable even if the browser reports that
        // it is offline.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * The query keys, which are the paths of the calls. Invalidating the path of a list also refetches
 * everything below that path.
 */
export const KEYS = {
  config: ['/api/config'],
  user: ['/api/user'],
  companies: ['/api/companies'],
  locations: ['/api/locations'],
  flags: ['/api/flags'],
  users: ['/api/users'],
  search: ['/api/search'],
  invitations: ['/api/invitations'],
  federalHolidays: ['/api/federal-holidays'],
  halfStaff: ['/api/half-staff'],
  alerts: ['/api/alerts'],
  setUpList: ['/api/set-up'],
} as const;

/**
 * Query options for lists that change without a realtime message. Such lists are refetched whenever
 * they are shown, but at most every 5 s.
 */
export const ASKED_WHEN_SHOWN = { staleTime: 5000 } as const;

/**
 * The lists to refetch after company data has changed. One change can affect several lists, because
 * each list shows names and counts from other lists.
 */
const LISTS = [
  KEYS.companies,
  KEYS.locations,
  KEYS.flags,
  KEYS.users,
  KEYS.search,
  KEYS.invitations,
  KEYS.federalHolidays,
  KEYS.halfStaff,
  KEYS.alerts,
  KEYS.setUpList,
];

/**
 * Refetches the visible lists after a change, and all other lists when they are next shown.
 * @param concerned returns whether a list may have changed; by default, all lists are refetched
 */
export async function refetchLists(
  client: QueryClient,
  concerned: (key: readonly unknown[]) => boolean = () => true,
): Promise<void> {
  await Promise.all(
    LISTS.map((queryKey) =>
      client.invalidateQueries({ queryKey, predicate: (query) => concerned(query.queryKey) }),
    ),
  );
}

export const configQuery = () =>
  queryOptions({ queryKey: KEYS.config, queryFn: ({ signal }) => call('config', { signal }) });

export const federalHolidaysQuery = () =>
  queryOptions({
    queryKey: KEYS.federalHolidays,
    queryFn: ({ signal }) => call('federalHolidays', { signal }),
  });

/**
 * Fetches the setup checklist. Refetched whenever it is shown, because no realtime message reports
 * its changes.
 */
export const setUpListQuery = () =>
  queryOptions({
    queryKey: KEYS.setUpList,
    queryFn: ({ signal }) => call('getSetUpList', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

/**
 * Fetches the orders and half-staff days that are in effect now. Refetched whenever they are shown,
 * because no realtime message reports when they begin or end.
 */
export const halfStaffNowQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'now'],
    queryFn: ({ signal }) => call('halfStaffNow', { signal }),
    staleTime: 10_000,
  });

/** Fetches the position that flags should have today. */
export const halfStaffTodayQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'today'],
    queryFn: ({ signal }) => call('halfStaffToday', { signal }),
    staleTime: 10_000,
  });

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEYS.companies, id],
    queryFn: ({ signal }): Promise<Company> => call('getCompany', { params: { id }, signal }),
  });

/** Fetches the state, coordinates and time zone of a ZIP code; null if the ZIP code is unknown. */
export const zipPlaceQuery = (zip: string) =>
  queryOptions({
    queryKey: ['/api/places/zip', zip],
    queryFn: async ({ signal }): Promise<ZipPlace | null> => {
      try {
        return await call('findZipPlace', { params: { zip }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Puts the live state of fetched flags into the flag store before any row renders. */
export async function acceptFlags(flags: readonly Flag[]): Promise<void> {
  const { flagStore } = await import('../realtime/flagStore.ts');
  flagStore.accept(flags);
}

/**
 * Fetches the open invitations. Refetched whenever they are shown, because no realtime message
 * reports their changes.
 */
export const invitationsQuery = () =>
  queryOptions({
    queryKey: KEYS.invitations,
    queryFn: ({ signal }): Promise<Invitation[]> => call('listInvitations', { signal }),
    refetchOnMount: 'always',
  });
