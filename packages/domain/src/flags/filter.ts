import type { Flag } from '../api/flags.ts';
import { type FlagView, hasVoltageAlert } from './view.ts';

/** What of the flags a list is narrowed to. */
export const FLAG_FILTERS = ['online', 'offline', 'alert', 'not-confirmed'] as const;
export type FlagFilter = (typeof FLAG_FILTERS)[number];

/** Whether a flag is what the filter asks for; one without a live state is offline. */
export function passesFilter(
  filter: FlagFilter,
  { openAlerts }: Pick<Flag, 'openAlerts'>,
  view: FlagView | undefined,
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
  }
}

/** The company and the location to which a list of flags is narrowed, by id; null: any. */
export interface FlagPlace {
  companyId: string | null;
  locationId: string | null;
}

/** Whether a flag is of that company and at that location: exactly these, whatever others are called. */
export function isInPlace(
  { companyId, locationId }: Pick<Flag, 'companyId' | 'locationId'>,
  place: FlagPlace,
): boolean {
  const isOfCompany = place.companyId === null || place.companyId === companyId;
  return isOfCompany && (place.locationId === null || place.locationId === locationId);
}
