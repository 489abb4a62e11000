import { t } from '@halyard/messages';
import { z } from 'zod';
import { ALERT_CONDITIONS } from '../alerts/conditionNames.ts';
import { AUTOPILOT_STATES } from '../flags/autopilot.ts';
import { FLAG_FILTERS, POSITION_FILTERS } from '../flags/filterNames.ts';
import { COMPLIANCE_OUTCOMES, COMPLIANCE_PAGE_MAX } from '../halfStaff/complianceOutcome.ts';
import { AUTHORITIES, ORDER_STATUSES } from '../halfStaff/orders/order.ts';
import { WRONG_POSITION_KINDS } from '../halfStaff/wrongPosition.ts';
import { STATE_CODES } from '../places/states.ts';
import { fleetSummary, masterCounts } from './fleetSummary.ts';
import {
  ALERT_SORT_KEYS,
  COMPANY_SORT_KEYS,
  COMPLIANCE_SORT_KEYS,
  FLAG_SORT_KEYS,
  LOCATION_SORT_KEYS,
  ORDER_SORT_KEYS,
  OUTAGE_SORT_KEYS,
  USER_SORT_KEYS,
  WRONG_POSITION_SORT_KEYS,
} from './sortKeys.ts';

/** The maximum and default number of records on one page of a list. */
export const LIST_PAGE_MAX = 200;
export const LIST_PAGE = 50;
/** Maximum number of companies, and also of locations, in the response to `flagPlacesQuery`. */
export const FLAG_PLACES_MAX = 50;
/** Time in ms after which the cursor for the next page of a sorted list expires. */
export const WALK_KEPT_MS = 60_000;

const PAGE_TEXT = t`page must be a whole number of at least 1`;
const limitText = (most: number) => t`limit must be a whole number from 1 to ${{ most }}`;

/**
 * The text to search for, ignoring case. Which fields are searched depends on the list (spec §5).
 */
export const searched = z.string().max(200).optional();

/**
 * An ID to filter by. An ID that does not exist, or that the caller isn't allowed to see, matches
 * nothing.
 */
const filterId = z.string().max(400).optional();
const inPlace = { company: filterId, location: filterId };

/** The filters of a list of flags. A flag must match all of them. */
export const flagFilters = {
  /** One or more filters for a list of flags, separated by commas. */
  show: z
    .string()
    .max(200)
    .regex(
      new RegExp(`^(${FLAG_FILTERS.join('|')})(,(${FLAG_FILTERS.join('|')}))*$`),
      t`show may contain only these values, separated by commas: ${{ filters: FLAG_FILTERS.join(', ') }}`,
    )
    .optional(),
  /** The two-letter code of the location's state. */
  state: z.enum(STATE_CODES).optional(),
  position: z.enum(POSITION_FILTERS).optional(),
  autopilot: z.enum(AUTOPILOT_STATES).optional(),
  ...inPlace,
};

/**
 * The parameters for requesting a list page by page. Without any of them, the response is the whole
 * list (spec §7).
 * @param sortKeys the columns by which the list can be sorted
 * @param most the maximum number of records on one page
 */
export function listQuery<const Key extends string>(
  sortKeys: readonly Key[],
  most: number = LIST_PAGE_MAX,
) {
  const badLimit = limitText(most);
  const orders = sortKeys.flatMap((key): (Key | `-${Key}`)[] => [key, `-${key}`]);
  return z.object({
    q: searched,
    /**
     * The column to sort by: its name for ascending order, or `-` and its name for descending
     * order.
     */
    sort: z
      .enum(
        orders as [Key | `-${Key}`, ...(Key | `-${Key}`)[]],
        t`This list cannot be sorted by that column`,
      )
      .optional(),
    /** The number of the page, from 1. A number beyond the last page returns the last page. */
    page: z.coerce
      .number(PAGE_TEXT)
      .int(PAGE_TEXT)
      .min(1, PAGE_TEXT)
      .max(1e9, PAGE_TEXT)
      .optional(),
    limit: z.coerce.number(badLimit).int(badLimit).min(1, badLimit).max(most, badLimit).optional(),
    /**
     * The cursor of the requested page: the `next` value of the previous page. Cannot be combined
     * with `page`.
     */
    after: z.string().max(500).optional(),
    ...inPlace,
  });
}
export type ListQuery = z.output<ReturnType<typeof listQuery>>;

