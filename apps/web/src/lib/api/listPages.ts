import type { CallQuery, CallResponse, ListPage } from '@halyard/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { KEYS } from './query.ts';

/** The calls that return a list page by page. */
export type ListCall = 'listCompanies' | 'listLocations' | 'listUsers';

const KEY = {
  listCompanies: KEYS.companies,
  listLocations: KEYS.locations,
  listUsers: KEYS.users,
} as const satisfies Record<ListCall, readonly string[]>;

/** A record in the list that a call returns. */
export type ListItem<C extends ListCall> = Extract<CallResponse<C>, readonly unknown[]>[number];

export type PageQuery<C extends ListCall> = CallQuery<C> & { page: string };

/** Fetches one page of a list. The previous page's rows stay until the new page has arrived. */
export const listPageQuery = <C extends ListCall>(name: C, query: PageQuery<C>) =>
  queryOptions({
    queryKey: [...KEY[name], 'page', query] as unknown[],
    queryFn: async ({ signal }) =>
      // TypeScript does not know that the options fit this call, whichever it is.
      (await call<ListCall>(name, { query, signal } as never)) as ListPage<ListItem<C>>,
    placeholderData: keepPreviousData,
  });

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
