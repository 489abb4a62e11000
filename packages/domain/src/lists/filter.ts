import type { AlertCondition } from '../alerts/conditionNames.ts';
import { hasVoltageAlert } from '../alerts/summary.ts';
import type { Flag } from '../api/flags.ts';
import { AUTOPILOT_STATES, type AutopilotState } from '../flags/autopilot.ts';
import {
  FLAG_FILTERS,
  type FlagFilter,
  POSITION_FILTERS,
  type PositionFilter,
} from '../flags/filterNames.ts';
import { POSITIONS } from '../flags/live/position.ts';
import type { FlagView } from '../flags/view.ts';
import { STATE_CODES } from '../places/states.ts';

/**
 * The filters of a list of flags, except company and location. Only flags that match all of them
 * are shown.
 */
export interface FlagCriteria {
  /** The active filters, in the order of `FLAG_FILTERS`. */
  show: readonly FlagFilter[];
  /** The U.S. state to filter by, as a two-letter code; null for all states. */
  state: string | null;
  /** The position to filter by; null for all positions. */
  position: PositionFilter | null;
  /** The autopilot state to filter by; null for all states. */
  autopilot: AutopilotState | null;
}

/** All filters off: every flag matches. */
export const NO_CRITERIA: FlagCriteria = Object.freeze({
  show: [],
  state: null,
  position: null,
  autopilot: null,
});

/**
 * For each filter, the filters that it turns off, because no flag can match both. For example, the
 * alert filter matches only online poles, so it turns off the offline filter.
 */
const EXCLUDED_BY: Partial<Record<FlagFilter, readonly FlagFilter[]>> = {
  online: ['offline'],
  offline: ['online', 'alert'],
  alert: ['offline'],
};

/**
 * Returns the filters after a user clicks a filter. If the filter was on, it is turned off.
 * Otherwise, it is turned on, and the filters that it excludes are turned off.
 */
export function toggledFilter(show: readonly FlagFilter[], pressed: FlagFilter): FlagFilter[] {
  if (show.includes(pressed)) return show.filter((each) => each !== pressed);
  const excluded = EXCLUDED_BY[pressed] ?? [];
  return FLAG_FILTERS.filter(
    (each) => each === pressed || (show.includes(each) && !excluded.includes(each)),
  );
}

/** Returns the number of filters that are on. */
export const criteriaCount = ({ show, state, position, autopilot }: FlagCriteria): number =>
  show.length + [state, position, autopilot].filter((each) => each !== null).length;

/** The part of a flag's stored data that the filters check. */
export interface FilteredFlag extends Pick<Flag, 'state' | 'autopilot'> {
  openAlerts: readonly AlertCondition[];
}
/** The part of a flag's live state that filters use. */
export type FilteredView = Pick<FlagView, 'isOnline' | 'position' | 'command' | 'lock'>;

/** Whether a flag matches all filters. A flag without a live state is treated as offline. */
export function meetsCriteria(
  { show, state, position, autopilot }: FlagCriteria,
  flag: FilteredFlag,
  view: FilteredView | undefined,
): boolean {
  return (
    (state === null || flag.state === state) &&
    (autopilot === null || flag.autopilot === autopilot) &&
    (position === null || positionFilterOf(view) === position) &&
    show.every((filter) => passesFilter(filter, flag, view))
  );
}

/**
 * The key for sorting flags by position, from the top of the pole to the bottom. Null for an
 * unknown position, which comes last.
 */
export function positionSortKey(position: FlagView['position']): number | null {
  const positions: readonly FlagView['position'][] = POSITIONS;
  const at = positions.indexOf(position);
  return at === -1 ? null : at;
}

/** Returns a flag's position for the position filter: `unknown` for a moving flag. */
export function positionFilterOf(view: Pick<FilteredView, 'position'> | undefined): PositionFilter {
  const position = view?.position ?? 'unknown';
  return position === 'moving' ? 'unknown' : position;
}

/** Whether a flag matches the given toggle filter, such as "offline". */
export function passesFilter(
  filter: FlagFilter,
  { openAlerts }: Pick<FilteredFlag, 'openAlerts'>,
  view: FilteredView | undefined,
): boolean {
  switch (filter) {
    case 'online':
      return view?.isOnline === true;
    case 'offline':
      return !view?.isOnline;
    case 'alert':
      return view !== undefined && hasVoltageAlert(openAlerts, view);
    case 'not-confirmed':
      return view?.command === 'not-confirmed';
    case 'locked':
      return view !== undefined && view.lock !== null;
  }
}

/** The filters of a list of flags as URL query parameters. */
export interface CriteriaParams {
  /** The active filters: one or more of `FLAG_FILTERS`, separated by commas. */
  show?: string | undefined;
  state?: string | undefined;
  position?: string | undefined;
  autopilot?: string | undefined;
}

/** Names of the URL parameters for filters. */
export const CRITERIA_PARAMS = ['show', 'state', 'position', 'autopilot'] as const;

/** Reads the filters from a URL's parameters. Ignores unknown values. */
export function readCriteria({ show, state, position, autopilot }: CriteriaParams): FlagCriteria {
  const shown = (show ?? '').split(',');
  return {
    show: FLAG_FILTERS.filter((filter) => shown.includes(filter)),
    state: STATE_CODES.find((code) => code === state) ?? null,
    position: POSITION_FILTERS.find((known) => known === position) ?? null,
    autopilot: AUTOPILOT_STATES.find((known) => known === autopilot) ?? null,
  };
}

/** Returns the filters as URL parameters. Leaves out filters that are off. */
export function writeCriteria({ show, state, position, autopilot }: FlagCriteria) {
  return {
    ...(show.length > 0 && { show: show.join(',') }),
    ...(state !== null && { state }),
    ...(position !== null && { position }),
    ...(autopilot !== null && { autopilot }),
  };
}

/** IDs of the company and location that a list of flags is limited to; null for no limit. */
export interface PlaceFilter {
  companyId: string | null;
  locationId: string | null;
}

/**
 * Whether a flag belongs to the company and location that a list is limited to. Compares IDs, not
 * names.
 */
export function isInPlace(
  { companyId, locationId }: Pick<Flag, 'companyId' | 'locationId'>,
  place: PlaceFilter,
): boolean {
  const isOfCompany = place.companyId === null || place.companyId === companyId;
  return isOfCompany && (place.locationId === null || place.locationId === locationId);
}
