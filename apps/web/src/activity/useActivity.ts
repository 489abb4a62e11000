import {
  ACTIVITY_CATEGORIES,
  ACTIVITY_OUTCOMES,
  type ActivityCategory,
  type ActivityOutcome,
  POSITIONS,
  type Position,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { call } from '@/lib/api/api.ts';

export const ACTIVITY_PATH = '/activity';
const KEY = '/api/activity';

const HOUR_MS = 3_600_000;
/** The time spans that the activity log can be limited to. The keys appear in the URL. */
export const SPANS = {
  '1h': { label: t`Last hour`, ms: HOUR_MS },
  '1d': { label: t`Last 24 hours`, ms: 24 * HOUR_MS },
  '7d': { label: t`Last 7 days`, ms: 7 * 24 * HOUR_MS },
  '30d': { label: t`Last 30 days`, ms: 30 * 24 * HOUR_MS },
} as const;
/** The value of `span` in the URL for a range between two dates. */
export const DATES = 'dates';
type Span = keyof typeof SPANS | typeof DATES;
const SPAN_NAMES = [...Object.keys(SPANS), DATES] as Span[];
/** Matches a date such as "2026-12-07". */
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The number of entries in a short activity list, such as the one in a flag's dialog. */
const RECENT = '10';
/** How often to check for new entries while the list is on screen, in milliseconds. */
const LOOK_MS = 5000;

/** The filters of the activity page, as read from its URL. */
export interface ActivityView {
  q: string;
  category: ActivityCategory | null;
  outcome: ActivityOutcome | null;
  span: Span | null;
  /** The first and last date in the browser's time zone, used if `span` is `dates`. */
  from: string | null;
  to: string | null;
  /** Shows only commands that requested this position. */
  position: Position | null;
  /** The ID of the user, service account or system actor whose entries are shown. */
  who: string | null;
  flagId: string | null;
  companyId: string | null;
}

/**
 * Returns the filters of the activity page from its URL, and a function that changes some of the
 * filters.
 */
export function useActivityView() {
  const [params, setParams] = useSearchParams();
  const view: ActivityView = {
    q: params.get('q') ?? '',
    category: ACTIVITY_CATEGORIES.find((one) => one === params.get('what')) ?? null,
    outcome: ACTIVITY_OUTCOMES.find((one) => one === params.get('outcome')) ?? null,
    span: SPAN_NAMES.find((one) => one === params.get('within')) ?? null,
    from: dateIn(params.get('from')),
    to: dateIn(params.get('to')),
    position: POSITIONS.find((one) => one === params.get('position')) ?? null,
    who: params.get('who'),
    flagId: params.get('flag'),
    companyId: params.get('company'),
  };
  const change = (part: Partial<ActivityView>) =>
    setParams((current) => searchOf(new URLSearchParams(current), part), { replace: true });
  return { view, change };
}

const dateIn = (raw: string | null): string | null => (raw && DATE.test(raw) ? raw : null);

const NAMES: Record<keyof ActivityView, string> = {
  q: 'q',
  category: 'what',
  outcome: 'outcome',
  span: 'within',
  from: 'from',
  to: 'to',
  position: 'position',
  who: 'who',
  flagId: 'flag',
  companyId: 'company',
};

function searchOf(params: URLSearchParams, part: Partial<ActivityView>): URLSearchParams {
  for (const [field, value] of Object.entries(part)) {
    const name = NAMES[field as keyof ActivityView];
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return params;
}

/** Returns the URL of the activity page with only the given filter. */
export const activityHref = (part: Partial<ActivityView>): string =>
  `${ACTIVITY_PATH}?${searchOf(new URLSearchParams(), part)}`;

function timesOf({ span, from, to }: ActivityView): { from?: string; until?: string } {
  if (span === null) return {};
  if (span !== DATES) return { from: String(Date.now() - SPANS[span].ms) };
  return {
    ...(from && { from: String(midnight(from, 0)) }),
    ...(to && { until: String(midnight(to, 1)) }),
  };
}

/**
 * Returns the start of the day that is `daysLater` days after a date. The result is in epoch
 * milliseconds, for the browser's time zone.
 */
function midnight(date: string, daysLater: number): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).getTime();
}

/**
 * Converts the filters of the activity page to the parameters of the API. For a time span, sends
 * only the start, because every time span ends now.
 */
export function filterOf(view: ActivityView) {
  const { q, category, outcome, position, who, flagId, companyId } = view;
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(outcome && { outcome }),
    ...timesOf(view),
    ...(position && { position }),
    ...(who && { who }),
    ...(flagId && { flagId }),
    ...(companyId && { companyId }),
  };
}

/**
 * Fetches the activity log page by page, newest first. Polls for new entries until the user loads a
 * second page.
 */
export const activityQuery = (view: ActivityView) =>
  infiniteQueryOptions({
    queryKey: [KEY, view],
    queryFn: ({ pageParam, signal }) =>
      call('listActivity', {
        query: { ...filterOf(view), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? LOOK_MS : false),
  });

/** Fetches the most recent activity of a flag or a company. */
export const recentActivityQuery = (of: { flagId: string } | { companyId: string }) =>
  queryOptions({
    queryKey: [KEY, 'recent', of],
    queryFn: ({ signal }) => call('listActivity', { query: { ...of, limit: RECENT }, signal }),
    refetchOnMount: 'always',
    refetchInterval: LOOK_MS,
  });
