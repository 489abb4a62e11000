import type { HistoryRange } from '@halyard/domain';

/** The page of a company. */
export const companyHref = (id: string) => `/companies/${encodeURIComponent(id)}`;
/** The page of a pole. @param id `flags.id` */
export const poleHref = (id: string) => `/flags/${encodeURIComponent(id)}`;
/**
 * Parameters in the address of a pole's page: the current tab, and the time range of its history.
 */
export const TAB_PARAM = 'tab';
export const RANGE_PARAM = 'range';
/** A pole's history. @param range absent: the last day */
export const poleHistoryHref = (id: string, range?: HistoryRange) =>
  `${poleHref(id)}?${TAB_PARAM}=history${range === undefined ? '' : `&${RANGE_PARAM}=${range}`}`;
/** The page of a location. */
export const locationHref = (id: string) => `/locations/${encodeURIComponent(id)}`;
/** The full address at which an invitation is accepted. */
export const joinUrl = (code: string) =>
  `${window.location.origin}/join/${encodeURIComponent(code)}`;

/** Parameter in the address of the profile: focuses the form for a new password. */
export const PASSWORD_PARAM = 'password';
export const CHANGE_PASSWORD_PATH = `/profile?${PASSWORD_PARAM}`;
