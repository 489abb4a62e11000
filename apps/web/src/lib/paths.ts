import type { HistoryRange } from '@halyard/domain';

/** Returns the URL of a company's page. */
export const companyHref = (id: string) => `/companies/${encodeURIComponent(id)}`;
/** Returns the URL of a pole's page. @param id `flags.id` */
export const poleHref = (id: string) => `/flags/${encodeURIComponent(id)}`;
/** The URL parameters of a pole's page: the current tab, and the time range of the history. */
export const TAB_PARAM = 'tab';
export const RANGE_PARAM = 'range';
/** Returns the URL of a pole's history. @param range by default the last day */
export const poleHistoryHref = (id: string, range?: HistoryRange) =>
  `${poleHref(id)}?${TAB_PARAM}=history${range === undefined ? '' : `&${RANGE_PARAM}=${range}`}`;
/** Returns the URL of a location's page. */
export const locationHref = (id: string) => `/locations/${encodeURIComponent(id)}`;
/** Returns the full URL for accepting an invitation. */
export const joinUrl = (code: string) =>
  `${window.location.origin}/join/${encodeURIComponent(code)}`;

/** The profile page's URL parameter that moves the focus to the field for a new password. */
export const PASSWORD_PARAM = 'password';
export const CHANGE_PASSWORD_PATH = `/profile?${PASSWORD_PARAM}`;
