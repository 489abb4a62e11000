import type { Company, Flag, Invitation, ZipPlace } from '@halyard/domain';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, call, getByKey } from './api.ts';

/**
 * Creates the query cache: no retries, no refetch on focus, no polling, never stale (spec §7).
 * Realtime events report when data has changed.
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
 * The query keys, which are the paths of the calls. The first segment names the list, so one key
 * prefix refreshes all of it.
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
 * Options for lists that change without a realtime message: they are refetched whenever they are
 * shown. Parts of a page that appear within 5 s of each other share one fetch.
 */
export const ASKED_WHEN_SHOWN = { staleTime: 5000 } as const;

/**
 * The lists to refetch after a change to a company's data. They show each other's names and counts,
 * so one change may affect several of them. The federal calendar is among them because it changes
 * when a master confirms a day.
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
 * Refetches the visible lists after a change, and the others when they are next shown. @param
 * concerned returns whether a list may have changed; lists that have not are left out
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
 * Fetches the setup checklist. It is refetched whenever it is shown, because no realtime message
 * reports the changes to settings and poles that affect it.
 */
export const setUpListQuery = () =>
  queryOptions({
    queryKey: KEYS.setUpList,
    queryFn: ({ signal }) => call('getSetUpList', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

/**
 * Fetches the orders and half-staff days that are in effect now. Refetches whenever they are shown,
 * because they change with the sun, the clock and the poles, without a realtime message.
 */
export const halfStaffNowQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'now'],
    queryFn: ({ signal }) => call('halfStaffNow', { signal }),
    staleTime: 10_000,
  });

/**
 * Fetches the position that flags should have today. The result changes with the sun, the clock and
 * orders.
 */
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

/** Fetches the city and coordinates of a ZIP code; null if the ZIP code is unknown. */
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

/**
 * Puts the live state of fetched flags into the flag store before any row renders. After that, the
 * flag store contains the live state, and the query cache only the other fields.
 */
export async function acceptFlags(flags: readonly Flag[]): Promise<void> {
  const { flagStore } = await import('../realtime/flagStore.ts');
  flagStore.accept(flags);
}

/**
 * Fetches the open invitations. They are refetched whenever they are shown, because no realtime
 * message reports a new or revoked invitation.
 */
export const invitationsQuery = () =>
  queryOptions({
    queryKey: KEYS.invitations,
    queryFn: ({ signal }): Promise<Invitation[]> => call('listInvitations', { signal }),
    refetchOnMount: 'always',
  });
