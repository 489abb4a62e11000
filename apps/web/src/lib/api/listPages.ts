import type { CallParams, CallQuery, CallResponse, Flag } from '@halyard/domain';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { ASKED_WHEN_SHOWN, acceptFlags, KEYS } from './query.ts';
import { sharedFlags } from './sharedFlags.ts';

/** The calls that return a list page by page. */
export type ListCall =
  | 'complianceOfCompany'
  | 'complianceOfSource'
  | 'listAlerts'
  | 'listCompanies'
  | 'listFlags'
  | 'listLocations'
  | 'listOrders'
  | 'listOutages'
  | 'listUsers'
  | 'wrongPositions';

const KEY = {
  complianceOfCompany: [...KEYS.halfStaff, 'compliance', 'company'],
  complianceOfSource: [...KEYS.halfStaff, 'compliance', 'source'],
  listAlerts: KEYS.alerts,
  listCompanies: KEYS.companies,
  listFlags: KEYS.flags,
  listLocations: KEYS.locations,
  listOrders: [...KEYS.halfStaff, 'orders'],
  listOutages: [...KEYS.alerts, 'outages'],
  listUsers: KEYS.users,
  wrongPositions: [...KEYS.halfStaff, 'wrong-positions'],
} as const satisfies Record<ListCall, readonly string[]>;

/** Lists that change as time passes, and are therefore refetched whenever they are shown. */
const CHANGING: readonly ListCall[] = [
  'complianceOfCompany',
  'complianceOfSource',
  'listAlerts',
  'listOutages',
  'wrongPositions',
];

/**
 * How often to refetch the list of flags in the wrong position while the server is still checking
 * flags, in milliseconds.
 */
const RECHECK_MS = 2000;

/** The response of a call that returns one page of a list. */
export type ListAnswer<C extends ListCall> = Extract<
  CallResponse<C>,
  { items: readonly unknown[] }
>;

/** A record in the list that a call returns. */
export type ListItem<C extends ListCall> = ListAnswer<C>['items'][number];

export type PageQuery<C extends ListCall> = CallQuery<C> & { page: string };

/**
 * Fetches one page of a list. The previous page of the same list stays on screen until the new one
 * has loaded.
 * @param params the parameters in the path of the call
 */
export const listPageQuery = <C extends ListCall>(
  name: C,
  query: PageQuery<C>,
  params: Partial<CallParams<C>> = {},
) => {
  const list: unknown[] = [...KEY[name], ...Object.values(params), 'page'];
  return queryOptions({
    queryKey: [...list, query],
    queryFn: async ({ signal }) => {
      // TypeScript cannot tell that the options fit the call.
      const answer = (await call<ListCall>(name, {
        params,
        query,
        signal,
      } as never)) as ListAnswer<C>;
      if (name === 'listFlags') await acceptFlags(answer.items as Flag[]);
      return answer;
    },
    placeholderData: keptWithin(list),
    ...(CHANGING.includes(name) && ASKED_WHEN_SHOWN),
    // The rest of a large fleet is still being checked.
    refetchInterval: ({ state: { data } }) =>
      data && 'unchecked' in data && data.unchecked > 0 ? RECHECK_MS : false,
    ...(name === 'listFlags' && { structuralSharing: sharedPage }),
  });
};

/**
 * Returns a function that keeps showing the previous page while another page of the same list
 * loads.
 */
const keptWithin =
  (list: readonly unknown[]) =>
  <Data>(previous: Data, before?: { queryKey: readonly unknown[] }): Data | undefined =>
    list.every((part, index) => part === before?.queryKey[index]) ? previous : undefined;

/** Reuses the objects of unchanged flags after a refetch, so that their rows do not rerender. */
function sharedPage(before: unknown, next: unknown): unknown {
  // The old page stays until the next one has arrived. Return the same object, because a new one
  // would count as a new result.
  if (before === next) return next;
  const items = (before as { items: Flag[] } | undefined)?.items;
  const page = next as { items: Flag[] };
  return { ...page, items: sharedFlags(items, page.items) };
}

export const locationQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEYS.locations, id],
    queryFn: ({ signal }) => call('getLocation', { params: { id }, signal }),
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEYS.users, id],
    queryFn: ({ signal }) => call('getUser', { params: { id }, signal }),
  });

/** Fetches one flag. */
export const flagQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEYS.flags, id],
    queryFn: async ({ signal }) => {
      const flag = (await call('getFlag', { params: { id }, signal })) as Flag;
      await acceptFlags([flag]);
      return flag;
    },
    structuralSharing: (before, next) =>
      sharedFlags(before === undefined ? undefined : [before as Flag], [next as Flag])[0],
  });
