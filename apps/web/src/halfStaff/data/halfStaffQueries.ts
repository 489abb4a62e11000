import type { Authority, Order, OrderPreview, OrderScope } from '@halyard/domain';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { listPageQuery } from '@/lib/api/listPages.ts';
import { ASKED_WHEN_SHOWN, KEYS } from '@/lib/api/query.ts';

/**
 * Fetches what is in effect now and what comes next. Refetched whenever the data is shown, because
 * the result changes with time.
 */
export const overviewQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'overview'],
    queryFn: ({ signal }) => call('halfStaffOverview', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

export const calendarQuery = (year: number) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'calendar', year],
    queryFn: ({ signal }) => call('halfStaffCalendar', { params: { year: String(year) }, signal }),
  });

/** Fetches one half-staff order. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'orders', id],
    queryFn: ({ signal }): Promise<Order> => call('getOrder', { params: { id }, signal }),
  });

/** Maximum number of earlier orders to compare with a draft. */
const COMPARED_ORDERS = 200;

/** Fetches the latest orders of an authority, to find orders about the same event as a draft. */
export const ordersOfQuery = (authority: Authority) =>
  listPageQuery('listOrders', {
    page: '1',
    limit: String(COMPARED_ORDERS),
    authority,
  });

/** The name, in the URL, of the dialog that turns autopilot on. */
export const AUTOPILOT_DIALOG = 'autopilot';

/**
 * Fetches whether autopilot is on, and the changed autopilot rules that this user has not
 * dismissed.
 */
export const engineStatusQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'engine'],
    queryFn: ({ signal }) => call('engineStatus', { signal }),
  });

/**
 * Fetches which poles would be raised now if an order were canceled, or if a company stopped
 * following orders. The response is not cached.
 */
export const releaseQuery = (of: { companyId: string } | { orderId: string }) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'release', of],
    queryFn: ({ signal }) => call('halfStaffRelease', { query: of, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Fetches what autopilot would do from now on if it were on. The response is not cached. */
export const dryRunQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'dry-run'],
    queryFn: ({ signal }) => call('dryRun', { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Fetches the effect of approving an order now, or of amending it to the given terms.
 * @param secondApprovalOf the companies whose second approval to preview; by default, previews the
 * approval of the order itself
 */
export const previewQuery = (
  { id, revision, ...terms }: Order,
  secondApprovalOf?: readonly string[],
) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'preview', id, revision, terms, secondApprovalOf],
    queryFn: ({ signal }): Promise<OrderPreview> =>
      call('previewOrder', {
        body: {
          // An order that is not stored yet has no ID.
          ...(id !== '' && { orderId: id }),
          ...(secondApprovalOf && { secondApprovalOf: [...secondApprovalOf] }),
          // A form never produces an empty scope. The scope is empty if the order is only for other
          // companies.
          ...(!isForOthers(terms.scope) && { terms }),
        },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Returns whether an order applies to none of the companies and locations that the user may see.
 */
export const isForOthers = (scope: OrderScope): boolean =>
  (scope.kind === 'companies' && scope.companyIds.length === 0) ||
  (scope.kind === 'locations' && scope.locationIds.length === 0);

/** Fetches the orders that are waiting for a second approval. */
export const secondApprovalsQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'second-approvals'],
    queryFn: ({ signal }) => call('listSecondApprovals', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

export const orderVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'versions', id],
    queryFn: ({ signal }) => call('listOrderVersions', { params: { id }, signal }),
  });

/** The name, in the URL, of the dialog that shows an order. */
export const ORDER_DIALOG = 'order-details';

export const HALF_STAFF_PATH = '/half-staff';

/**
 * Refetches all half-staff data. Also refetches the federal calendar, because it shows the dates
 * that masters have confirmed.
 */
export async function refetchHalfStaff(client: QueryClient): Promise<void> {
  await Promise.all(
    [KEYS.halfStaff, KEYS.federalHolidays].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

/**
 * Fetches what is in effect at one pole and why. Refetched whenever the data is shown, because the
 * result changes with time.
 */
export const poleQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'pole', id],
    queryFn: ({ signal }) => call('poleHalfStaff', { params: { id }, signal }),
    ...ASKED_WHEN_SHOWN,
  });
