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
import type { FlagView } from '../flags/view.ts';
import { STATE_CODES } from '../places/states.ts';

/** The filters of a list of flags, except company and location. A flag must meet all of them. */
export interface FlagCriteria {
  /** In the order of `FLAG_FILTERS`. */
  show: readonly FlagFilter[];
  /** The two-letter code of the location's state; null for any. */
  state: string | null;
  /** Null for any. */
  position: PositionFilter | null;
  /** Null for any. */
  autopilot: AutopilotState | null;
}

/** Filters that every flag meets. */
export const NO_CRITERIA: FlagCriteria = Object.freeze({
  show: [],
  state: null,
  position: null,
  autopilot: null,
});

/**
 * Mutually exclusive filters: turning one on turns these off. The alert filter matches only online
 * poles.
 */
const EXCLUDED_BY: Partial<Record<FlagFilter, readonly FlagFilter[]>> = {
  online: ['offline'],
  offline: ['online', 'alert'],
  alert: ['offline'],
};

/**
 * The filters after a click on one: it is turned off if it was on; otherwise it is turned on,
 * without those it excludes.
 */
export function toggledFilter(show: readonly FlagFilter[], pressed: FlagFilter): FlagFilter[] {
  if (show.includes(pressed)) return show.filter((each) => each !== pressed);
  const excluded = EXCLUDED_BY[pressed] ?? [];
  return FLAG_FILTERS.filter(
    (each) => each === pressed || (show.includes(each) && !excluded.includes(each)),
  );
}

/** The number of filters that are on. */
export const criteriaCount = ({ show, state, position, autopilot }: FlagCriteria): number =>
  show.length + [state, position, autopilot].filter((each) => each !== null).length;

/** The stored facts of a flag that filters look at. */
export interface FilteredFlag extends Pick<Flag, 'state' | 'autopilot'> {
  openAlerts: readonly AlertCondition[];
}
/** The live state of a flag that filters look at. */
export type FilteredView = Pick<FlagView, 'isOnline' | 'position' | 'command' | 'lock'>;

/** Whether a flag meets all filters. A flag without a live state counts as offline. */
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

/** The position by which a flag is filtered. */
export function positionFilterOf(view: Pick<FilteredView, 'position'> | undefined): PositionFilter {
  const position = view?.position ?? 'unknown';
  return position === 'moving' ? 'unknown' : position;
}

/** Whether a flag passes one of the filters that can be turned on and off. */
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

/** The filters in a URL's query, by parameter name. */
export interface CriteriaParams {
  /** One or more of `FLAG_FILTERS`, separated by commas. */
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

/** The filters as URL parameters, without those that are off. */
export function writeCriteria({ show, state, position, autopilot }: FlagCriteria) {
  return {
    ...(show.length > 0 && { show: show.join(',') }),
    ...(state !== null && { state }),
    ...(position !== null && { position }),
    ...(autopilot !== null && { autopilot }),
  };
}

/** IDs of the company and the location that a list of flags is limited to; null for any. */
export interface FlagPlace {
  companyId: string | null;
  locationId: string | null;
}

/** Whether a flag belongs to that company and location. Compares IDs, not names. */
export function isInPlace(
  { companyId, locationId }: Pick<Flag, 'companyId' | 'locationId'>,
  place: FlagPlace,
): boolean {
  const isOfCompany = place.companyId === null || place.companyId === companyId;
  return isOfCompany && (place.locationId === null || place.locationId === locationId);
}
