import { summarise } from '../alerts/summary.ts';
import type { FleetSummary, MasterCounts } from '../api/fleetSummary.ts';
import { SWITCH_FIELDS, type SwitchField } from '../flags/live/switches.ts';
import { isLocked } from '../flags/lock.ts';
import type { FlagView } from '../flags/view.ts';
import { countPlaces, type PlacedFlag } from './countPlaces.ts';
import { type FilteredFlag, type FilteredView, NO_CRITERIA } from './filter.ts';
import { filterCounts } from './filterCounts.ts';

/** The number of places in a summary. */
export const SUMMARY_PLACES = 8;

/** The live state of a flag that a summary looks at. */
export interface SummarisedView extends FilteredView {
  /** The switches that are on. */
  on: readonly SwitchField[];
}

/** The fields of a flag that a summary uses. */
export interface SummarisedFlag extends FilteredFlag, PlacedFlag {
  openAlerts: FilteredFlag['openAlerts'];
  view: SummarisedView;
}

/** Returns the switches that are on. */
export const switchesOn = ({ switches }: Pick<FlagView, 'switches'>): SwitchField[] =>
  switches.filter(({ state }) => state).map(({ field }) => field);

export const noMasterCounts = (): MasterCounts => ({
  online: 0,
  locked: 0,
  on: { flagUp: 0, flagDown: 0, flagHalf: 0, lamp: 0 },
});

/** Counts what master controls act on. */
export function countControls(
  views: Iterable<Pick<SummarisedView, 'isOnline' | 'lock' | 'on'>>,
): MasterCounts {
  const counts = noMasterCounts();
  for (const view of views) {
    if (!view.isOnline) continue;
    if (isLocked(view)) {
      counts.locked++;
      continue;
    }
    counts.online++;
    for (const field of SWITCH_FIELDS) if (view.on.includes(field)) counts.on[field]++;
  }
  return counts;
}

/**
 * Computes the summary of these flags.
 * @param byCompany whether the places are companies; otherwise they are locations
 */
export function summariseFleet(flags: readonly SummarisedFlag[], byCompany: boolean): FleetSummary {
  const { total, online, alerts, otherAlerts, notConfirmed } = summarise(flags);
  const viewOf = ({ view }: SummarisedFlag) => view;
  const distinct = (id: (flag: SummarisedFlag) => string) => new Set(flags.map(id)).size;
  return {
    total,
    online,
    alerts,
    otherAlerts,
    notConfirmed,
    controls: countControls(flags.map(viewOf)),
    counts: Object.fromEntries(filterCounts(flags, NO_CRITERIA, viewOf, (flag) => flag)),
    companies: distinct(({ companyId }) => companyId),
    locations: distinct(({ locationId }) => locationId),
    places: countPlaces(flags, byCompany, ({ view }) => view.isOnline).slice(0, SUMMARY_PLACES),
  };
}

/**
 * Reads a summary from the realtime database, which drops empty objects and lists; null if there is
 * none.
 */
export function readFleetSummary(raw: unknown): FleetSummary | null {
  if (typeof raw !== 'object' || raw === null || !('total' in raw)) return null;
  const summary = raw as FleetSummary;
  return {
    ...summary,
    otherAlerts: summary.otherAlerts ?? {},
    counts: summary.counts ?? {},
    places: Object.values(summary.places ?? {}),
  };
}