/** One page of a list. */
export function listPage<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    /** The number of records on all pages of the list. */
    total: z.number().int(),
    /** The number of this page, from 1; null if the request has no `page`. */
    page: z.number().int().nullable(),
    /**
     * The `after` value for the next page; null on the last page, and if the request has `page`.
     */
    next: z.string().nullable(),
  });
}
export interface ListPage<Item> {
  items: Item[];
  total: number;
  page: number | null;
  next: string | null;
}

export const companyListQuery = listQuery(COMPANY_SORT_KEYS);
export const locationListQuery = listQuery(LOCATION_SORT_KEYS);
export const userListQuery = listQuery(USER_SORT_KEYS);
export const flagListQuery = listQuery(FLAG_SORT_KEYS).extend({
  ...flagFilters,
  /** Whether the response also includes `counts`, `controls`, `summary` and `place`. */
  counts: z.literal('true', t`The parameter “counts” must be true if it is present`).optional(),
});
export type FlagListQuery = z.output<typeof flagListQuery>;

/** Whether an alert is still open, or has ended. */
export const ALERT_STATES = ['open', 'ended'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export const alertListQuery = listQuery(ALERT_SORT_KEYS).extend({
  /** Whether to return open or ended alerts; `open` by default. */
  state: z.enum(ALERT_STATES).optional(),
  condition: z.enum(ALERT_CONDITIONS).optional(),
  /**
   * Whether to list each pole only once, with its most urgent alert. The entry also lists the
   * conditions of the pole's other matching alerts.
   */
  perPole: z.literal('true', t`perPole must be true`).optional(),
});
export type AlertListQuery = z.output<typeof alertListQuery>;

export const wrongPositionListQuery = listQuery(WRONG_POSITION_SORT_KEYS).extend({
  kind: z.enum(WRONG_POSITION_KINDS).optional(),
});
export type WrongPositionListQuery = z.output<typeof wrongPositionListQuery>;

export const outageListQuery = listQuery(OUTAGE_SORT_KEYS);
export type OutageListQuery = z.output<typeof outageListQuery>;

export const complianceListQuery = listQuery(COMPLIANCE_SORT_KEYS, COMPLIANCE_PAGE_MAX).extend({
  outcome: z.enum(COMPLIANCE_OUTCOMES).optional(),
});
export type ComplianceListQuery = z.output<typeof complianceListQuery>;

export const orderListQuery = listQuery(ORDER_SORT_KEYS)
  .omit({ location: true })
  .extend({
    /** The company that recorded the order. */
    company: filterId,
    authority: z.enum(AUTHORITIES).optional(),
    status: z.enum(ORDER_STATUSES).optional(),
  });
export type OrderListQuery = z.output<typeof orderListQuery>;

/** Totals over all pages of the list. Only in the response to a request with `counts`. */
export const flagListCounts = {
  /**
   * For each filter, such as `show=alert` or `state=OH`, the number of flags that match it and the
   * other active filters. Filters that match no flags are left out.
   */
  counts: z.record(z.string(), z.number().int()).optional(),
  /**
   * The number of matching flags, on all pages, that the master controls would move, and the number
   * that they would skip.
   */
  controls: masterCounts.optional(),
  /**
   * The summary of all flags that the caller may see in the requested company and location,
   * regardless of the search and the other filters.
   */
  summary: fleetSummary.optional(),
  /**
   * The requested company and location; null if none was requested or the caller isn't allowed to
   * see it.
   */
  place: z
    .object({
      company: z.object({ id: z.string(), name: z.string() }).nullable(),
      location: z.object({ id: z.string(), name: z.string(), companyId: z.string() }).nullable(),
    })
    .optional(),
};

/** The whole list, or one page of it if the request has any query parameter. */
export const listOrPage = <Item extends z.ZodType, Page extends z.ZodType>(
  item: Item,
  page: Page,
) => z.union([z.array(item), page]);

/**
 * A request for the companies and locations that have flags. `company` limits the response to one
 * company and its locations.
 */
export const flagPlacesQuery = z.object({ q: searched, company: filterId });
export type FlagPlacesQuery = z.output<typeof flagPlacesQuery>;
